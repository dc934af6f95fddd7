import { readCheck } from '../../campaign/check';
import { hashOf } from '../../campaign/seal';
import type { Campaign, StoredList } from '../../campaign/types';
import { phoneOf, runCampaign, storedCampaign } from '../support/campaign/stored';
import { giveTo, loggedIn } from '../support/gifting';
import { looks, n8nWith, Platform } from '../support/platform';

const platform = Platform.forEach();

const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }));
const reading = { country: 'international' };
const others = { optOuts: itemsOf({ phone: phoneOf(2) }), others: itemsOf({}), reading };

type More = Parameters<typeof runCampaign>[3];
const plan = async (fields: object, items: object[], more?: More) =>
	await runCampaign(
		n8nWith(platform.account),
		{ operation: 'plan', ...others, ...fields },
		items,
		more,
	);

/** A list with two good rows, one opted out and one without an amount. */
const rows = [0, 1, 2, 3].map((n) => ({ phone: phoneOf(n), MB: n < 3 ? 5 : 'x' }));
const body = { campaign: 'spring', service: 'LOYALTYDATA01', budget: '1000', ...reading };
const ofRows = (own: object[] = rows, more: object = {}) => [
	{ body: { ...body, rows: own, ...more } },
];

const fileOf = (name: string) => {
	const lines = ['phone;MB', ...rows.map(({ phone, MB }) => `${phone};${MB}`)];
	const data = Buffer.from(lines.join('\n')).toString('base64');
	return { [name]: { data, fileName: 'list.csv', mimeType: 'text/csv' } };
};
const ofForm = [{ body: { ...body, startAt: '', quietFrom: '', megabytes: '' } }];

it.each<[string, object[], More, number]>([
	['a request of a program', ofRows(), {}, 1],
	['a request of a form', ofForm, { files: [fileOf('list')] }, 2],
])('from %s, it gives what is stored, in its order', async (_, items, more, first) => {
	const { outputs, error } = await plan({}, items, more);
	expect(error).toBeUndefined();
	const [batches, lists, , campaigns, reports] = outputs;
	expect(batches).toMatchObject([
		{ number: 1, rows: 2, results: '--', notSent: 2, status: 'open' },
	]);
	expect(lists?.map(({ number }) => number)).toEqual(first === 2 ? [1, 0, -1_000_000] : [1, 0]);
	expect(campaigns).toMatchObject([
		{ name: 'spring', status: 'planned', rows: 2, leftOut: 2, stopAt: null, active: false },
	]);
	const [given, leftOut] = (lists as unknown as StoredList[]).map(
		({ list }) => JSON.parse(list) as object[],
	);
	expect(given).toMatchObject([{ row: first, megabytes: 5 }, { row: first + 1 }]);
	expect(leftOut).toMatchObject([
		{ row: first + 2, phone: phoneOf(2), reason: 'Opted out' },
		{ row: first + 3, phone: phoneOf(3), reason: /./, value: 'x', nextStep: /./ },
	]);
	const hash = hashOf(campaigns?.[0] as never);
	expect(reports).toMatchObject([{ campaign: 'spring', rows: 2, leftOut: 2, megabytes: 10, hash }]);
});

/** What Chromium sends with a form, over HTTPS and over HTTP. */
const pages = [
	{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
	{ origin: 'null' },
];
const authorization = 'Basic YWRhOmI=';
const foreign = 'The form was not opened at this desk, or more than 12 hours ago';

describe.each(pages)('a form with the headers %j', (page) => {
	const headers = { ...page, authorization, accept: 'text/html' };
	const tokenOf = async (own: object = headers) => {
		const desk = { operation: 'answerDesk', pageUrl: 'page', campaigns: [] };
		const fields = { ...desk, request: { headers: own } };
		const { outputs } = await runCampaign(n8nWith(platform.account), fields, [{}]);
		const { body: html } = outputs[0]?.[0] as { body: string };
		return /name="token" value="([\w.]+)"/.exec(html)?.[1] ?? '';
	};
	const planBy = async (more: object, stored: object[] = [{}]) => {
		const [item] = ofRows(rows, more);
		const fields = { others: itemsOf(...stored) };
		return (await plan(fields, [{ ...item, headers }])).error?.message;
	};

	it('plans with the token of the desk', async () => {
		expect(await planBy({ token: await tokenOf() })).toBeUndefined();
	});

	it('is refused without it, or with that of another login', async () => {
		const other = await tokenOf({ ...headers, authorization: 'Basic eDp5' });
		for (const token of [undefined, '', 'x', other]) {
			expect(await planBy({ token })).toContain(foreign);
		}
	});

	it('reads a list again with the control key of its plan, and with no other one', async () => {
		const { campaign } = storedCampaign(1, {}, false);
		const again = async (token: string) =>
			await planBy({ campaign: 'again', replaces: campaign.planId, token }, [campaign]);
		expect(await again(campaign.controlKey)).toBeUndefined();
		for (const token of [campaign.viewKey, '', 'x']) {
			expect(await again(token)).toContain(foreign);
		}
	});
});

it('each plan has an ID that its batches and lists share, and two keys that nobody else has', async () => {
	const both = [await plan({}, ofRows()), await plan({}, ofRows())];
	const secrets = both.flatMap(({ outputs }) => {
		const [batches = [], lists = [], , [campaign] = []] = outputs;
		const { planId, viewKey, controlKey } = campaign as unknown as Campaign;
		for (const one of [...batches, ...lists]) expect(one.planId).toBe(planId);
		return [planId, viewKey, controlKey];
	});
	expect(new Set(secrets).size).toBe(6);
	for (const secret of secrets) expect(secret).toMatch(/^(\w{16}|\w{32})$/);
});

it('who got a gift under this name is skipped, and the check has the pools', async () => {
	const parameters = { clientId: '', campaign: 'spring' };
	await giveTo(await loggedIn(platform), [{ phone: phoneOf(0), megabytes: 1 }], { parameters });
	const carried = rows.map((row) => ({ ...row, operator: 'FR_DEMOTEL' }));
	const plain = { phone: phoneOf(4), MB: 7, operator: '' };
	const { outputs } = await plan({}, ofRows([...carried, plain]));
	expect(outputs[0]).toMatchObject([
		{ results: 'b-', givenBefore: 1, notSent: 1 },
		{ results: '-', operator: '' },
	]);
	const check = readCheck(outputs[3]?.[0] as unknown as Campaign);
	expect(check).toMatchObject({
		list: { rows: 4, badRows: 1, columns: { phone: 'phone', megabytes: 'MB' } },
		operators: [
			{ operator: '', rows: 1, megabytes: 7 },
			{ operator: 'FR_DEMOTEL', rows: 1, megabytes: 5 },
		],
		pools: [
			{
				operator: 'FR_DEMOTEL',
				megabytes: expect.any(Number) as number,
				endsAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
			},
		],
	});
});

it('the check says that the platform shows no such service, and which campaign has a similar name', async () => {
	const stored = { ...storedCampaign(1).campaign, name: 'Spring' };
	const fault = { kind: 'answer', status: 200, body: [{ serviceKey: 'OTHER01' }] } as const;
	platform.faults({ path: '/datagifting/v1/services', fault });
	const asked = ofRows(rows, { campaign: 'S-pring' });
	const { outputs } = await plan({ others: itemsOf(stored) }, asked);
	expect(readCheck(outputs[3]?.[0] as unknown as Campaign)).toMatchObject({
		service: 'the account has no service with this key',
		similar: [{ name: 'Spring', plannedAt: stored.plannedAt }],
		toGive: 10,
	});
});

it.each<[object, string]>([
	[{ optOuts: '' }, "'Opt-Outs' must be what another node has read"],
	[
		{ others: itemsOf({ ...storedCampaign(1).campaign, name: 'Spring' }) },
		"'Campaign' is the name of another campaign",
	],
])('refuses %j', async (more, words) => {
	expect((await plan(more, ofRows())).error?.message).toContain(words);
});

it.each<[object | undefined, string]>([
	[{ ...body, rows, budget: 'much' }, "'Budget (MB)' must be a positive number"],
	[{ ...body, rows: [] }, 'The list has no rows'],
	[{ ...body, rows: [{ phone: '1', MB: 5 }] }, 'No row of the list can be given. Row 1: '],
	[{}, 'The request has no list'],
	[body, 'The request has no list'],
])('refuses a request with %j', async (asked, words) => {
	const { error } = await plan({}, [{ body: asked }]);
	expect(error?.message).toContain(words);
});

it('reads the file of a plan again that nobody has approved, under the same name', async () => {
	const first = await plan({}, ofForm, { files: [fileOf('list')] });
	const [, lists, , [stored] = []] = first.outputs;
	const { planId } = stored as unknown as Campaign;
	const asked = { ...body, replaces: planId, column1: 'phone', column2: 'unused', megabytes: '7' };
	const again = async (set: object, more: object = {}) => {
		const others = itemsOf({ ...storedCampaign(1).campaign, ...stored, id: 1, ...set });
		const kept = { keptLists: itemsOf(...(lists ?? [])), others };
		return await plan({ ...kept, ...more }, [{ body: asked }]);
	};
	const { outputs, error } = await again({});
	expect(error).toBeUndefined();
	expect(outputs[2]).toEqual([{ planId, finishedAt: expect.any(String) as string }]);
	expect(outputs[3]).toMatchObject([{ name: 'spring', rows: 3, megabytes: 21 }]);
	for (const set of [{ approvals: '[{}]' }, { status: 'canceled' }, { planId: 'other' }]) {
		expect((await again(set)).error?.message).toBe('The plan was approved or canceled meanwhile');
	}
	const without = await again({}, { keptLists: [] });
	expect(without.error?.message).toBe("The file of the plan can't be read again");
});

it('plans nothing where the list of gifts cannot be read', async () => {
	platform.faults({ path: looks, fault: { kind: 'answer', status: 403, body: {} } });
	expect((await plan({}, ofRows())).error?.message).toContain("can't be read");
});
