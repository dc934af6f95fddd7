import type { CheckInput } from '../../../campaign/checkPage';
import type { BatchWithList } from '../../../campaign/change';
import { planCampaign, type PlannableRow } from '../../../campaign/plan';
import { Results, type State } from '../../../campaign/results';
import { sealOf } from '../../../campaign/seal';
import type { Campaign, Row } from '../../../campaign/types';

export const now = Date.parse('2026-11-25T10:00:00Z');
const states: State[] = ['given', 'givenBefore', 'failed', 'inDoubt', 'optedOut', 'notSent'];

const settings = {
	...{ name: 'spring-2026', serviceKey: 'LOYALTYDATA01', budget: 2_000_000, stopAt: null },
	...{ startAt: '2026-11-24T08:00:00.000Z', quietFrom: '21:00', quietTo: '08:00' },
	rowsPerSecond: 50,
};

/** A planned campaign with rows in two countries. */
export function planned(rows = 12, fields: Partial<PlannableRow> = {}) {
	const written = Array.from({ length: rows }, (_, at) => ({
		...{ row: at + 2, phone: `${at % 3 ? 33639980000 + at : 447700900000 + at}` },
		...{ megabytes: 1500.5, operator: at % 3 ? 'FR_DEMOTEL' : 'GB_SAMPLECELL' },
		...{ customer: `C-${at}`, name: 'Ada Sample', ...fields },
	}));
	const keys = { viewKey: 'view-key', controlKey: 'control-key' };
	return planCampaign({ settings, rows: written, optOuts: [], givenBefore: new Set(), keys, now });
}

/** The campaign in a status, with rows in each state in turn. */
export function running(changes: Partial<Campaign> = {}, reason = 'The number is blocked') {
	const { campaign, batches, lists } = planned();
	const approved = sealOf({ ...campaign, ...settings });
	const by = { approvedBy: 'ada@example.com', approvedAt: '2026-11-24T07:00:00.000Z' };
	const stored = batches.map((batch, n): BatchWithList => {
		const list = lists[n]?.list ?? '[]';
		const rows = JSON.parse(list) as Row[];
		const results = new Results(batch);
		for (const at of rows.keys()) {
			const state = states[at % states.length] ?? 'notSent';
			results.set(at, state, state === 'failed' || state === 'inDoubt' ? reason : undefined);
		}
		return { ...batch, id: n + 1, campaign: 1, list, ...results.columns(rows) };
	});
	const status = { status: 'running', active: true, approved, ...by } as const;
	return { campaign: { ...campaign, id: 1, ...status, ...changes }, batches: stored, now };
}

/** What the check page shows of a list with bad rows. */
export function checked(text = 'Ada'): CheckInput {
	const plan = planned();
	const row = { customer: text, phone: text, value: text, nextStep: `Write ${text} in MB` };
	return {
		plan: {
			campaign: { ...plan.campaign, name: text, serviceKey: text },
			operators: [...plan.operators, { operator: text, rows: 1, megabytes: 1_000_000 }],
			neverLoud: [{ place: text, rows: 2 }],
		},
		list: {
			...{ rows: 12, badRows: 3, fileName: text, separator: text, encoding: text },
			columns: { phone: text, megabytes: 'Data' },
			...{ unknownColumns: [text], duplicateColumns: ['Data'] },
		},
		leftOut: [
			{ row: 4, reason: `'Amount (MB)' must be a number: ${text}`, ...row },
			{ row: 5, reason: `'Amount (MB)' must be a number: ${text}`, ...row },
			{ row: 6, phone: '33639980001', reason: 'Duplicate of row 3' },
			{ row: 7, phone: '33639980002', reason: 'Duplicate of row 2' },
		],
		pools: [
			{ operator: 'FR_DEMOTEL', megabytes: 550_000 },
			{ operator: text, megabytes: 1 },
			{ operator: 'GB_SAMPLECELL', problem: text },
		],
		statusAddress: '/webhook/gift-campaign',
		zone: 'Europe/Vienna',
	};
}
