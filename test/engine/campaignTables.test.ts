import { atOnce } from '../../campaign/piece';
import { dayOf } from '../../campaign/dayLimit';
import { hashOf } from '../../campaign/seal';
import type { CampaignChange } from '../../campaign/work';
import {
	execution,
	newRunner,
	phoneOf,
	runCampaign,
	storedCampaign,
	takenBy,
} from '../support/campaign/stored';
import { loggedIn } from '../support/gifting';
import { giftRoute, Platform } from '../support/platform';

const platform = Platform.forEach();

/** The changes that Next Piece has chosen; it takes campaigns in a random order. */
const changesIn = ([, , steps]: Record<string, unknown>[][]) => {
	const changes = (steps?.[0]?.changes ?? []) as CampaignChange[];
	return [...changes].sort((one, other) => one.campaign.id - other.campaign.id);
};
const pageUrl = 'https://n8n.example.com/webhook/campaign';
const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }));
const { campaign, pieces, list } = storedCampaign(1, { giftsPerMonth: 2 });
const own = pieces[0];
const token = `${execution}.1`;
const runner = takenBy(token, [own], Date.now(), dayOf(Date.now(), 'UTC'));

const run = async (fields: object, items: object[] = [{}]) =>
	await runCampaign(await loggedIn(platform), fields, items);
const stepOf = (more: object = {}) => {
	const step = { token, sendUntil: Date.now() + 60_000, campaigns: [campaign], changes: [] };
	return { ...step, work: [{ piece: own }], ...more };
};
const send = async (changed: object, optOuts: object[] = []) =>
	await run({
		operation: 'sendPiece',
		runner,
		step: stepOf(),
		lists: itemsOf({ planId: campaign.planId, number: 1, list }),
		optOuts: itemsOf(...optOuts),
		...changed,
	});

const without = (row: object, column: string, value: unknown) => ({ ...row, [column]: value });

it.each<[string, object]>([
	['taken', { runner: without(runner, 'taken', null) }],
	['dayMb', { runner: without(runner, 'dayMb', 'much') }],
])('Send Piece sends nothing while a cell cannot be read: %s', async (column, changed) => {
	const { error, outputs } = await send(changed);
	expect(error?.message).toContain(`'${column}' in row 1 of mobile_data_`);
	expect(error?.description).toMatch(/Data Table/);
	expect(outputs.flat()).toEqual([]);
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

it('a row that a person added and left empty is no opt-out', async () => {
	const { outputs } = await send({}, [
		{ id: 3, phone: null, createdAt: '2026-11-26T10:00:00.000Z' },
	]);
	expect(outputs[1]).toMatchObject([{ set: { status: 'done' } }]);
});

it('Next Piece gives the lease back if no campaign is due', async () => {
	const started = new Date().toISOString();
	const next = {
		operation: 'nextPiece',
		pageUrl,
		runner: newRunner,
		campaigns: itemsOf({}),
		started,
	};
	const last = { runner, rows: 1, ended: Date.now(), before: [] };
	const { outputs, error } = await run({ ...next, last, saved: itemsOf({ ...own, stamp: token }) });
	expect(error).toBeUndefined();
	expect(outputs[0]).toMatchObject([
		{ where: { token }, set: { leaseUntil: atOnce, taken: '[]' } },
	]);
	expect(outputs.slice(1).flat()).toEqual([]);
});

it.each([
	['the last step has ended a campaign, which the team is told', 'finished', true],
	['it has not', 'running', false],
])('Next Piece says that its step is delayed by more than reading or not: %s', async (...told) => {
	const [, status, isDelayed] = told;
	const before = [{ id: 2, status: 'running', active: true }];
	const next = { operation: 'nextPiece', pageUrl, runner: newRunner, campaigns: itemsOf(campaign) };
	const last = { runner: newRunner, rows: 0, ended: Date.now(), before };
	const savedCampaigns = itemsOf({ ...other, status, active: status === 'running' });
	const started = new Date().toISOString();
	const { outputs } = await run({ ...next, last, savedCampaigns, started }, [own]);
	expect(outputs[2]).toMatchObject([{ isDelayed }]);
});

it('a row that a person added and left empty is no campaign', async () => {
	const empty = Object.fromEntries(Object.keys(campaign).map((name) => [name, null]));
	const request = { headers: { accept: 'text/html' } };
	const campaigns = itemsOf({ ...empty, id: 2 }, campaign);
	const desk = { operation: 'plan', optOuts: false, campaigns, request, pageUrl };
	const { error, outputs } = await run(desk);
	expect(error).toBeUndefined();
	expect(JSON.stringify(outputs)).toContain(campaign.name);
});

it.each([
	['reasons', '{"x":1}'],
	['doubts', '{"0":null}'],
	['dates', '{"2026-11-21":[7]}'],
])(
	'Next Piece pauses a campaign with a wrong cell, and no other one: %s %s',
	async (column, value) => {
		const next = {
			operation: 'nextPiece',
			pageUrl,
			runner: newRunner,
			campaigns: itemsOf(campaign, other),
		};
		const started = new Date().toISOString();
		const items = [without(pieces[0], column, value), otherPiece];
		const { outputs } = await run({ ...next, started }, items);
		expect(outputs[1]).toEqual([{ planId: 'p2', from: 1, to: 1 }]);
		const problem = expect.stringContaining(`'${column}' in row 1 of mobile_data_pieces`) as string;
		expect(changesIn(outputs)).toMatchObject([{ set: { status: 'paused', problem } }, { set: {} }]);
	},
);

it('Send Piece accepts rows with further columns, of n8n and of people', async () => {
	const more = { createdAt: '2026-11-26T10:00:00.000Z', updatedAt: null, note: null };
	const { error } = await send({
		step: stepOf({ campaigns: [{ ...campaign, ...more }], work: [{ piece: { ...own, ...more } }] }),
	});
	expect(error).toBeUndefined();
	expect(platform.requestsTo(giftRoute)).toEqual({ 200: 1 });
});

it.each(['sendUntil', 'token', 'work'])(
	'Send Piece sends nothing if Next Piece gives no %s',
	async (name) => {
		const { error, outputs } = await send({ step: stepOf({ [name]: null }) });
		expect(error?.message).toMatch(/'Step' must be the items that another node has read/);
		expect(outputs.flat()).toEqual([]);
		expect(platform.requestsTo(giftRoute)).toEqual({});
	},
);

const request = { query: { key: 'control' }, body: {} };
const other = { ...campaign, id: 2, planId: 'p2', name: 'other', controlKey: 'other' };
const otherPiece = { ...pieces[0], id: 2, planId: 'p2' };

it.each([
	['stepMb', null],
	['stamp', undefined],
	['place', 'Vienna'],
	['planId', null],
])(
	'a campaign goes on while a piece of another one has a wrong cell: %s %j',
	async (column, value) => {
		const broken = without(own, column, value);
		const named = expect.stringContaining(`'${column}' `) as string;
		const started = new Date().toISOString();
		const campaigns = itemsOf(campaign, other);
		const fields = { operation: 'nextPiece', pageUrl, runner: newRunner, campaigns, started };
		const { outputs } = await run(fields, [broken, otherPiece]);
		expect(outputs[1]).toEqual([{ planId: 'p2', from: 1, to: 1 }]);
		const paused = { set: { status: 'paused', problem: named } };
		expect(changesIn(outputs)[0]).toMatchObject(paused);
	},
);

it.each([
	['round', null, 'running', true],
	['status', null, null, true],
	['round', null, 'canceled', false],
])(
	'a campaign that cannot be read is paused by its cells as stored: %s %j (status: %j)',
	async (column, value, status, isStopped) => {
		const broken = without({ ...campaign, status }, column, value);
		const [started, campaigns] = [new Date().toISOString(), itemsOf(broken)];
		const next = await run({
			operation: 'nextPiece',
			pageUrl,
			runner: newRunner,
			campaigns,
			started,
		});
		const [, lists, steps] = next.outputs;
		expect([lists?.length, steps?.length]).toEqual(isStopped ? [0, 1] : [0, 0]);
		if (!isStopped) return;
		const [step] = steps ?? [];
		expect(Date.parse(String(step?.optOutsSince))).toBeLessThanOrEqual(Date.now());
		const { outputs } = await send({ step, runner: { ...newRunner, token: step?.token } });
		const problem = expect.stringContaining(`'${column}' in row 1`) as string;
		const { round } = broken as typeof campaign;
		const write = { where: { id: 1, status, round }, set: { status: 'paused', round, problem } };
		expect(outputs[0]).toMatchObject([write]);
	},
);

it.each(['budget', 'controlKey'])(
	'desk and page of a campaign name its empty cell: %s',
	async (column) => {
		const broken = without(campaign, column, null);
		const named = `'${column}' in row 1`;
		const namedInHtml = named.replaceAll("'", '&#39;');
		const campaigns = itemsOf(broken, other);
		const html = { headers: { accept: 'text/html' } };
		const fields = { operation: 'plan', optOuts: false, campaigns, request: html, pageUrl };
		const desk = await run(fields);
		const { body } = desk.outputs[5]?.[0] as { body: string };
		expect(body).toContain(namedInHtml);
		expect(body).toContain('?key=other');

		const asked = { operation: 'answerPage', campaign: broken, others: campaigns };
		const key = column === 'controlKey' ? 'view' : 'control';
		const page = await run({ ...asked, request: { query: { key } } });
		expect(page.outputs[6]?.[0]?.body).toContain(namedInHtml);
		const json = await run({ ...asked, request: { query: { key, format: 'json' } } });
		expect(json.outputs[6]?.[0]?.body).toContain(named);
		expect(JSON.stringify([desk.outputs, page.outputs, json.outputs])).not.toMatch(/NaN|undefined/);
	},
);

describe('While a cell of a piece is wrong', () => {
	const piece = { ...own, stepMb: null };
	const asking = async (query: object, body: object = {}, of: object = campaign) =>
		await run({
			operation: 'answerPage',
			campaign: of,
			others: [],
			pieces: itemsOf(piece),
			request: { query: { key: 'control', ...query }, body },
		});

	it.each(['approve', 'retry'])('a button changes nothing, in words: %s', async (action) => {
		const { outputs } = await asking({}, { action });
		expect(outputs.slice(0, 6)).toEqual([[], [], [], [], [], []]);
		const body = expect.stringContaining("Nothing was changed: 'stepMb' in row 1") as string;
		expect(outputs[6]).toMatchObject([{ statusCode: 409, body }]);
	});

	it('the download has words instead of a CSV file', async () => {
		const { outputs } = await asking({ format: 'file' });
		expect(outputs[5]).toEqual([]);
		const body = expect.stringContaining('Rows can&#39;t be read. &#39;stepMb&#39; in') as string;
		expect(outputs[6]).toMatchObject([{ statusCode: 409, body }]);
	});
});

it('a campaign whose list cannot be read has words instead of a CSV file', async () => {
	const lists = [{ id: 7, planId: campaign.planId, number: 0, list: '[' }];
	const asked = { query: { key: 'control', format: 'file' } };
	const stored = { campaign, others: [], pieces: itemsOf(own), lists: itemsOf(...lists) };
	const { outputs } = await run({ operation: 'answerPage', ...stored, request: asked });
	expect(outputs[7]).toEqual([]);
	const body = expect.stringContaining('&#39;list&#39; in row 7 of mobile_data_lists') as string;
	expect(outputs[6]).toMatchObject([{ statusCode: 409, body }]);
});

it.each([
	['another key', { query: { key: 'x' } }],
	['no key', { query: { key: '' } }],
])('the page of a campaign with a wrong cell stays closed by %s', async (_, request) => {
	const broken = { ...campaign, round: null, viewKey: '' };
	const fields = { operation: 'answerPage', campaign: broken, others: [], pieces: [] };
	const { outputs } = await run({ ...fields, request });
	expect(outputs[6]).toMatchObject([{ statusCode: 404 }]);
});

describe('Monthly Gifts per Customer', () => {
	const rows = [{ phone: phoneOf(0), megabytes: 5 }];
	const body = { campaign: 'summer', service: 'LOYALTYDATA01', budget: 10, rows };
	const plan = {
		operation: 'plan',
		optOuts: [],
		campaigns: itemsOf(campaign),
		pieces: itemsOf(own),
		reading: { country: 'international' },
		lists: itemsOf({ planId: campaign.planId, number: 1, list }),
		request: { body },
		pageUrl,
	};

	it.each<[string, object]>([
		['giftsPerMonth', { campaigns: itemsOf({ ...campaign, giftsPerMonth: null }) }],
		['finishedAt', { campaigns: itemsOf({ ...campaign, finishedAt: 'today' }) }],
		['dates', { pieces: itemsOf({ ...own, dates: null }) }],
		['list', { lists: itemsOf({ planId: 'p1', number: 1, list: null }) }],
	])(
		'a plan is refused only with a monthly limit while a cell cannot be read: %s',
		async (column, more) => {
			const limited = await run({ ...plan, ...more, giftsPerMonth: 1 });
			const { problem } = JSON.parse(String(limited.outputs[5]?.[0]?.body)) as { problem: string };
			expect(problem).toContain("The rows of other campaigns can't be counted. ");
			expect(problem).toContain(`'${column}' in row `);
			expect(limited.outputs[3]).toMatchObject([{ name: 'summer', status: 'draft' }]);
			const { outputs } = await run({ ...plan, ...more, giftsPerMonth: 0 });
			expect(outputs[3]).toMatchObject([{ name: 'summer', status: 'planned' }]);
		},
	);

	it('an approval counts a campaign with an unreadable limit as planned at the same time', async () => {
		const planned = storedCampaign(1, { giftsPerMonth: 1 }, false);
		const late = { ...planned.campaign, id: 3 };
		const fields = { operation: 'answerPage', campaign: late };
		const others = itemsOf(late, { ...other, giftsPerMonth: null });
		const body = { action: 'approve', hash: hashOf(late) };
		const pressed = { ...fields, others, request: { query: request.query, body } };
		const { outputs } = await run({ ...pressed, pieces: itemsOf(...planned.pieces) });
		const said = expect.stringContaining('the campaign other was planned at the same') as string;
		expect(outputs[6]).toMatchObject([{ statusCode: 409, body: said }]);
	});

	it('Plan first asks for what it needs, skips a campaign that cannot be read, and asks once', async () => {
		const unlimited = storedCampaign(1, {}, false).campaign;
		const planned = { ...unlimited, id: 4, planId: 'p4', viewKey: 'draft' };
		const asking = { body, query: { draft: planned.viewKey } };
		const campaigns = itemsOf({ ...campaign, giftsPerMonth: null }, other, planned);
		const fields = { ...plan, request: asking, campaigns, pieces: false, lists: false };
		const { outputs } = await run(fields);
		const all = { minFailed: 0, minInDoubt: 0, limit: 1_000_000 };
		expect(outputs[0]).toEqual([
			{ planId: 'p2', ...all, from: 1, to: 1_000_000 },
			{ planId: 'p4', ...all, from: -2_000_000, to: -1_000_000 },
		]);
		expect(outputs.slice(1).flat()).toEqual([]);
		const again = await run(fields, outputs[0]);
		expect(again.outputs[0]).toEqual([]);
	});
});
