import { addressOf, approval } from './buttons';
import { count, facts, html, note, nothing, number, pageOf, section, table } from './html';
import type { Html } from './html';
import type { ListReport } from './list';
import type { Plan } from './plan';
import { plus } from './results';
import { hashOf } from './seal';
import { settingsOf } from './statusPage';

/** A row that gets nothing: of Read List, or of the plan. */
export interface LeftOut {
	row: number;
	customer?: unknown;
	phone: unknown;
	/** What was read in the field that is wrong. */
	value?: string;
	reason: string;
	nextStep?: string;
}

/** What an operator has left; a problem where that can't be read. */
export interface Pool {
	operator: string;
	megabytes?: number;
	problem?: string;
}

export interface CheckInput {
	plan: Pick<Plan, 'campaign' | 'operators' | 'neverLoud'>;
	/** Of Read List. The plan's own report is empty where the list came as items. */
	list: ListReport & { fileName?: string; separator?: string; encoding?: string };
	leftOut: LeftOut[];
	pools: Pool[];
	/** Of the status page, without a query. */
	statusAddress: string;
	/** Of the times that are shown. */
	zone: string;
}

/** What a planner sees before the approval. */
export function checkPage({ plan, list, leftOut, pools, statusAddress, zone }: CheckInput): string {
	const { campaign } = plan;
	const address = addressOf(statusAddress, campaign.controlKey);
	return pageOf(
		`Check ${campaign.name}`,
		html`<p class="state">Waiting for approval</p>`,
		readAs(list),
		totals(plan, leftOut, zone),
		operators(plan, pools),
		places(plan),
		leftOutRows(leftOut),
		approval({ ...campaign, hash: hashOf(campaign) }, address),
		section('More', html`<p><a href="${address}">Status of the campaign</a></p>`),
	);
}

/** What was understood of the file, and what wasn't. */
function readAs({ columns, unknownColumns, duplicateColumns, ...file }: CheckInput['list']): Html {
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
};

function totals(
	{ campaign, operators: all }: CheckInput['plan'],
	leftOut: LeftOut[],
	zone: string,
): Html {
	const toGive = { rows: 0, megabytes: 0 };
	for (const { rows, megabytes } of all) {
		toGive.rows += rows;
		toGive.megabytes = plus(toGive.megabytes, megabytes);
	}
	const before = campaign.rows - toGive.rows;
	const over =
		toGive.megabytes > campaign.budget
			? note('The plan is over the budget: what exceeds it is held.', 'alert')
			: nothing;
	return html`${over}${section(
		'The plan',
		facts([
			['To give', `${count(toGive.rows, 'row')}, ${number(toGive.megabytes)} MB`],
			['Given before', before > 0 ? `${count(before, 'row')}, skipped` : ''],
			['Left out', count(leftOut.length, 'row')],
			...settingsOf(campaign, zone),
		]),
		html`<p class="soft">Times are in ${zone}.</p>`,
	)}`;
}

/** MB by operator, compared with what its pools have left. */
function operators({ operators: all }: CheckInput['plan'], pools: Pool[]): Html {
	const lines = all.map(({ operator, megabytes }) => {
		const own = pools.filter((pool) => pool.operator === operator);
		const problem = own.find((pool) => pool.problem !== undefined)?.problem;
		const left = own.reduce((sum, pool) => sum + (pool.megabytes ?? 0), 0);
		const missing = Math.round((megabytes - left) * 1000) / 1000;
		const isKnown = own.length > 0 && problem === undefined;
		const verdict = missing > 0 ? `${number(missing)} MB are missing` : 'Enough';
		return [
			operator || 'Not given',
			isKnown ? verdict : (problem ?? 'No pool is known'),
			megabytes,
			isKnown ? left : '',
		];
	});
	const head = ['Operator', 'Data pools', 'Planned MB', 'MB left'];
	return section('By operator', table('Planned MB and data pools', head, lines));
}

function places({ neverLoud }: CheckInput['plan']): Html {
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

/** So many rows of a reason show what it's about. */
const mostShown = 20;

function leftOutRows(leftOut: LeftOut[]): Html {
	if (leftOut.length === 0) return nothing;
	const groups = new Map<string, LeftOut[]>();
	for (const one of leftOut) {
		const kind = one.reason.replace(/“[^“”]*”/g, '…').replace(/\d+/g, '…');
		const own = groups.get(kind);
		if (own) own.push(one);
		else groups.set(kind, [one]);
	}
	const sorted = [...groups].sort(([, one], [, other]) => other.length - one.length);
	return section(`Left out: ${count(leftOut.length, 'row')}`, ...sorted.map(groupOf));
}

function groupOf([kind, all]: [string, LeftOut[]]): Html {
	const first = all[0]?.reason ?? kind;
	const title = all.every(({ reason }) => reason === first) ? first : kind;
	const lines = all
		.slice(0, mostShown)
		.map((one) => [
			one.row,
			shown(one.customer),
			shown(one.value ?? one.phone),
			one.nextStep ?? (one.reason === title ? '' : one.reason),
		]);
	const more =
		all.length > mostShown
			? html`<p class="soft">And ${count(all.length - mostShown, 'more row')}.</p>`
			: nothing;
	const last = all.some(({ nextStep }) => nextStep) ? 'Next step' : 'Reason';
	const head = ['Row', 'Customer', 'Value', last];
	return html`<h3>${title} (${number(all.length)})</h3>
		${table(title, head, lines)}${more}`;
}

function shown(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
