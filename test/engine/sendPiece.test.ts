import { dayOf } from '../../campaign/dayLimit';
import { atOnce } from '../../campaign/piece';
import type { Piece, Campaign, Runner } from '../../campaign/types';
import { giftPath, giftRoute, looks, n8nWith, Platform } from '../support/platform';
import { loggedIn } from '../support/gifting';
import {
	execution,
	phoneOf,
	runCampaign,
	storedCampaign,
	takenBy,
} from '../support/campaign/stored';

const platform = Platform.forEach();

interface Sending {
	count?: number;
	settings?: Parameters<typeof storedCampaign>[1];
	campaign?: Partial<Campaign>;
	piece?: Partial<Piece>;
	optOuts?: object[];
	/** When the step began. */
	at?: number;
	/** The runner's row as it was read back. */
	runner?: Partial<Runner>;
}

const token = `${execution}.1`;
const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }));

/** Takes a step with a piece of a campaign, and gives what is to be written. */
async function send({ count = 3, optOuts = [], at, ...more }: Sending = {}) {
	// Before the step, whose time runs.
	const n8n = await loggedIn(platform);
	const { campaign, pieces, list } = storedCampaign(count, more.settings);
	const piece = { ...pieces[0], ...more.piece };
	const began = at ?? Date.now();
	const own = { ...campaign, ...more.campaign };
	const runner = { ...takenBy(token, [piece], began, dayOf(began, 'UTC')), ...more.runner };
	const { outputs, error } = await runCampaign(n8n, {
		operation: 'sendPiece',
		runner,
		step: { token, sendUntil: began + 20_000, campaigns: [own], changes: [], work: [{ piece }] },
		lists: itemsOf({ planId: 'p1', number: 1, list }),
		optOuts: itemsOf(...optOuts),
	});
	expect(error).toBeUndefined();
	const [[written], [saved], [last]] = outputs as unknown as [
		{ set: Pick<Campaign, 'totals' | 'dueAt' | 'problem'> }[],
		{ where: object; set: Partial<Piece> }[],
		object[],
	];
	return { campaign: written, piece: saved?.set, where: saved?.where, last };
}

const answering = (status: number, body: unknown = {}) => {
	return { kind: 'answer', status, body } as const;
};

/** An answer that says when to ask again, in seconds. */
const busy = (status: number) => ({ ...answering(status), headers: { 'retry-after': '1' } });

it('gives each row once by one request, and says what to write', async () => {
	const { piece, where, campaign, last } = await send({ count: 60 });
	expect(where).toEqual({ id: 1, stamp: 'planned' });
	expect(piece).toMatchObject({ stamp: token, given: 60, givenMb: 120, stepMb: 120 });
	expect(piece).toMatchObject({ results: 'g'.repeat(60), status: 'done' });
	expect(campaign?.set).toMatchObject({ status: 'running', problem: '' });
	const pace = expect.objectContaining({ requests: 60 }) as object;
	expect(last).toMatchObject({ runner: { token, dayMb: 0 }, rows: 60, reasons: [], pace });
	const counted = JSON.parse(campaign?.set.totals ?? '{}') as object;
	const paced = expect.stringMatching(/./) as string;
	expect(counted).toMatchObject({ pieces: 1, rows: 60, given: 60, notSent: 0, pace: paced });
	expect(platform.requestsTo(giftRoute)).toEqual({ 200: 60 });
	expect(platform.requestsTo(`GET ${looks}`)).toEqual({});
	expect(platform.gifts()[0]).toMatchObject({ clientId: `spring-${phoneOf(0)}`, amount: 2 });
});

it.each([
	['another runner was first', { token: 'other.1' }],
	['nothing was read back', { token: undefined }],
])('sends nothing where %s', async (_, runner) => {
	expect((await send({ runner })).piece).toBeUndefined();
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

it('sends as many rows as the rate allows, in even steps', async () => {
	const began = performance.now();
	const { piece } = await send({ count: 20, settings: { rowsPerSecond: 5 } });
	expect(piece).toMatchObject({ given: 10, status: 'open' });
	expect(performance.now() - began).toBeGreaterThan(1_800);
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
])('keeps the result of a row that the platform %s', async (_, fault, columns) => {
	platform.faults(fault);
	expect((await send()).piece).toMatchObject(columns);
});

it('keeps a row in doubt for a look-up if the platform tells nothing', async () => {
	platform.faults(
		{ path: giftPath, times: 1, fault: { kind: 'drop', when: 'after' } },
		{ path: looks, fault: answering(403) },
	);
	const { piece } = await send({ count: 1 });
	expect(piece).toMatchObject({ results: 'd', status: 'open' });
	expect(Date.parse(piece?.dueAt ?? '') - Date.now()).toBeGreaterThan(50_000);
});

it('keeps a row without a response in doubt, and says that it was too late for a retry', async () => {
	platform.faults({ path: giftPath, fault: { kind: 'drop' } });
	const { piece } = await send({ count: 1, at: Date.now() - 19_000 });
	expect(piece).toMatchObject({ results: 'd' });
	expect(piece?.reasons).toContain('The earlier request got no response');
});

it('keeps a row in doubt if its first request got no response, and the retry is one too many', async () => {
	platform.faults(
		{ path: giftPath, times: 1, fault: { kind: 'drop' } },
		{ path: giftPath, fault: answering(429) },
	);
	const { piece } = await send({ count: 1 });
	expect(piece).toMatchObject({ results: 'd' });
});

it('asks twice for the gift of a row in doubt before it is not sent', async () => {
	await send({ count: 1 });
	platform.faults({ path: looks, times: 1, fault: answering(200, []) });
	const doubts = JSON.stringify({ 0: { lookUps: 1, at: new Date(0).toISOString() } });
	const { piece } = await send({ count: 1, piece: { results: 'd', doubts } });
	expect(piece).toMatchObject({ results: 'g' });
});

it('says of a row in doubt whose look-up fails not that it was not sent', async () => {
	const due = { lookUps: 1, at: new Date(0).toISOString() };
	platform.faults({ path: looks, every: 2, fault: answering(403) });
	const stored = { results: 'dd', doubts: JSON.stringify({ 0: due, 1: due }) };
	const { piece } = await send({ count: 2, piece: stored });
	expect([...(piece?.results ?? '')].sort().join('')).toBe('-d');
	expect(piece?.reasons).toContain('The look-up failed: ');
	expect(piece?.reasons).not.toContain('ot sent');
});

it('pauses the campaign if the login is refused', async () => {
	const { campaign, pieces, list } = storedCampaign(30);
	const n8n = n8nWith({ ...platform.account, password: 'wrong' });
	const { outputs } = await runCampaign(n8n, {
		operation: 'sendPiece',
		runner: takenBy(token, [pieces[0]], Date.now()),
		step: {
			token,
			sendUntil: Date.now() + 2_000,
			campaigns: [campaign],
			changes: [],
			work: [{ piece: pieces[0] }],
		},
		lists: itemsOf({ planId: 'p1', number: 1, list }),
		optOuts: [],
	});
	expect(outputs[0]).toMatchObject([{ set: { status: 'paused', active: true, round: 1 } }]);
	expect(outputs[1]).toMatchObject([{ set: { notSent: 30, results: '-'.repeat(30) } }]);
	expect(platform.tokenRequestCount()).toBeLessThan(3);
});

it.each([
	['the token is refused, though the login is not', 401, /HTTP 401/, 50_000],
	['there are too many requests', 429, /HTTP 429/, 5_000],
])('fails no row where %s, says so, and waits', async (_, status, problem, least) => {
	platform.faults({ path: giftPath, fault: busy(status) });
	// As much time as a step has.
	const { piece, campaign } = await send({ count: 2, at: Date.now() - 18_000 });
	expect(piece).toMatchObject({ results: '--', status: 'open' });
	expect(Date.parse(campaign?.set.dueAt ?? '') - Date.now()).toBeGreaterThan(least);
	expect(campaign?.set).toMatchObject({
		status: 'running',
		problem: expect.stringMatching(problem) as string,
	});
});

it('goes on at once where some of many requests are too many', async () => {
	platform.faults({ path: giftPath, every: 2, fault: busy(429) });
	const { campaign } = await send({ count: 30, at: Date.now() - 18_000 });
	expect(campaign?.set).toMatchObject({ problem: '', dueAt: atOnce });
});
