import type { Check, LeftOutGroup } from './check';
import { count, facts, html, note, nothing, number, section, table, type Html } from './html';
import { plus } from './results';
import { withoutNumbers, type Report } from './report';

/** What a planner looks at before the approval. @param withRows whether to show rows with their numbers */
export function checkOf(report: Report, withRows: boolean): Html[] {
	const { check } = report;
	if (!check) return [];
	return [
		readAs(check.list),
		totals(report, check),
		operators(check),
		places(check),
		leftOutOf(report, withRows),
	];
}

/** What was understood of the file, and what wasn't. */
function readAs({ columns, unknownColumns, duplicateColumns, ...file }: Check['list']): Html {
	const { fileName = '', separator = '', encoding = '' } = file;
	const unread = [
		...unknownColumns.map((name) => `“${name}” isn't known`),
		...duplicateColumns.map((name) => `“${name}” comes twice`),
	];
	const names = Object.entries(columns).map(([field, name]) => [fieldLabels[field] ?? field, name]);
	return html`${unread.length > 0 ? note(`Columns that were not used: ${unread.join(', ')}.`, 'plain') : nothing}${section(
		'The list was read as',
		facts([
			['File', fileName],
			['Separator', separator],
			['Encoding', encoding],
		]),
		table('Columns', ['Meaning', 'Column'], names),
	)}`;
}

const fieldLabels: Record<string, string> = {
	phone: 'Phone number',
	megabytes: 'Amount (MB)',
	customer: 'Customer',
	name: 'Name',
	operator: 'Operator',
	zone: 'Time zone',
};

function totals({ rows, budget, leftOut, results }: Report, check: Check): Html {
	const toGive = check.operators.reduce((sum, { megabytes }) => plus(sum, megabytes), 0);
	const before = results.givenBefore.rows;
	const over =
		toGive > budget
			? note('The plan is over the budget: what exceeds it is held.', 'alert')
			: nothing;
	return html`${over}${section(
		'The plan',
		facts([
			['To give', `${count(rows - before, 'row')}, ${number(results.notSent.megabytes)} MB`],
			['Given before', before > 0 ? `${count(before, 'row')}, skipped` : ''],
			['Left out', count(leftOut, 'row')],
		]),
	)}`;
}

/** MB by operator, compared with what its pools have left. */
function operators({ operators: all, pools }: Check): Html {
	const lines = all.map(({ operator, megabytes }) => {
		const own = pools.find((pool) => pool.operator === operator);
		const left = own?.megabytes;
		const missing = left === undefined ? 0 : plus(megabytes, -left);
		const verdict = missing > 0 ? `${number(missing)} MB are missing` : 'Enough';
		const unknown = withoutNumbers(own?.problem ?? 'No pool is known');
		return [operator || 'Not given', left === undefined ? unknown : verdict, megabytes, left ?? ''];
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
			neverLoud.map(({ place, rows }) => [place, rows]),
		),
	);
}

/** The rows that get nothing, by reason. */
export function leftOutOf({ leftOut, check }: Report, withRows: boolean): Html {
	if (leftOut === 0 || !check) return nothing;
	const groups = check.leftOut.map((group) => groupOf(group, withRows));
	return section(`Left out: ${count(leftOut, 'row')}`, ...groups);
}

function groupOf({ reason, rows, examples }: LeftOutGroup, withRows: boolean): Html {
	const title = html`<h3>${withRows ? reason : withoutNumbers(reason)} (${number(rows)})</h3>`;
	if (!withRows) return title;
	const lines = examples.map(({ row, customer, value, phone, nextStep, reason: own }) => {
		return [row, customer, value || phone, nextStep || (own === reason ? '' : own)];
	});
	const more =
		rows > examples.length
			? html`<p class="soft">And ${count(rows - examples.length, 'more row')}, in the CSV.</p>`
			: nothing;
	const last = examples.some(({ nextStep }) => nextStep) ? 'Next step' : 'Reason';
	return html`${title}${table(reason, ['Row', 'Customer', 'Value', last], lines)}${more}`;
}
