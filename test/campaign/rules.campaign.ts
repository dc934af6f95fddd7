import { DateTime } from 'luxon';

import { waitFor } from '../../scripts/host/wait';
import { startOnSqlite, type CampaignHost } from './support/host';
import { approve, createTables, customer, plan, type CampaignSettings } from './support/plan';

const AUCKLAND = 'Pacific/Auckland';
const clock = (hours: number) => DateTime.now().setZone(AUCKLAND).plus({ hours }).toFormat('HH:mm');
const inHours = (hours: number) => DateTime.now().plus({ hours }).toJSDate();

/** What a person sees of a campaign of two batches of three. */
interface State {
	status: string;
	problem: string;
	/** Gifts at the platform. */
	given: number;
	batches: string[];
}

const finished: State = { status: 'finished', problem: '', given: 6, batches: ['done', 'done'] };
const untouched: State = { status: 'running', problem: '', given: 0, batches: ['open', 'open'] };

interface Example {
	name: string;
	settings?: Partial<CampaignSettings>;
	/** Left as planned. */
	unapproved?: boolean;
	/** What somebody does after the approval. */
	then?: (host: CampaignHost, campaign: number) => Promise<void>;
	expected: State;
}

const examples: Example[] = [
	{
		name: 'gives nothing in the quiet hours of its customers',
		settings: { timeZone: AUCKLAND, quietFrom: clock(-1), quietTo: clock(1) },
		expected: { ...untouched, batches: ['postponed', 'postponed'] },
	},
	{
		name: 'gives outside the quiet hours of its customers',
		settings: { timeZone: AUCKLAND, quietFrom: clock(1), quietTo: clock(3) },
		expected: finished,
	},
	{
		name: 'ends at its stop date',
		settings: { stopAt: inHours(-1) },
		expected: { ...untouched, status: 'finished', problem: 'The stop date was reached.' },
	},
	{
		name: 'holds the batch that is over the budget',
		settings: { budget: 50 },
		expected: { ...finished, given: 3, batches: ['done', 'held'] },
	},
	{
		name: 'stops when a batch was changed after the approval',
		then: async ({ tables }, campaign) => {
			const list = JSON.stringify([{ ...customer(0), mb: 5_000 }]);
			for (const number of [1, 2])
				await tables.update('gift_batches', { campaign, number }, { list });
		},
		expected: {
			...untouched,
			status: 'planned',
			problem: expect.stringMatching(
				/^Batch [12] was changed after the approval. Check the list, then approve it again.$/,
			) as string,
		},
	},
	{
		name: 'gives nothing to numbers that opted out after the approval',
		then: async ({ tables }) => {
			const phones = [customer(500).phone, `+${customer(501).phone}`, `00${customer(502).phone}`];
			await tables.insert(
				'gift_opt_outs',
				phones.map((phone) => ({ phone, reason: 'test' })),
			);
		},
		settings: { rows: [500, 501, 502, 503, 504, 505].map(customer) },
		expected: { ...finished, given: 3 },
	},
	{
		name: 'waits for its start',
		settings: { startAt: inHours(1) },
		expected: untouched,
	},
	{
		name: 'waits for its approval',
		unapproved: true,
		expected: { ...untouched, status: 'planned' },
	},
	{
		name: 'gives nothing after it was canceled',
		then: async ({ tables }, campaign) => {
			await tables.update('gift_campaigns', { id: campaign }, { status: 'canceled' });
		},
		expected: { ...untouched, status: 'canceled' },
	},
];

let host: CampaignHost;
const ids = new Map<string, number>();

// All run side by side, for the clock of the runner is slow.
beforeAll(async () => {
	host = await startOnSqlite();
	const { tables } = host;
	await createTables(tables);
	for (const [n, { name, settings = {} }] of examples.entries()) {
		const rows = Array.from({ length: 6 }, (_, row) => customer(n * 6 + row));
		const startAt = settings.startAt ?? inHours(1);
		ids.set(name, await plan(tables, { name, rows, batchRows: 3, ...settings, startAt }));
	}
	for (const { name, settings, unapproved, then } of examples) {
		const id = ids.get(name) ?? 0;
		if (!unapproved) await approve(tables, id);
		await then?.(host, id);
		if (!settings?.startAt) {
			await tables.update('gift_campaigns', { id }, { startAt: inHours(-1).toISOString() });
		}
	}
}, 300_000);

afterAll(async () => {
	await host.stop();
}, 60_000);

async function stateOf(name: string): Promise<State> {
	const campaign = ids.get(name) ?? 0;
	const [row] = await host.tables.rows('gift_campaigns', { id: campaign });
	const batches = await host.tables.rows('gift_batches', { campaign });
	const isPostponed = (until: unknown) => Date.parse(String(until)) > Date.now() + 600_000;
	return {
		status: String(row?.status),
		problem: String(row?.problem),
		given: host.requests.filter(({ gift }) => gift?.clientId?.startsWith(`${name}-`)).length,
		batches: batches
			.sort((a, b) => Number(a.number) - Number(b.number))
			.map(({ status, leaseUntil }) => (isPostponed(leaseUntil) ? 'postponed' : String(status))),
	};
}

// Those that shall not change are looked at when the others have ended.
const last = examples.filter(({ expected }) => expected.given === 0);

it.each([...examples.filter((one) => !last.includes(one)), ...last])(
	'a campaign $name',
	async ({ name, expected }) => {
		const isThere = async () => {
			const { status, batches } = await stateOf(name);
			const wanted = status === expected.status && batches.join() === expected.batches.join();
			return wanted ? true : undefined;
		};
		await waitFor(name, isThere, { timeoutMs: 120_000, everyMs: 1_000 }).catch(() => undefined);
		expect(await stateOf(name)).toEqual(expected);
	},
	180_000,
);
