import type { Check, LeftOutGroup } from '../campaign/check';
import { fieldLabels } from '../lists/columns';
import { flagLabels } from '../lists/columnSettings';
import { correctionsIn } from '../lists/corrections';
import { count, number } from '../platform/figureWords';
import { samplesText } from './readingForm';
import type { Report } from './report';
import { facts, folded, table, text, type Section, type SectionPart } from './sections';
import { plannedIn } from './warnings';
import { inEnglish, listing, say, translated } from '../platform/say';

/** The file as it was read. */
export function readingSection({ list, recalledFrom, columns, corrected = {} }: Check): Section {
	const { fileName = '', separator = '', encoding = '', sheet = '', numbers } = list;
	const recalled = recalledFrom && say`As for “${recalledFrom}”, whose list had the same columns`;
	const national = numbers.national + numbers.nationalWithoutZero;
	const lines = columns.map((column) => [
		column.name,
		translated({ ...fieldLabels, ...flagLabels }[column.field ?? 'allRows']),
		samplesText(column),
	]);
	const read = facts([
		[say`File`, fileName],
		[say`Sheet`, sheet],
		[say`Separator`, translated(separator)],
		[say`Encoding`, encoding],
		[say`Remembered`, recalled ?? ''],
		[say`Corrected rows`, listing([...correctionsIn(corrected).keys()])],
		[say`Countries`, translated(list.countries)],
		[say`Numbers with a country code`, national > 0 ? numbers.international : ''],
		[say`Numbers without one`, national || ''],
		[say`Numbers that fit two countries`, numbers.twoWays || ''],
	]);
	const head = [say`Column`, say`Meaning`, say`For example`];
	const shown = table(say`Columns`, head, lines);
	return folded('reading', say`How the list was read`, read, shown);
}

/** How many MB a GB is in a list, with its first row that has GB; undefined where none has. */
export function gigabyteWords({ gigabyte }: Pick<Check['list'], 'gigabyte'>): string | undefined {
	if (!gigabyte) return undefined;
	const { megabytes, example } = gigabyte;
	if (!example) return say`1 GB = ${number(megabytes)} MB.`;
	return say`1 GB = ${number(megabytes)} MB: “${example.written}” in row ${example.row} is ${number(example.megabytes)} MB.`;
}

/** MB by operator, compared with what its pools have left. */
export function poolSection(check: Check): Section {
	const lines = plannedIn(check).map(({ operator, megabytes, pool, missing }) => {
		const verdict = missing > 0 ? say`${number(missing)} MB are missing` : say`Enough`;
		const isKnown = pool?.megabytes !== undefined;
		const words = isKnown ? verdict : (pool?.problem ?? say`No pool is known`);
		return [operator || say`All in these countries`, words, megabytes, pool?.megabytes ?? ''];
	});
	const head = [say`Operator`, say`Data pools`, say`Planned MB`, say`MB left`];
	return folded('pools', say`By operator`, table(say`Planned MB and data pools`, head, lines));
}

/** The rows that get nothing, by reason. @param more the ways to correct them */
export function leftOutSections({ leftOut, check }: Report, more: SectionPart[]): Section[] {
	if (leftOut === 0 || !check) return [];
	const title = say`Left out: ${count(leftOut, 'row')}`;
	return [{ name: 'leftOut', title, parts: [...check.leftOut.flatMap(groupOf), ...more] }];
}

function groupOf({ reason, rows, examples }: LeftOutGroup) {
	const lines = examples.map(({ row, customer, value, phone, nextStep, reason: own }) => {
		return [
			row,
			translated(nextStep || (inEnglish(own) === inEnglish(reason) ? '' : own)),
			customer,
			value || phone,
		];
	});
	const valueHeading = examples.some(({ value }) => value) ? say`Value` : say`Phone`;
	const last = examples.some(({ nextStep }) => nextStep) ? say`Next step` : say`Reason`;
	const head = [say`Row`, last, say`Customer`, valueHeading];
	return [
		text(`${translated(reason)} (${number(rows)})`),
		table(translated(reason), head, lines, rows),
	];
}
