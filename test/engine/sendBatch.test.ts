import { dayOf } from '../../campaign/dayLimit';
import type { Batch, Campaign } from '../../campaign/types';
import { giftPath, giftRoute, looks, n8nWith, Platform } from '../support/platform';
import { loggedIn } from '../support/gifting';
import { claimedBatch, phoneOf, runCampaign, storedCampaign } from '../support/campaign/stored';

const platform = Platform.forEach();

interface Sending {
	count?: number;
	settings?: Parameters<typeof storedCampaign>[1];
	campaign?: Partial<Campaign>;
	batch?: Partial<Batch>;
	optOuts?: object[];
	/** When the batch was claimed. */
	at?: number;
	claimed?: Batch[];
	/** Batches that have given something today. */
	today?: object[];
}

/** What Find Work tells of today. */
const day = { day: dayOf(Date.now(), 'UTC'), claimedMb: 0 };

/** Takes a step with a batch of a campaign, and gives what is to be written. */
async function send({ count = 3, optOuts = [], claimed, today = [], ...more }: Sending = {}) {
	// Before the claim, whose time runs.
	const n8n = await loggedIn(platform);
	const { campaign, batches, list } = storedCampaign(count, more.settings);
	const own = claimedBatch({ ...batches[0], ...more.batch }, undefined, more.at);
	const work = {
		campaign: { ...campaign, ...more.campaign },
		batch: own,
		claimed: claimed ?? [own],
		runUntil: Date.now() + 20_000,
		...day,
	};
	const { outputs, error } = await runCampaign(
		n8n,
		{ operation: 'sendBatch', work, list, today },
		optOuts.length > 0 ? optOuts : [{}],
	);
	expect(error).toBeUndefined();
	const [[written], [batch], [report]] = outputs as [{ set: object }[], Partial<Batch>[], object[]];
	return { campaign: written, batch, report, own };
}

const answering = (status: number, body: unknown = {}) => {
	return { kind: 'answer', status, body } as const;
};

it('gives each row once by one request, and says what to write', async () => {
	const { batch, campaign, report, own } = await send({ count: 20 });
	expect(batch).toMatchObject({ id: 1, version: own.version + 1, given: 20, givenMb: 40 });
	expect(batch).toMatchObject({ results: 'g'.repeat(20), status: 'done', owner: 'nobody' });
	expect(campaign).toBeUndefined();
	const pace = expect.objectContaining({ requests: 20 }) as object;
	expect(report).toEqual({ action: 'done', reason: '', campaign: 'spring', batch: 1, pace });
	expect(platform.requestsTo(giftRoute)).toEqual({ 200: 20 });
	expect(platform.requestsTo(`GET ${looks}`)).toEqual({});
	expect(platform.gifts()[0]).toMatchObject({ clientId: `spring-${phoneOf(0)}`, amount: 2 });
});

it.each<[string, Parameters<Platform['faults']>[0], object]>([
	[
		'refuses',
		{ path: giftPath, every: 2, fault: answering(400, { message: 'Unknown number' }) },
		{ results: 'gfg', failed: 1, reasons: expect.stringContaining('Unknown number') as string },
	],
	[
		'answers by what nobody understands, and shows no gift',
		{ path: giftPath, every: 2, fault: answering(200, { code: 4021, description: 'No data' }) },
		{ results: 'gfg', failed: 1, reasons: expect.stringContaining('No data – 4021') as string },
	],
	[
		'gives and does not answer, and shows it',
		{ path: giftPath, every: 2, fault: { kind: 'drop', when: 'after' } },
		{ results: 'ggg' },
	],
])('keeps what became of a row that the platform %s', async (_, fault, columns) => {
	platform.faults(fault);
	expect((await send()).batch).toMatchObject(columns);
});

it('keeps a row in doubt for a look-up where the platform tells nothing', async () => {
	platform.faults(
		{ path: giftPath, times: 1, fault: { kind: 'drop', when: 'after' } },
		{ path: looks, fault: answering(403) },
	);
	const { batch, report } = await send({ count: 1 });
	expect(batch).toMatchObject({ results: 'd', owner: 'look up', status: 'open' });
	expect(report).toMatchObject({ action: 'postpone' });
});

it('pauses the campaign where the login is refused', async () => {
	const { campaign, batches, list } = storedCampaign(30);
	const batch = claimedBatch(batches[0]);
	const work = { campaign, batch, claimed: [], runUntil: Date.now(), ...day };
	const n8n = n8nWith({ ...platform.account, password: 'wrong' });
	const { outputs } = await runCampaign(n8n, {
		operation: 'sendBatch',
		work,
		list,
		today: [],
	});
	expect(outputs[0]).toMatchObject([{ set: { status: 'paused', active: true, round: 1 } }]);
	expect(outputs[1]).toMatchObject([{ notSent: 30, owner: 'nobody', results: '-'.repeat(30) }]);
	expect(platform.tokenRequestCount()).toBeLessThan(3);
});

it.each([
	['the token is refused, though the login is not', 401, 'running'],
	['there are too many requests', 429, 'running'],
])('fails no row where %s', async (_, status, then) => {
	platform.faults({ path: giftPath, fault: answering(status) });
	const { batch, campaign } = await send({ count: 2 });
	expect(batch).toMatchObject({ results: '--', owner: 'nobody' });
	expect(campaign?.set).toMatchObject({
		status: then,
		problem: expect.stringMatching(/./) as string,
	});
});
