import { hashOf } from '../../campaign/seal';
import { giveTo, loggedIn } from '../support/gifting';
import { looks, n8nWith, Platform } from '../support/platform';
import {
	claimedBatch,
	execution,
	phoneOf,
	runCampaign,
	storedCampaign,
} from '../support/campaign/stored';
import { byKey } from '../support/stub';

const platform = Platform.forEach();

const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }));
const run = async (parameters: object, items?: object[]) =>
	await runCampaign(n8nWith(platform.account), parameters, items);

const answering = (answer: { status: number; body: unknown }) => {
	return { path: looks, fault: { kind: 'answer', ...answer } } as const;
};

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

	const others = claimedBatch(batch, 'another.1');
	it.each<[string, object[], object[], string | undefined]>([
		['a campaign that sends', [campaign], [others], '-'],
		['a paused campaign, for its look-ups', [{ ...campaign, status: 'paused' }], [], 'nobody'],
		['no campaign whose rate others use', [{ ...campaign, rowsPerSecond: 5 }], [others], undefined],
	])('chooses %s', async (_, campaigns, claims, notOwner) => {
		const [works, chosen] = await find(campaigns, claims);
		expect(works).toEqual([]);
		expect(chosen?.map((one) => one.notOwner)).toEqual(notOwner === undefined ? [] : [notOwner]);
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
		const parameters = { operation: 'claimBatch', campaign: { ...campaign, ...more } };
		const { outputs } = await run(parameters, left.length > 0 ? left : [{}]);
		return outputs;
	};

	it('claims a batch that is due, as it was read', async () => {
		const [campaigns, claimed] = await claim([batch]);
		expect(claimed).toEqual([
			{
				...{ id: 1, version: 1, takenOver: false },
				owner: expect.stringMatching(`^${execution}\\.\\w{12}$`) as string,
				leaseUntil: expect.stringMatching(/Z$/) as string,
			},
		]);
		expect(campaigns).toEqual([]);
	});

	it.each<[string, object[], object, object[]]>([
		['finishes a campaign without open batches', [], {}, [{ status: 'finished', active: false }]],
		['leaves a paused one without look-ups', [], { status: 'paused' }, [{ active: false }]],
		['claims nothing before the start', [batch], { startAt: '2100-01-01T00:00:00.000Z' }, []],
		['waits where no batch is due', [claimedBatch(batch, 'another.1')], {}, []],
	])('%s', async (_, left, more, sets) => {
		const [campaigns, claimed] = await claim(left, more);
		expect(claimed).toEqual([]);
		expect(campaigns?.map(({ set }) => set)).toMatchObject(sets);
	});
});

describe('Plan', () => {
	const rows = [0, 1, 2].map((n) => ({ row: n + 2, phone: phoneOf(n), megabytes: 5 }));
	const fields = {
		...{ operation: 'plan', name: 'spring', serviceKey: byKey('LOYALTYDATA01'), budget: 1000 },
		optOuts: itemsOf({ phone: phoneOf(2) }),
	};

	it('gives what is stored, whom it leaves out, and a report', async () => {
		const gift = { phone: phoneOf(0), megabytes: 1 };
		const parameters = { clientId: '', campaign: 'spring' };
		await giveTo(await loggedIn(platform), [gift], { parameters });
		const { outputs } = await run(fields, rows);
		const [campaigns, batches, lists, leftOut, reports] = outputs;
		expect(campaigns).toMatchObject([
			{ name: 'spring', status: 'planning', rows: 2, stopAt: null, active: false },
		]);
		expect(campaigns?.[0]?.viewKey).not.toBe(campaigns?.[0]?.controlKey);
		expect(batches).toMatchObject([{ number: 1, results: 'b-', givenBefore: 1, notSent: 1 }]);
		expect(lists).toMatchObject([{ number: 1, list: expect.stringContaining('999') as string }]);
		expect(leftOut).toEqual([{ row: 4, phone: phoneOf(2), reason: 'Opted out' }]);
		const hash = hashOf(campaigns?.[0] as never);
		expect(reports).toMatchObject([{ rows: 2, leftOut: 1, megabytes: 10, hash }]);
	});

	it.each<[object, string]>([
		[{ budget: 'much' }, "'Budget (MB)' must be a positive number"],
		[{ quietFrom: '21:00' }, "'Quiet Hours To' must be another time"],
		[{ optOuts: itemsOf({ phone: 'x' }) }, "'Opt-Outs' has an opt-out that can't be read: "],
		[{ optOuts: '' }, "'Opt-Outs' must be what another node has read"],
		[{ stopAt: '2020-01-01' }, "'Stop' must be later than the start and now"],
	])('refuses %j', async (more, words) => {
		expect((await run({ ...fields, ...more }, rows)).error?.message).toContain(words);
	});

	it.each<[string, Parameters<Platform['faults']>[0], string]>([
		['cannot be read', answering({ status: 403, body: {} }), "can't be read"],
		['shows no references', answering({ status: 200, body: [{ id: 1 }] }), 'no client references'],
		[
			'shows a similar reference',
			answering({ status: 200, body: [{ msisdn: phoneOf(0), clientId: `SPRING-${phoneOf(0)}` }] }),
			'similar reference',
		],
	])('plans nothing where the list of gifts %s', async (_, fault, words) => {
		platform.faults(fault);
		expect((await run(fields, rows)).error?.message).toContain(words);
	});
});

describe('Change', () => {
	const planned = storedCampaign(3, {}, false);
	const running = storedCampaign(3);
	const change = async (button: string, { campaign, batches, list } = running, more = {}) => {
		const lists = itemsOf({ number: 1, list });
		const namesakes = itemsOf(campaign);
		const fields = { operation: 'change', button, campaign, lists, namesakes, key: 'control' };
		const { outputs, error } = await run({ ...fields, ...more }, [...batches]);
		expect(error).toBeUndefined();
		return outputs;
	};

	it('approves a campaign as it was shown', async () => {
		const more = { hash: hashOf(planned.campaign), by: 'Ada' };
		const [open, batches, campaigns] = await change('approve', planned, more);
		expect(open?.map(({ where }) => where)).toMatchObject([{ status: 'held' }, { status: 'open' }]);
		expect(batches).toEqual([]);
		expect(campaigns).toMatchObject([
			{
				where: { id: 1, status: 'planned', round: 0 },
				set: { status: 'running', active: true, round: 1, approvedBy: 'Ada', problem: '' },
			},
		]);
	});

	it.each([
		['pause', 'paused'],
		['cancel', 'canceled'],
	])('says what %s writes', async (button, status) => {
		const [, , campaigns] = await change(button);
		expect(campaigns).toMatchObject([{ where: { status: 'running' }, set: { status, round: 1 } }]);
	});

	it('opens the rows that failed', async () => {
		const failed = { results: 'gf-', status: 'done' as const };
		const batches = [{ ...running.batches[0], ...failed }] as const;
		const [, changed, campaigns, , report] = await change('retry', { ...running, batches });
		expect(changed).toMatchObject([{ id: 1, version: 1, results: 'g?-', owner: 'look up' }]);
		expect(campaigns).toMatchObject([{ set: { round: 2 } }]);
		expect(report).toEqual([{ button: 'retry', rows: 1, skipped: 0 }]);
	});

	it.each<[string, typeof planned, string, object?]>([
		['approve', planned, 'the campaign was changed'],
		['resume', running, 'the campaign is running'],
		['retry', planned, 'the campaign is waiting for approval'],
		['pause', running, 'this address shows the campaign', { key: 'view' }],
	])('refuses to %s in words', async (button, stored, words, more = {}) => {
		const outputs = await change(button, stored, { hash: 'other', ...more });
		expect(outputs[3]).toMatchObject([{ refused: expect.stringContaining(words) as string }]);
		expect([0, 1, 2, 4].flatMap((output) => outputs[output])).toEqual([]);
	});
});
