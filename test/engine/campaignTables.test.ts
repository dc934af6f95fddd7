import { dayOf } from '../../campaign/dayLimit';
import { hashOf } from '../../campaign/seal';
import { readAll } from '../../nodes/MobileDataCampaign/tables';
import { readBatch, readCampaign, readRunner } from '../../nodes/MobileDataCampaign/tables';
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

const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }));
const { campaign, batches, list } = storedCampaign(1, { giftsPerMonth: 2 });
const own = batches[0];
const token = `${execution}.1`;
const runner = takenBy(token, [own], Date.now(), dayOf(Date.now(), 'UTC'));

const run = async (fields: object, items: object[] = [{}]) =>
	await runCampaign(await loggedIn(platform), fields, items);
const send = async (changed: object, optOuts: object[] = [{}]) =>
	await run(
		{
			operation: 'sendPiece',
			runner,
			campaigns: itemsOf(campaign),
			totals: [],
			pieces: itemsOf({ piece: own, token, until: Date.now() + 60_000 }),
			lists: itemsOf({ planId: campaign.planId, number: 1, list }),
			...changed,
		},
		optOuts,
	);

/** What n8n gives of a deleted column, of an empty cell and of one with another type. */
const wrong = [undefined, null, ['something else']];
const without = (row: object, column: string, value: unknown) => ({ ...row, [column]: value });

it.each<[string, object]>([
	['stamp', { pieces: itemsOf({ piece: without(own, 'stamp', null), token, until: 1 }) }],
	['taken', { runner: without(runner, 'taken', null) }],
	['dayMb', { runner: without(runner, 'dayMb', 'much') }],
])('Send Piece sends nothing where %s cannot be read', async (column, changed) => {
	const { error, outputs } = await send(changed);
	expect(error?.message).toContain(`'${column}' in row 1 of mobile_data_`);
	expect(error?.description).toMatch(/Data Table/);
	expect(outputs.flat()).toEqual([]);
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

it('Send Piece sends nothing of a campaign that cannot be read', async () => {
	const { outputs } = await send({ campaigns: itemsOf(without(campaign, 'approved', null)) });
	expect(outputs[2]).toEqual([]);
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

it('a runner whose row is new has sent nothing', () => {
	const cells = { token: null, leaseUntil: null, taken: null, day: null, dayMb: null };
	expect(readRunner({ id: 1, key: 'runner', ...cells })).toEqual(newRunner);
	expect(() => readRunner({ ...runner, taken: null })).toThrow(/'taken' in row 1/);
});

it('a row that a person added and left empty is no opt-out', async () => {
	const { outputs } = await send({}, [
		{ id: 3, phone: null, createdAt: '2026-11-26T10:00:00.000Z' },
	]);
	expect(outputs[2]).toMatchObject([{ set: { status: 'done' } }]);
});

it('a row that a person added and left empty is no campaign', async () => {
	const empty = Object.fromEntries(Object.keys(campaign).map((name) => [name, null]));
	const request = { headers: { accept: 'text/html' } };
	const pageUrl = 'https://n8n.example.com/webhook/campaign';
	const campaigns = itemsOf({ ...empty, id: 2 }, campaign);
	const { error, outputs } = await run({ operation: 'answerDesk', campaigns, request, pageUrl });
	expect(error).toBeUndefined();
	expect(JSON.stringify(outputs)).toContain(campaign.name);
});

/** What is wrong with a row. */
const faultOf = (read: typeof readBatch | typeof readCampaign, row: object) =>
	readAll(read as typeof readBatch, [row]).wrong[0]?.text;
const time = 'a time in UTC from 2000 to 2100, such as 2026-11-21T09:00:00.000Z';

it.each([
	['budget', '1000', 'a number from 0'],
	['budget', NaN, 'a number from 0'],
	['budget', -1, 'a number from 0'],
	['rowsPerSecond', 0.5, 'a whole number from 0'],
	['active', 'true', 'true or false'],
	['quietFrom', '9:00', 'a time of the day, such as 21:00'],
	['quietTo', '08:00', 'a time of the day, such as 08:00, where quietFrom is one'],
	['stopAt', '', `${time}, or nothing`],
	['startAt', '2026-13-01T00:00:00Z', time],
	['startAt', '1999-12-31T23:59:59Z', time],
	['stopAt', '9999-01-01T00:00:00Z', `${time}, or nothing`],
	['approvals', '[', 'a list in JSON'],
	['check', '[]', 'JSON'],
	['status', 'runing', 'one of planned, running, paused, canceled, finished'],
])('%s of a campaign is not %j', (column, value, type) => {
	const fault = faultOf(readCampaign, { ...campaign, [column]: value });
	expect(fault).toMatch(`'${column}' in row 1 of mobile_data_campaigns must be ${type}`);
});

it.each([
	['rows', 0.5, 'a whole number from 0'],
	['stepMb', 'much', 'a number'],
	['dates', '[', 'JSON'],
	['place', 'Vienna', 'a time zone, or + and the first digits of numbers'],
	['results', '', 'a character for each of its rows'],
	['reasons', '{', 'JSON'],
])('%s of a batch is not %j', (column, value, type) => {
	const fault = faultOf(readBatch, { ...own, [column]: value });
	expect(fault).toMatch(`'${column}' in row 1 of mobile_data_batches must be ${type}`);
});

it('sends where rows have columns of n8n and of people, too', async () => {
	const more = { createdAt: '2026-11-26T10:00:00.000Z', updatedAt: null, note: null };
	const { error } = await send({
		campaigns: itemsOf({ ...campaign, ...more }),
		pieces: itemsOf({ piece: { ...own, ...more }, token, until: Date.now() + 60_000 }),
	});
	expect(error).toBeUndefined();
	expect(platform.requestsTo(giftRoute)).toEqual({ 200: 1 });
});

it.each(['until', 'token', 'piece'])('sends nothing where Next Piece gives no %s', async (name) => {
	const work = { piece: own, token, until: Date.now() + 60_000 };
	const { error, outputs } = await send({ pieces: itemsOf({ ...work, [name]: null }) });
	expect(error?.message).toMatch(/'Pieces' must be what another node has read|mobile_data_/);
	expect(outputs.flat()).toEqual([]);
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

const request = { query: { key: 'control' }, body: {} };
const pageUrl = 'https://n8n.example.com/webhook/campaign';
const other = { ...campaign, id: 2, planId: 'p2', name: 'other', controlKey: 'other' };
const otherBatch = { ...batches[0], id: 2, planId: 'p2' };
const mayBeNull = ['stopAt', 'approvedAt', 'finishedAt'];

it.each([
	...Object.keys(campaign).map((column) => ['mobile_data_campaigns', column]),
	...Object.keys(own).map((column) => ['mobile_data_batches', column]),
])('in %s, %s is read only where it is right', (table, column = '') => {
	const isOfBatch = table === 'mobile_data_batches';
	const row = isOfBatch ? own : campaign;
	const values = wrong.filter((value) => value !== null || !mayBeNull.includes(column));
	const broken = values.map((value) => without(row, column, value));
	const { rows, wrong: found } = isOfBatch
		? readAll(readBatch, [...broken, own])
		: readAll(readCampaign, [...broken, campaign]);
	expect(rows).toEqual([row]);
	expect(found).toHaveLength(values.length);
	for (const { planId, text } of found) {
		expect(planId).toBe(column === 'planId' ? undefined : 'p1');
		expect(text).toMatch(`'${column}' `);
		expect(text).toMatch(` ${String(table)}`);
	}
});

it.each([
	['stepMb', null, true],
	['stamp', undefined, true],
	['place', 'Vienna', true],
	['planId', null, false],
])('a campaign goes on beside one where %s of a piece is %j', async (column, value, isStopped) => {
	const broken = without(own, column, value);
	const named = expect.stringContaining(`'${column}' `) as string;
	const started = new Date().toISOString();
	const campaigns = itemsOf(campaign, other);
	const fields = { operation: 'nextPiece', runner: newRunner, campaigns, started };
	const { outputs } = await run(fields, [broken, otherBatch]);
	expect(outputs[3]).toMatchObject([{ piece: { id: 2 } }]);
	if (isStopped) expect(outputs[1]).toMatchObject([{ set: { status: 'paused', problem: named } }]);
});

it.each([
	['budget', campaign, own],
	['controlKey', campaign, own],
	['stepMb', own, campaign],
])('the desk and its page name the cell where %s is empty', async (column, row, rest) => {
	const cell = without(row, column, null);
	const [broken, batch] = row === campaign ? [cell, rest] : [rest, cell];
	const named = `'${column}' in row 1`;
	const namedInHtml = named.replaceAll("'", '&#39;');
	const campaigns = itemsOf(broken, other);
	const html = { headers: { accept: 'text/html' } };
	const fields = { operation: 'answerDesk', campaigns, request: html, pageUrl };
	const desk = await run(fields, [batch, otherBatch]);
	const { body } = desk.outputs[0]?.[0] as { body: string };
	expect(body).toContain(namedInHtml);
	expect(body).toContain('?key=other');

	const asked = { operation: 'answerPage', campaign: broken, others: campaigns };
	const key = column === 'controlKey' ? 'view' : 'control';
	const page = await run({ ...asked, request: { query: { key } } }, [batch]);
	expect(page.outputs[4]?.[0]?.body).toContain(namedInHtml);
	const json = await run({ ...asked, request: { query: { key, format: 'json' } } }, [batch]);
	expect(json.outputs[4]?.[0]?.body).toContain(named);
	expect(JSON.stringify([desk.outputs, page.outputs, json.outputs])).not.toMatch(/NaN|undefined/);
});

describe('While a cell of a batch is wrong', () => {
	const batch = { ...own, stepMb: null };
	const asking = async (query: object, body: object = {}, of: object = campaign) =>
		await run(
			{
				operation: 'answerPage',
				campaign: of,
				others: [],
				request: { query: { key: 'control', ...query }, body },
			},
			[batch],
		);

	it.each(['approve', 'retry'])('%s changes nothing, in words', async (action) => {
		const { outputs } = await asking({}, { action });
		expect(outputs.slice(0, 4)).toEqual([[], [], [], []]);
		const body = expect.stringContaining("Nothing was changed: 'stepMb' in row 1") as string;
		expect(outputs[4]).toMatchObject([{ statusCode: 409, body }]);
	});

	it('there is no CSV, in words', async () => {
		const { outputs } = await asking({ format: 'file' });
		expect(outputs[3]).toEqual([]);
		const body = expect.stringContaining('Rows can&#39;t be read. &#39;stepMb&#39; in') as string;
		expect(outputs[4]).toMatchObject([{ statusCode: 409, body }]);
	});

	it('a message says so', async () => {
		const paused = { ...campaign, status: 'paused' };
		const { outputs } = await run({ operation: 'report', campaign: paused, pageUrl }, [batch]);
		expect(outputs[1]?.[0]?.text).toContain("'stepMb' in row 1 of mobile_data_batches must be");
	});
});

it('there is no CSV, in words, where a list cannot be read', async () => {
	const lists = [{ id: 7, planId: campaign.planId, number: 0, list: '[' }];
	const asked = { query: { key: 'control', format: 'file' } };
	const fields = { operation: 'answerRows', campaign, batches: itemsOf(own), request: asked };
	const { outputs } = await run(fields, lists);
	expect(outputs[3]).toEqual([]);
	const body = expect.stringContaining('&#39;list&#39; in row 7 of mobile_data_lists') as string;
	expect(outputs[2]).toMatchObject([{ statusCode: 409, body }]);
});

it.each([
	['another key', { query: { key: 'x' } }],
	['no key', { query: { key: '' } }],
])('a campaign with a wrong cell opens by %s: nothing', async (_, request) => {
	const broken = { ...campaign, round: null, viewKey: '' };
	const { outputs } = await run({ operation: 'answerPage', campaign: broken, others: [], request });
	expect(outputs[4]).toMatchObject([{ statusCode: 404 }]);
});

describe('Monthly Gifts per Customer', () => {
	const plan = {
		operation: 'plan',
		optOuts: [],
		others: itemsOf(campaign),
		countedBatches: itemsOf(own),
		reading: { country: 'international' },
		countedLists: itemsOf({ planId: campaign.planId, number: 1, list }),
	};
	const rows = [{ phone: phoneOf(0), megabytes: 5 }];
	const asked = [{ body: { campaign: 'summer', service: 'LOYALTYDATA01', budget: 10, rows } }];

	it.each<[string, object]>([
		['giftsPerMonth', { others: itemsOf({ ...campaign, giftsPerMonth: null }) }],
		['finishedAt', { others: itemsOf({ ...campaign, finishedAt: 'today' }) }],
		['dates', { countedBatches: itemsOf({ ...own, dates: null }) }],
		['list', { countedLists: itemsOf({ planId: 'p1', number: 1, list: null }) }],
	])('refuses a plan where %s cannot be read, and no other one', async (column, more) => {
		const { error } = await run({ ...plan, ...more, giftsPerMonth: 1 }, asked);
		expect(error?.message).toBe("The gifts of the month can't be counted");
		expect(error?.description).toContain(`'${column}' in row `);
		const { outputs } = await run({ ...plan, ...more, giftsPerMonth: 0 }, asked);
		expect(outputs[3]).toMatchObject([{ name: 'summer' }]);
	});

	it('takes a campaign whose limit cannot be read for one that was planned at the same time', async () => {
		const planned = storedCampaign(1, { giftsPerMonth: 1 }, false);
		const late = { ...planned.campaign, id: 3, countedUpTo: 1 };
		const fields = { operation: 'answerPage', campaign: late };
		const others = itemsOf(late, { ...other, giftsPerMonth: null });
		const body = { action: 'approve', hash: hashOf(late) };
		const pressed = { ...fields, others, request: { query: request.query, body } };
		const { outputs } = await run(pressed, [...planned.batches]);
		const said = expect.stringContaining('the campaign other was planned at the same') as string;
		expect(outputs[4]).toMatchObject([{ statusCode: 409, body: said }]);
	});

	it('Find Counted leaves a campaign out that cannot be read', async () => {
		const { outputs } = await run({ operation: 'findCounted' }, [
			{ ...campaign, giftsPerMonth: null },
			other,
		]);
		expect(outputs[0]).toEqual([{ id: 2, planId: 'p2' }]);
	});
});
