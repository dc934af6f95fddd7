import { withoutCustomers, type Check, type LeftOutGroup } from '../campaign/check';
import { fieldLabels } from '../lists/columns';
import { facts, html, nothing, type Html } from '../pages/html';
import { count, number } from '../platform/figureWords';
import { section, table } from './page';
import { samplesOf } from './readingForm';
import type { Report } from './report';
import { missingOf, poolOf } from './warnings';

/** What a planner looks at before the approval. @param withRows whether to show rows with their numbers */
export function checkOf(report: Report, withRows: boolean): Html[] {
	const { check } = report;
	if (!check) return [];
	return [readAs(check, columnsOf(check, withRows)), operators(check), leftOutOf(report, withRows)];
}

/** What was understood of the file. */
function readAs({ list, recalledFrom }: Check, columns: Html): Html {
	const { fileName = '', separator = '', encoding = '', sheet = '', numbers } = list;
	const national = numbers.national + numbers.nationalWithoutZero;
	return section(
		'The list was read as',
		facts([
			['File', fileName],
			['Sheet', sheet],
			['Separator', separator],
			['Encoding', encoding],
			[
				'Remembered',
				recalledFrom ? `As for “${recalledFrom}”, whose list had the same columns` : '',
			],
			['Countries', list.countries],
			['Numbers with a country code', national > 0 ? number(numbers.international) : ''],
			['Numbers of the country', national > 0 ? number(national) : ''],
			['Numbers with two meanings', numbers.twoWays > 0 ? number(numbers.twoWays) : ''],
		]),
		columns,
	);
}

/** @param withRows whether to show cells */
function columnsOf({ columns }: Check, withRows: boolean): Html {
	const lines = columns.map((column) => [
		column.name,
		column.field ? fieldLabels[column.field] : 'Not used',
		withRows ? samplesOf(column) : '',
	]);
	return table('Columns', ['Column', 'Meaning', 'For example'], lines);
}

/** MB by operator, compared with what its pools have left. */
function operators(check: Check): Html {
	const lines = check.operators.map((planned) => {
		const { operator, megabytes } = planned;
		const pool = poolOf(planned, check);
		const missing = missingOf(planned, check);
		const verdict = missing > 0 ? `${number(missing)} MB are missing` : 'Enough';
		const isKnown = pool?.megabytes !== undefined;
		const words = isKnown ? verdict : (pool?.problem ?? 'No pool is known');
		return [operator || 'Not given', words, megabytes, pool?.megabytes ?? ''];
	});
	const head = ['Operator', 'Data pools', 'Planned MB', 'MB left'];
	return section('By operator', table('Planned MB and data pools', head, lines));
}

/** The rows that get nothing, by reason. */
export function leftOutOf({ leftOut, check }: Report, withRows: boolean): Html {
	if (leftOut === 0 || !check) return nothing;
	const groups = withRows
		? check.leftOut.map(rowsOf)
		: withoutCustomers(check).leftOut.map(({ reason, rows, examples }) => {
				const lines = examples.map(({ row, nextStep }) => [row, nextStep]);
				return group(reason, rows, table(reason, ['Row', 'Next step'], lines), examples, '');
			});
	return section(`Left out: ${count(leftOut, 'row')}`, ...groups);
}

function rowsOf({ reason, rows, examples }: LeftOutGroup): Html {
	const lines = examples.map(({ row, customer, value, phone, nextStep, reason: own }) => {
		return [row, nextStep || (own === reason ? '' : own), customer, value || phone];
	});
	const valueHeading = examples.some(({ value }) => value) ? 'Value' : 'Phone';
	const last = examples.some(({ nextStep }) => nextStep) ? 'Next step' : 'Reason';
	const known = table(reason, ['Row', last, 'Customer', valueHeading], lines);
	return group(reason, rows, known, examples, ', in the CSV');
}

/** @param where the other rows are shown, for who may see them */
function group(
	reason: string,
	rows: number,
	known: Html,
	{ length }: unknown[],
	where: string,
): Html {
	const more =
		rows > length
			? html`<p class="soft">And ${count(rows - length, 'more row')}${where}.</p>`
			: nothing;
	return html`<h3>${reason} (${number(rows)})</h3>
		${known}${more}`;
}
