import type { Check, LeftOutGroup } from '../campaign/check';
import { fieldLabels } from '../lists/columns';
import { correctionsIn } from '../lists/corrections';
import { count, number } from '../platform/figureWords';
import { samplesText } from './readingForm';
import type { Report } from './report';
import { facts, table, text, type Section } from './sections';
import { plannedIn } from './warnings';

/** The file as it was read. */
export function readingSection({ list, recalledFrom, columns, corrected = {} }: Check): Section {
	const { fileName = '', separator = '', encoding = '', sheet = '', numbers } = list;
	const national = numbers.national + numbers.nationalWithoutZero;
	const lines = columns.map((column) => [
		column.name,
		column.field ? fieldLabels[column.field] : 'Not used',
		samplesText(column),
	]);
	return {
		name: 'reading',
		title: 'How the list was read',
		isFolded: true,
		parts: [
			facts([
				['File', fileName],
				['Sheet', sheet],
				['Separator', separator],
				['Encoding', encoding],
				[
					'Remembered',
					recalledFrom ? `As for “${recalledFrom}”, whose list had the same columns` : '',
				],
				['Corrected rows', [...correctionsIn(corrected).keys()].join(', ')],
				['Countries', list.countries],
				['Numbers with a country code', national > 0 ? numbers.international : ''],
				['Numbers without one', national || ''],
				['Numbers that fit two countries', numbers.twoWays || ''],
			]),
			table('Columns', ['Column', 'Meaning', 'For example'], lines, lines.length),
		],
	};
}

/** MB by operator, compared with what its pools have left. */
export function poolSection(check: Check): Section {
	const lines = plannedIn(check).map(({ operator, megabytes, pool, missing }) => {
		const verdict = missing > 0 ? `${number(missing)} MB are missing` : 'Enough';
		const isKnown = pool?.megabytes !== undefined;
		const words = isKnown ? verdict : (pool?.problem ?? 'No pool is known');
		return [operator || 'All in these countries', words, megabytes, pool?.megabytes ?? ''];
	});
	const head = ['Operator', 'Data pools', 'Planned MB', 'MB left'];
	const parts = [table('Planned MB and data pools', head, lines)];
	return { name: 'pools', title: 'By operator', isFolded: true, parts };
}

/** The rows that get nothing, by reason. */
export function leftOutSections({ leftOut, check }: Report): Section[] {
	if (leftOut === 0 || !check) return [];
	const title = `Left out: ${count(leftOut, 'row')}`;
	return [{ name: 'leftOut', title, parts: check.leftOut.flatMap(groupOf) }];
}

function groupOf({ reason, rows, examples }: LeftOutGroup) {
	const lines = examples.map(({ row, customer, value, phone, nextStep, reason: own }) => {
		return [row, nextStep || (own === reason ? '' : own), customer, value || phone];
	});
	const valueHeading = examples.some(({ value }) => value) ? 'Value' : 'Phone';
	const last = examples.some(({ nextStep }) => nextStep) ? 'Next step' : 'Reason';
	const head = ['Row', last, 'Customer', valueHeading];
	return [text(`${reason} (${number(rows)})`), table(reason, head, lines, rows)];
}
