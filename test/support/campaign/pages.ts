import { totalsOf } from '../../../campaign/totals';
import { PhoneCounter } from '../../../lists/phoneCounter';
import type { PieceWithList } from '../../../campaign/changeRows';
import { leftOutByReason, type Check } from '../../../campaign/check';
import { planCampaign } from './plan';
import { Results, type State } from '../../../campaign/results';
import { sealOf } from '../../../campaign/seal';
import type { Campaign, LeftOut, Row, Settings, Piece } from '../../../campaign/types';
import { finished } from '../../../lists/turns';
import { noList } from './stored';

export const now = Date.parse('2026-11-25T10:00:00Z');
const states: State[] = ['given', 'givenBefore', 'failed', 'inDoubt', 'optedOut', 'notSent'];

/** A text that a page must escape. */
export const hostile = `<script>alert("1")</script>' onx="&{{1}}`;

export const keys = { planId: 'plan-1', viewKey: 'view-key', controlKey: 'control-key' };

const settings = {
	name: 'spring-2026',
	serviceKey: 'LOYALTYDATA01',
	budget: 2_000_000,
	stopAt: null,
	startAt: '2026-11-24T08:00:00.000Z',
	quietFrom: '21:00',
	quietTo: '08:00',
	rowsPerSecond: 50,
	megabytesPerDay: 0,
	giftsPerMonth: 0,
	sendAsEntered: false,
	leaveOutGiven: false,
	addsRows: false,
	country: '',
	reading: 'Phone Number in “phone”',
};

/** The settings, keys and time that a campaign has of its own. */
interface Own {
	settings?: Partial<Settings>;
	keys?: typeof keys;
	now?: number;
}

/** A planned campaign with rows in two countries. */
export function planned({ settings: own, ...more }: Own = {}) {
	const rows = Array.from({ length: 12 }, (_, at) => ({
		row: at + 2,
		phone: `${at % 3 ? 33639980000 + at : 447700900000 + at}`,
		megabytes: 1500.5,
		operator: at % 3 ? 'FR_DEMOTEL' : 'GB_SAMPLECELL',
		customer: `C-${at}`,
		name: 'Ada Sample',
	}));
	const read = { rows, bad: [], list: noList, optOuts: [], givenBefore: new Set<string>() };
	return planCampaign({ settings: { ...settings, ...own }, ...read, keys, now, ...more });
}

/** A campaign with the figures of its pieces, as the runner counts them. */
export function counted<Input extends { campaign: Campaign; pieces: Piece[] }>(
	input: Input,
): Input {
	const { campaign, pieces } = input;
	return { ...input, campaign: { ...campaign, totals: JSON.stringify(totalsOf(pieces)) } };
}

/** The columns of an approval at a time. */
export const approvedAt = (at: string) => ({
	approvals: JSON.stringify([{ by: 'ada@example.com', at, hash: '' }]),
});

/** The campaign in a status, with rows in each state in turn. */
export function running(
	changes: Partial<Campaign> = {},
	reason = 'The number is blocked',
	own: Own = {},
) {
	const { campaign, pieces, lists } = planned(own);
	const approved = sealOf(campaign);
	const at = '2026-11-24T07:00:00.000Z';
	const stored = pieces.map((piece, n): PieceWithList => {
		const list = lists[n]?.list ?? '[]';
		const rows = JSON.parse(list) as Row[];
		const results = new Results(piece);
		for (const at of rows.keys()) {
			const state = states[at % states.length] ?? 'notSent';
			results.set(at, state, state === 'failed' || state === 'inDoubt' ? reason : undefined);
		}
		return { ...piece, id: n + 1, list, ...results.columns(rows) };
	});
	const status = { status: 'running', active: true, approved, ...approvedAt(at) } as const;
	const all = { ...campaign, id: 1, ...status, ...changes };
	return counted({ campaign: all, pieces: stored, now, zone: 'UTC' });
}

/** The rows of a list that get nothing. @param text of their cells */
export function badRows(text = 'Ada'): LeftOut[] {
	const amount = `'Amount (MB)' must be a number: “${text}”`;
	const wrong = {
		name: '',
		operator: '',
		value: text,
		amount: text,
		reason: amount,
		nextStep: `Write “${text}” in MB`,
	};
	const duplicate = { name: '', customer: '', operator: '', value: '', nextStep: '' };
	return [
		{ row: 4, customer: text, phone: text, ...wrong },
		{ row: 5, customer: text, phone: text, ...wrong },
		{ row: 6, phone: '33639980001', reason: 'Duplicate of row 3', ...duplicate },
		{ row: 7, phone: '33639980002', reason: 'Duplicate of row 2', ...duplicate },
	];
}

/** The campaign before its approval. @param text wherever the list has one @param problem of a pool @param cell of customers */
export function checked(text = 'Ada', problem = text, own: Own = {}, cell = text) {
	const { campaign, pieces, check } = planned(own);
	const leftOut = badRows(cell);
	const whole: Check = {
		list: {
			rows: 12,
			badRows: 3,
			fileName: text,
			separator: text,
			encoding: text,
			columns: { phone: text, megabytes: 'Data' },
			unusedColumns: [text],
			numbers: { ...new PhoneCounter().counts, notValid: 2, notValidRows: [4, 7] },
			countries: '',
			hiddenRows: 1,
		},
		operators: [...check.operators, { operator: text, rows: 1, megabytes: 1_000_000 }],
		similar: [],
		gotBefore: [],
		toGive: 18_006,
		pools: [
			{ operator: 'FR_DEMOTEL', megabytes: 550_000 },
			{ operator: text, megabytes: 1 },
			{ operator: 'GB_SAMPLECELL', problem },
		],
		alwaysQuiet: [{ place: text, rows: 2 }],
		leftOut: finished(leftOutByReason(leftOut)),
		columns: [
			{
				number: 1,
				name: text,
				field: 'phone',
				samples: [{ before: '+33 6 39 98 00 01', after: cell }],
			},
			{ number: 2, name: 'Data', samples: [{ before: cell, after: '' }] },
		],
		chosen: {},
		columnsKey: '',
		counted: [],
	};
	const stored = { name: text, serviceKey: text, check: JSON.stringify(whole), leftOut: 4 };
	const numbered = pieces.map((piece, n): Piece => ({ ...piece, id: n + 1 }));
	return counted({
		campaign: { ...campaign, id: 1, ...stored },
		pieces: numbered,
		now,
		zone: 'UTC',
	});
}

/** The text that a person reads on a page, or in a part of it. */
export function textOf(page: string): string {
	return page
		.replace(/<(style|title)>[^]*?<\/\1>/g, '')
		.replace(/<\/?(a|em|code)\b[^>]*>/g, '')
		.replace(/<[^>]*>/g, ' ')
		.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
		.replace(/\s+/g, ' ')
		.trim();
}

/** The text under a heading of a page, with the heading; '' where the heading isn't there. */
export function sectionOf(page: string, heading: string): string {
	const sections = page
		.split(/(?=<section>)/)
		.map((part) => textOf(part.split('</section>')[0] ?? ''));
	return sections.find((text) => text.startsWith(heading)) ?? '';
}
