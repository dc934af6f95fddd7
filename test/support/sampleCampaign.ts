import type { ShownColumn } from '../../campaign/shownList';
import { NumberCounter } from '../../campaign/reading';
import { randomBytes } from 'node:crypto';
import { planCampaign } from '../../campaign/plan';
import { Results, type State } from '../../campaign/results';
import { sealOf } from '../../campaign/seal';
import type { BadRow } from '../../campaign/row';
import type { Batch, Campaign, Row, StoredList } from '../../campaign/types';
import { insertRows } from './dataTables';
import type { N8nClient } from './n8nClient';

/** A campaign as it is stored, with all that belongs to it. */
export interface SampleCampaign {
	campaign: Campaign;
	batches: Batch[];
	lists: StoredList[];
}

const states: State[] = ['given', 'givenBefore', 'failed', 'inDoubt', 'optedOut', 'notSent'];

const customer = (at: number) => ({
	row: at + 2,
	customer: `C-${at}`,
	name: 'Ada Sample',
	megabytes: 1500.5,
	phone: `${at % 3 ? 33639980000 + at : 447700900000 + at}`,
	operator: at % 3 ? 'FR_DEMOTEL' : 'GB_SAMPLECELL',
});

/** Bad rows of a list: each field has this text. */
const badRows = (text: string): BadRow[] =>
	["'Amount (MB)' must be a number", "'Phone Number' must include the country code"].flatMap(
		(reason, at) =>
			[0, 1].map((n) => ({
				row: 20 + 2 * at + n,
				customer: text,
				name: text,
				phone: text,
				value: text,
				megabytes: text,
				operator: '',
				zone: '',
				field: '' as const,
				reason: `${reason}: ${text}`,
				nextStep: `Write ${text}`,
			})),
	);

/** A campaign in a status, with two rows in each state and some left out. @param text stands in all that is shown of it */
export function sampleCampaign(
	{ name = 'spring-2026', ...changes }: Partial<Campaign> = {},
	text = 'Sample',
): SampleCampaign {
	const now = Date.now();
	const { campaign, batches, lists, check } = planCampaign({
		settings: {
			name,
			serviceKey: 'LOYALTYDATA01',
			budget: 2_000_000,
			rowsPerSecond: 50,
			megabytesPerDay: 0,
			giftsPerMonth: 0,
			sendAsEntered: false,
			country: '',
			reading: 'Phone Number in “phone”',
			startAt: new Date(now + 86_400_000).toISOString(),
			stopAt: null,
			quietFrom: '21:00',
			quietTo: '08:00',
		},
		rows: Array.from({ length: 2 * states.length }, (_, at) => customer(at)),
		bad: badRows(text),
		list: {
			rows: 12,
			badRows: 4,
			fileName: text,
			separator: 'Semicolon',
			encoding: 'UTF-8',
			columns: { phone: 'MSISDN', megabytes: text },
			unusedColumns: [text],
			numbers: { ...new NumberCounter().counts, notValid: 2, notValidRows: [4, 7] },
			hiddenRows: 1,
		},
		optOuts: [],
		givenBefore: new Set<string>(),
		now,
		keys: {
			planId: randomBytes(8).toString('hex'),
			viewKey: randomBytes(16).toString('hex'),
			controlKey: randomBytes(16).toString('hex'),
		},
	});
	const pools = [
		{ operator: 'FR_DEMOTEL', megabytes: 550_000 },
		{ operator: 'GB_SAMPLECELL', megabytes: 1 },
	];
	const begun = {
		...({ status: 'running', approvedBy: 'ada@example.com', approved: sealOf(campaign) } as const),
		approvedAt: new Date(now).toISOString(),
		approvals: JSON.stringify([
			{ by: 'ada@example.com', at: new Date(now).toISOString(), hash: '' },
		]),
	};
	const isPlanned = changes.status === 'planned';
	const more = {
		id: 1,
		check: JSON.stringify({
			...check,
			pools,
			similar: [],
			columns: sampleColumns(text),
			said: {},
			columnsKey: '',
		}),
		...(!isPlanned && begun),
	};
	const numbered = batches.map((batch, n) => ({ ...batch, id: n + 1 }));
	return {
		campaign: { ...campaign, ...more, ...changes },
		batches: isPlanned ? numbered : numbered.map((batch, n) => withResults(batch, lists[n])),
		lists,
	};
}

const sampleColumns = (text: string): ShownColumn[] => [
	{ number: 1, name: 'MSISDN', field: 'phone', samples: [{ before: text, after: '33639980001' }] },
	{ number: 2, name: text, field: 'megabytes', samples: [{ before: '1,5 GB', after: '1536' }] },
	{ number: 3, name: 'Notes', samples: [{ before: text, after: '' }] },
];

const reasons: Partial<Record<State, string>> = {
	failed: 'The number is blocked',
	inDoubt: 'No response',
};

/** The batch with a row in each state in turn. */
function withResults(batch: Batch, list: StoredList | undefined): Batch {
	const rows = JSON.parse(list?.list ?? '[]') as Row[];
	const results = new Results(batch);
	for (const at of rows.keys()) {
		const state = states[at % states.length] ?? 'notSent';
		const reason = reasons[state];
		results.set(at, state, reason);
	}
	return { ...batch, ...results.columns(rows) };
}

/** Puts a campaign into n8n's tables, which are there once the desk was opened. No runner works on it. */
export async function storeCampaign(
	client: N8nClient,
	changes: Partial<Campaign>,
): Promise<SampleCampaign> {
	const sample = sampleCampaign(changes);
	const isOver = changes.status === 'finished';
	const batches = sample.batches.map((batch) => (isOver ? { ...batch, status: 'done' } : batch));
	const unnumbered = (rows: object[]) =>
		rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id')));
	await insertRows(client, 'mobile_data_batches', unnumbered(batches));
	await insertRows(client, 'mobile_data_lists', unnumbered(sample.lists));
	await insertRows(client, 'mobile_data_campaigns', unnumbered([sample.campaign]));
	return sample;
}
