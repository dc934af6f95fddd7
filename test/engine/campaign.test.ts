import { claimedBatch, execution, runCampaign, storedCampaign } from '../support/campaign/stored';
import { accountAt, n8nWith } from '../support/platform';

/** Nothing of this talks to the platform. */
const n8n = n8nWith(accountAt('https://billing.example.com'));

const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }));
const run = async (parameters: object, items?: object[]) =>
	await runCampaign(n8n, parameters, items);

describe('Find Work', () => {
	const find = async (
		campaigns: object[],
		claims: object[],
		started = new Date().toISOString(),
	) => {
		const parameters = { operation: 'findWork', campaigns: itemsOf(...campaigns), started };
		const { outputs, error } = await run(parameters, claims.length > 0 ? claims : [{}]);
		expect(error).toBeUndefined();
		return outputs;
	};
	const { campaign, batches } = storedCampaign(1);
	const [batch] = batches;

	it('goes on with the batch that this execution has claimed, whatever the time', async () => {
		const own = claimedBatch(batch);
		const [works, others] = await find([campaign], [own], '2026-01-01T00:00:00Z');
		expect(works).toMatchObject([{ campaign: { id: 1 }, batch: { id: 1 }, claimed: [{ id: 1 }] }]);
		expect(works?.[0]?.optOutsSince).toMatch(/Z$/);
		expect(others).toEqual([]);
	});

	it('chooses a campaign that sends', async () => {
		const [works, chosen] = await find([campaign], [claimedBatch(batch, 'another.1')]);
		expect(works).toEqual([]);
		expect(chosen?.map((one) => one.notOwner)).toEqual(['-']);
	});

	it('claims nothing 20 seconds after the execution has started', async () => {
		const started = new Date(Date.now() - 21_000).toISOString();
		expect((await find([campaign], [], started)).flat()).toEqual([]);
	});

	it.each([
		[{ campaigns: 'x', started: '2026-01-01' }, "'Campaigns' must be what another node has read"],
		[{ campaigns: [], started: 'soon' }, "'Started' must be a time"],
	])('refuses %j', async (fields, words) => {
		const { error } = await run({ operation: 'findWork', ...fields });
		expect(error?.message).toContain(words);
	});
});

describe('Claim Batch', () => {
	const { campaign, batches } = storedCampaign(1);
	const [batch] = batches;
	const claim = async (left: object[], more: object = {}) => {
		const campaigns = itemsOf({ campaign: { ...campaign, ...more } });
		const parameters = { operation: 'claimBatch', campaigns };
		const { outputs } = await run(parameters, left.length > 0 ? left : [{}]);
		return outputs;
	};

	it('claims a batch that is due, as it was read', async () => {
		const [campaigns, claimed] = await claim([batch]);
		expect(claimed).toEqual([
			{
				id: 1,
				version: 1,
				takenOver: false,
				owner: expect.stringMatching(`^${execution}\\.\\w{12}$`) as string,
				leaseUntil: expect.stringMatching(/Z$/) as string,
			},
		]);
		expect(campaigns).toEqual([]);
	});

	it.each<[string, object[], object, object[]]>([
		['finishes a campaign without open batches', [], {}, [{ status: 'finished', active: false }]],
		['waits where no batch is due', [claimedBatch(batch, 'another.1')], {}, []],
	])('%s', async (_, left, more, sets) => {
		const [campaigns, claimed] = await claim(left, more);
		expect(claimed).toEqual([]);
		expect(campaigns?.map(({ set }) => set)).toMatchObject(sets);
	});
});

describe('Report', () => {
	it.each<[string, object, number[]]>([
		['a campaign that ended', { status: 'finished' }, [1, 0]],
		['a campaign that needs a person', { status: 'paused' }, [0, 1]],
		['nothing of a campaign that sends', {}, [0, 0]],
		['nothing again of one that rests', { status: 'paused', active: false }, [0, 0]],
	])('tells %s at an output of its own', async (_, more, told) => {
		const { campaign, batches } = storedCampaign(1);
		const pageUrl = 'https://n8n.example.com/webhook/campaign';
		const stored = itemsOf({ ...campaign, ...more });
		const parameters = { operation: 'report', campaign: stored[0]?.json, pageUrl };
		const { outputs, error } = await run(parameters, [...batches]);
		expect(error).toBeUndefined();
		expect(outputs.slice(0, 2).map(({ length }) => length)).toEqual(told);
		const [message] = outputs.flat();
		if (message) expect(message).toMatchObject({ campaign: 'spring', ...more, rows: 1 });
	});
});
