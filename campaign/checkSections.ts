import { withoutCustomers, type Check, type LeftOutGroup } from './check';
import { fieldLabels } from './columns';
import { count, facts, html, nothing, number, section, table, type Html } from './html';
import { placeLabel } from './labels';
import type { Report } from './report';
import { missingOf, poolOf } from './warnings';

/** What a planner looks at before the approval. @param withRows whether to show rows with their numbers */
export function checkOf(report: Report, withRows: boolean): Html[] {
	const { check } = report;
	if (!check) return [];
	return [readAs(check, withRows), operators(check), places(check), leftOutOf(report, withRows)];
}

/** What was understood of the file. @param withRows whether to show cells of it */
function readAs({ list, columns, recalledFrom }: Check, withRows: boolean): Html {
	const { fileName = '', separator = '', encoding = '', sheet = '', numbers } = list;
	const lines = columns.map(({ name, field, samples }) => {
		const shown = withRows ? samples : [];
		const read = shown.map(({ before, after }) =>
			field && after !== before ? `${before} → ${after}` : before,
		);
		return [name, field ? fieldLabels[field] : 'Not used', read.join(', ')];
	});
	const national = numbers.national + numbers.nationalWithoutZero;
	return section(
		'The list was read as',
		facts([
			['File', fileName],
			['Sheet', sheet],
			['Separator', separator],
			['Encoding', encoding],
			[
				'What nobody chose',
				recalledFrom ? `As for “${recalledFrom}”, whose list had the same columns` : '',
			],
			['Numbers with a country code', national > 0 ? number(numbers.international) : ''],
			['Numbers of the country', national > 0 ? number(national) : ''],
			['Numbers with two meanings', numbers.twoWays > 0 ? number(numbers.twoWays) : ''],
		]),
		table('Columns', ['Column', 'Meaning', 'For example'], lines),
	);
}

/** MB by operator, compared with what its pools have left. */
function operators(check: Check): Html {
	const lines = check.operators.map((one) => {
		const { operator, megabytes } = one;
		const pool = poolOf(one, check);
		const missing = missingOf(one, check);
		const verdict = missing > 0 ? `${number(missing)} MB are missing` : 'Enough';
		const isKnown = pool?.megabytes !== undefined;
		const words = isKnown ? verdict : (pool?.problem ?? 'No pool is known');
		return [operator || 'Not given', words, megabytes, pool?.megabytes ?? ''];
	});
	const head = ['Operator', 'Data pools', 'Planned MB', 'MB left'];
	return section('By operator', table('Planned MB and data pools', head, lines));
}

function places({ neverLoud }: Check): Html {
	if (neverLoud.length === 0) return nothing;
	return section(
		'Places where nothing can be given',
		html`<p>
			No time zone is known there, or it's always quiet somewhere. Add a column with the time zone,
			or change the quiet hours.
		</p>`,
		table(
			'Rows by place',
			['Place', 'Rows'],
			neverLoud.map(({ place, rows }) => [placeLabel(place), rows]),
		),
	);
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
	const shown = examples.some(({ value }) => value) ? 'Value' : 'Phone';
	const last = examples.some(({ nextStep }) => nextStep) ? 'Next step' : 'Reason';
	const known = table(reason, ['Row', last, 'Customer', shown], lines);
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
