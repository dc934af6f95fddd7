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

const campaignColumns = ['budget', 'rowsPerSecond', 'megabytesPerDay', 'startAt', 'approved'];
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
	const broken = { ...campaign, budget: null };
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
		['budget', 'findWork', { campaigns: itemsOf(broken), started }, [{}]],
		['dayMb', 'findWork', { campaigns: itemsOf(campaign), started }, [batch]],
		['id', 'claimBatch', { campaigns: itemsOf({}, { notOwner: '-' }) }, [{}]],
		['budget', 'claimBatch', { campaigns: itemsOf({ campaign: broken }) }, [{}]],
		['dayMb', 'claimBatch', { campaigns: itemsOf({ campaign }) }, [batch]],
		['budget', 'findCounted', {}, [broken]],
		['budget', 'report', { campaign: broken, pageUrl }, [{}]],
		['dayMb', 'report', { campaign, pageUrl }, [batch]],
		['budget', 'answerPage', { campaign: broken, others: [], request }, [{}]],
		['budget', 'answerPage', { campaign, others: itemsOf(broken), request }, [{}]],
		['dayMb', 'answerPage', { campaign, others: [], request }, [batch]],
		['budget', 'answerRows', { campaign: broken, batches: [], request }, [{}]],
		['dayMb', 'answerRows', { campaign, batches: itemsOf(batch), request }, [{}]],
		['list', 'answerRows', { campaign, batches: itemsOf(own), request }, [stored]],
		['budget', 'answerDesk', { campaigns: itemsOf(broken), request: {}, pageUrl }, [{}]],
		['dayMb', 'answerDesk', { campaigns: [], request: {}, pageUrl }, [batch]],
		['budget', 'answerDesk', { campaigns: [], request: { body: { a: 1 } }, pageUrl }, [broken]],
		['budget', 'plan', { ...plan, others: itemsOf(broken) }, customer],
		['dayMb', 'plan', { ...plan, countedBatches: itemsOf(batch) }, customer],
		['list', 'plan', { ...plan, countedLists: itemsOf(stored) }, customer],
	])('names the column %s in %s', async (column, operation, fields, items) => {
		const { error, outputs } = await run({ ...fields, operation }, items);
		expect(error?.message).toContain(`'${column}' `);
		expect(error?.message).toContain('mobile_data_');
		expect(outputs.flat()).toEqual([]);
	});
});
