import { dayOf } from '../../campaign/dayLimit';
import { claimedBatch, phoneOf, runCampaign, storedCampaign } from '../support/campaign/stored';
import { loggedIn } from '../support/gifting';
import { giftRoute, Platform } from '../support/platform';

const platform = Platform.forEach();

const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }));
const { campaign, batches, list } = storedCampaign(1, { giftsPerMonth: 2 });
const own = claimedBatch(batches[0]);
const day = dayOf(Date.now(), 'UTC');
const runUntil = Date.now() + 20_000;
const work = { campaign, batch: own, claimed: [own], claimedMb: 0, day, runUntil };

const run = async (fields: object, items: object[] = [{}]) =>
	await runCampaign(await loggedIn(platform), fields, items);
const send = async (changed: object, today: object[] = []) =>
	await run({
		operation: 'sendBatch',
		work: { ...work, ...changed },
		list,
		today: itemsOf(...today),
	});

const campaignColumns = ['active', 'round', 'countedUpTo', 'listHash', 'approved'];
const batchColumns = ['megabytesBefore', 'dayMb', 'notSentMb', 'version', 'takenOver', 'results'];

/** What n8n gives of a deleted column, of an empty cell and of one with another type. */
const wrong = [undefined, null, ['something else']];

describe.each(wrong)('Send Batch sends nothing where a column holds %j', (value) => {
	const without = (row: object, column: string) => ({ ...row, [column]: value });
	const words = (table: string, column: string) =>
		value === undefined
			? `'${column}' is missing in ${table}`
			: `'${column}' in row 1 of ${table} must be `;

	it.each([
		...campaignColumns.map((column): [string, string, () => ReturnType<typeof send>] => [
			'mobile_data_campaigns',
			column,
			() => send({ campaign: without(campaign, column) }),
		]),
		...batchColumns.map((column): [string, string, () => ReturnType<typeof send>] => [
			'mobile_data_batches',
			column,
			() => send({ batch: without(own, column) }),
		]),
		[
			'mobile_data_batches',
			'leaseUntil',
			() => send({ claimed: [own, without(own, 'leaseUntil')] }),
		],
		['mobile_data_batches', 'dayMb', () => send({}, [without(batches[0], 'dayMb')])],
	])('%s, %s', async (table, column, sending) => {
		const { error, outputs } = await sending();
		expect(error?.message).toContain(words(table, column));
		expect(error?.description).toMatch(/Data Table/);
		expect(outputs.flat()).toEqual([]);
		expect(platform.requestsTo(giftRoute)).toEqual({});
	});
});

it.each(['budget', 'startAt', 'quietFrom', 'megabytesPerDay', 'giftsPerMonth'])(
	'Send Batch sends nothing where the cell %s of a campaign was emptied, and its approval is void',
	async (column) => {
		const { outputs } = await send({ campaign: { ...campaign, [column]: null } });
		const report = outputs[2]?.[0];
		expect(report?.action).toBe('void');
		expect(report?.reason).toMatch(/ and is not set\. Check the campaign/);
		expect(platform.requestsTo(giftRoute)).toEqual({});
	},
);

it.each(['budget', 'startAt', 'quietFrom', 'rowsPerSecond', 'megabytesPerDay', 'giftsPerMonth'])(
	'Send Batch sends nothing where the column %s was deleted',
	async (column) => {
		const { error } = await send({ campaign: { ...campaign, [column]: undefined } });
		expect(error?.message).toBe(`'${column}' is missing in mobile_data_campaigns`);
		expect(platform.requestsTo(giftRoute)).toEqual({});
	},
);

it('a row that a person added and left empty is no campaign', async () => {
	const empty = Object.fromEntries(Object.keys(campaign).map((name) => [name, null]));
	const request = { headers: { accept: 'text/html' } };
	const pageUrl = 'https://n8n.example.com/webhook/campaign';
	const campaigns = itemsOf({ ...empty, id: 2 }, campaign);
	const { error, outputs } = await run({ operation: 'answerDesk', campaigns, request, pageUrl });
	expect(error).toBeUndefined();
	expect(JSON.stringify(outputs)).toContain(campaign.name);
});

it.each([
	['budget', '1000', 'a number'],
	['budget', NaN, 'a number'],
	['active', 'true', 'true or false'],
	['quietFrom', 21, 'text'],
	['stopAt', 0, 'text'],
	['status', 'runing', 'one of planned, running, paused, canceled, finished'],
])('Send Batch sends nothing where %s is %j', async (column, value, type) => {
	const { error } = await send({ campaign: { ...campaign, [column]: value } });
	expect(error?.message).toBe(`'${column}' in row 1 of mobile_data_campaigns must be ${type}`);
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

it('sends where rows have columns of n8n and of people, too', async () => {
	const more = { createdAt: '2026-11-26T10:00:00.000Z', updatedAt: null, note: null };
	const { error } = await send({
		campaign: { ...campaign, ...more },
		batch: { ...claimedBatch(batches[0]), ...more },
	});
	expect(error).toBeUndefined();
	expect(platform.requestsTo(giftRoute)).toEqual({ 200: 1 });
});

it.each(['claimed', 'claimedMb', 'day', 'runUntil'])(
	'sends nothing where Find Work gives no %s',
	async (name) => {
		const { error } = await send({ [name]: null });
		expect(error?.message).toBe("'Work' must be what another node has read");
		expect(platform.requestsTo(giftRoute)).toEqual({});
	},
);

describe('What other operations read', () => {
	const broken = { ...campaign, round: null };
	const batch = { ...own, dayMb: null };
	const stored = { planId: campaign.planId, number: 1, list: null };
	const request = { query: { key: 'control' }, body: {} };
	const pageUrl = 'https://n8n.example.com/webhook/campaign';
	const started = new Date().toISOString();
	const plan = {
		operation: 'plan',
		source: 'items',
		name: 'summer',
		serviceKey: { __rl: true, mode: 'id', value: 'LOYALTYDATA01' },
		budget: 10,
		giftsPerMonth: 1,
		optOuts: [],
		others: [],
		countedBatches: [],
		countedLists: [],
	};
	const customer = [{ phone: phoneOf(0), megabytes: 5 }];

	it.each<[string, string, object, object[]]>([
		['round', 'findWork', { campaigns: itemsOf(broken), started }, [{}]],
		['dayMb', 'findWork', { campaigns: itemsOf(campaign), started }, [batch]],
		['id', 'claimBatch', { campaigns: itemsOf({}, { notOwner: '-' }) }, [{}]],
		['round', 'claimBatch', { campaigns: itemsOf({ campaign: broken }) }, [{}]],
		['dayMb', 'claimBatch', { campaigns: itemsOf({ campaign }) }, [batch]],
		['round', 'findCounted', {}, [broken]],
		['round', 'report', { campaign: broken, pageUrl }, [{}]],
		['dayMb', 'report', { campaign, pageUrl }, [batch]],
		['round', 'answerPage', { campaign: broken, others: [], request }, [{}]],
		['round', 'answerPage', { campaign, others: itemsOf(broken), request }, [{}]],
		['dayMb', 'answerPage', { campaign, others: [], request }, [batch]],
		['round', 'answerRows', { campaign: broken, batches: [], request }, [{}]],
		['dayMb', 'answerRows', { campaign, batches: itemsOf(batch), request }, [{}]],
		['list', 'answerRows', { campaign, batches: itemsOf(own), request }, [stored]],
		['round', 'answerDesk', { campaigns: itemsOf(broken), request: {}, pageUrl }, [{}]],
		['dayMb', 'answerDesk', { campaigns: [], request: {}, pageUrl }, [batch]],
		['round', 'answerDesk', { campaigns: [], request: { body: { a: 1 } }, pageUrl }, [broken]],
		['round', 'plan', { ...plan, others: itemsOf(broken) }, customer],
		['dayMb', 'plan', { ...plan, countedBatches: itemsOf(batch) }, customer],
		['list', 'plan', { ...plan, countedLists: itemsOf(stored) }, customer],
	])('names the column %s in %s', async (column, operation, fields, items) => {
		const { error, outputs } = await run({ ...fields, operation }, items);
		expect(error?.message).toContain(`'${column}' `);
		expect(error?.message).toContain('mobile_data_');
		expect(outputs.flat()).toEqual([]);
	});
});
