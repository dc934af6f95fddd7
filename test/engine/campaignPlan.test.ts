import { readCheck } from '../../campaign/check';
import { hashOf } from '../../campaign/seal';
import type { Campaign, StoredList } from '../../campaign/types';
import { phoneOf, runCampaign, storedCampaign } from '../support/campaign/stored';
import { keptFileIn } from '../../desk/keptFile';
import type { PageAnswer } from '../../desk/http';
import { giveTo, loggedIn } from '../support/gifting';
import { looks, n8nWith, Platform } from '../support/platform';
import { inEnglish, type Text } from '../../platform/say';
import { withSheets } from '../lists/workbook/written';

const platform = Platform.forEach();

const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }));
const reading = { country: 'international' };
const pageUrl = 'https://n8n.example.com/webhook/mobile-data-campaign';
const webhookUrl = 'https://n8n.example.com/webhook/mobile-data-campaigns';

/** Settings of a planning request. */
interface More {
	/** Fields of the node. */
	fields?: object;
	headers?: object;
	draft?: string;
	/** The control key of a campaign whose rows are corrected. */
	correct?: string;
	file?: object;
}

/** Plans the request of a Webhook node. Returns the stored rows and the answer. */
async function plan(body: unknown, { fields, headers = {}, draft, correct, file }: More = {}) {
	const request = { body, headers, query: { draft, correct }, webhookUrl };
	const own = {
		operation: 'plan',
		optOuts: itemsOf({ phone: phoneOf(2) }),
		campaigns: itemsOf({}),
	};
	const parameters = { ...own, reading, request, pageUrl, ...fields };
	const files = file ? { files: [file] } : {};
	const account = n8nWith(platform.account);
	const run = async (items: object[]) =>
		await runCampaign(account, parameters, items, files as object);
	const asked = await run([{}]);
	// The rows that it asks for are in its fields already.
	const [toRead = []] = asked.outputs;
	const { outputs, error } = toRead.length > 0 ? await run(toRead.slice(0, 1)) : asked;
	expect(error).toBeUndefined();
	const [, pieces = [], lists = [], added = [], changed = [], answers = [], toApprove = []] =
		outputs;
	const answer = answers[0] as unknown as PageAnswer;
	const told = (answer.body.startsWith('{') ? JSON.parse(answer.body) : {}) as Told;
	const campaign = (added[0] ?? changed[0]) as unknown as Campaign;
	return { pieces, lists, added, changed, answer, told, toApprove, campaign };
}

type Told = Partial<Record<'status' | 'problem' | 'draftUrl' | 'hash', string>> & {
	questions?: { field: string }[];
	problems?: { field?: string; text: string }[];
	warnings?: { code: string }[];
};

/** A list with two good rows, one opted out and one without an amount. */
const rows = [0, 1, 2, 3].map((n) => ({ phone: phoneOf(n), MB: n < 3 ? 5 : 'x' }));
const form = { campaign: 'spring', service: 'LOYALTYDATA01', budget: '1000', ...reading };
const ofRows = (own: object[] = rows, more: object = {}) => ({ ...form, rows: own, ...more });

const fileWith = (lines: string[], fileName = 'list.csv') => {
	const data = Buffer.from(lines.join('\n')).toString('base64');
	return { list: { data, fileName, mimeType: 'text/csv' } };
};
const file = fileWith(['phone;MB', ...rows.map(({ phone, MB }) => `${phone};${MB}`)]);

it.each<[string, unknown, More, number]>([
	['a request of a program', ofRows(), {}, 1],
	['a form', { ...form, startAt: '', quietFrom: '', megabytes: '' }, { file }, 2],
])('Plan, from %s, returns the rows to store, in their order', async (_, body, more, first) => {
	const { pieces, lists, added, changed, told, toApprove, campaign } = await plan(body, more);
	expect(pieces).toMatchObject([{ number: 1, rows: 2, results: '--', notSent: 2, status: 'open' }]);
	expect(lists.map(({ number }) => number)).toEqual(first === 2 ? [1, 0, -1_000_000] : [1, 0]);
	expect([added, changed]).toMatchObject([
		[{ name: 'spring', status: 'planned', rows: 2, leftOut: 2, stopAt: null, active: false }],
		[],
	]);
	const [given, leftOut] = (lists as unknown as StoredList[]).map(
		({ list }) => JSON.parse(list) as object[],
	);
	expect(given).toMatchObject([{ row: first, megabytes: 5 }, { row: first + 1 }]);
	expect(leftOut).toMatchObject([
		{ row: first + 2, phone: phoneOf(2), reason: 'Opted out' },
		{ row: first + 3, phone: phoneOf(3), reason: /./, value: 'x', nextStep: /./ },
	]);
	const hash = hashOf(campaign);
	expect(told).toMatchObject({ status: 'planned', rows: 2, leftOut: 2, megabytes: 10, hash });
	expect(toApprove).toMatchObject([{ campaign: 'spring', rows: 2, url: webhookUrl }]);
});

it('Plan sends approvers the control address if the login does not decide', async () => {
	const { toApprove, campaign } = await plan(ofRows(), { fields: { approver: 'address' } });
	expect(toApprove).toMatchObject([{ url: `${pageUrl}?key=${campaign.controlKey}` }]);
});

/** Headers that Chromium sends with a form, over HTTPS and over HTTP. */
const pages = [
	{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
	{ origin: 'null' },
];
const authorization = 'Basic YWRhOmI=';

describe.each(pages)('a form with the headers %j', (page) => {
	const headers = { ...page, authorization, accept: 'text/html' };
	const tokenOf = async (own: object = headers) => {
		const fields = { optOuts: false };
		const { answer } = await plan({}, { fields, headers: own });
		return /name="token" value="([\w.]+)"/.exec(answer.body)?.[1] ?? '';
	};

	it('plans with the token of the desk, and is led to the page', async () => {
		const { answer, added } = await plan(ofRows(rows, { token: await tokenOf() }), { headers });
		const location = /^mobile-data-campaign\?key=\w{32}$/;
		expect(answer).toMatchObject({ statusCode: 303, location: expect.stringMatching(location) });
		expect(added).toHaveLength(1);
	});

	it('stores nothing without it, or with that of another login, and leaves nothing in the form', async () => {
		const other = await tokenOf({ ...headers, authorization: 'Basic eDp5' });
		const { campaign } = storedCampaign(1, {}, false);
		const { viewKey, controlKey } = campaign;
		for (const token of [undefined, '', 'x', controlKey, other]) {
			for (const draft of [undefined, viewKey]) {
				const body = ofRows(rows, { campaign: 'Stolen', token });
				const fields = { campaigns: itemsOf(campaign) };
				const { answer, ...stored } = await plan(body, { headers, draft, fields });
				expect(answer.statusCode).toBe(422);
				expect(answer.body).toContain('Nothing was planned. The form was not opened at this desk');
				expect(answer.body).not.toContain('Stolen');
				expect([stored.added, stored.changed, stored.lists]).toEqual([[], [], []]);
			}
		}
	});

	it('keeps the entered values if its list is refused', async () => {
		const body = { ...form, token: await tokenOf() };
		const { answer } = await plan(body, { headers, file: fileWith(['<html><body>']) });
		expect(answer.body).toMatch(/The file is a web page[^]*value="spring"/);
	});
});

it('each plan has an ID that its pieces and lists share, and two keys that nobody else has', async () => {
	const both = [await plan(ofRows()), await plan(ofRows())];
	const secrets = both.flatMap(({ pieces, lists, campaign }) => {
		const { planId, viewKey, controlKey } = campaign;
		for (const one of [...pieces, ...lists]) expect(one.planId).toBe(planId);
		return [planId, viewKey, controlKey];
	});
	expect(new Set(secrets).size).toBe(6);
	for (const secret of secrets) expect(secret).toMatch(/^(\w{16}|\w{32})$/);
});

it('a customer with a gift under this name is skipped, and the check has the pools', async () => {
	const parameters = { clientReference: '', campaign: 'spring' };
	await giveTo(await loggedIn(platform), [{ phone: phoneOf(0), megabytes: 1 }], { parameters });
	const carried = rows.map((row) => ({ ...row, operator: 'FR_DEMOTEL' }));
	const plain = { phone: phoneOf(4), MB: 7, operator: '' };
	const { pieces, campaign } = await plan(ofRows([...carried, plain]));
	expect(pieces).toMatchObject([
		{ results: 'b-', givenBefore: 1, notSent: 1 },
		{ results: '-', operator: '' },
	]);
	expect(readCheck(campaign)).toMatchObject({
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
			{ operator: '', megabytes: expect.any(Number) as number },
		],
	});
});

it.each([
	['give', true, ['sentAsEntered']],
	['leaveOut', false, []],
])('numbers in no plan, sent as entered: %s wins', async (notInPlan, isSent, codes) => {
	const own = [...rows.slice(0, 2), { phone: '+4917604069001', MB: 5 }];
	const { campaign, told } = await plan(ofRows(own, { sendAsEntered: 'true', notInPlan }));
	expect([campaign.sendAsEntered, campaign.rows]).toEqual([isSent, isSent ? 3 : 1]);
	expect(told.warnings?.flatMap(({ code }) => (code === 'sentAsEntered' ? [code] : []))).toEqual(
		codes,
	);
});

it('Plan takes one phone number in place of a list', async () => {
	const one = { ...form, megabytes: '5', phone: '+33 6 39 98 00 01' };
	const { campaign, lists } = await plan(one);
	expect(campaign).toMatchObject({ status: 'planned', rows: 1, megabytes: 5 });
	expect(lists[0]?.list).toContain('"phone":"33639980001","megabytes":5');
	const { told, added } = await plan({ ...one, phone: '06 39 98 00 01' });
	expect([told.status, added]).toEqual(['refused', []]);
	expect(told.problem).toMatch(/^'Phone Number' must include the country code\. /);
});

it('a list without operators is compared with what the pools of its countries have left', async () => {
	const { pools } = platform.sandbox.world;
	const own = pools.filter(({ serviceKey }) => serviceKey === form.service);
	for (const pool of own) {
		const isFrench = pool.operator.startsWith('FR_');
		pool.totalAmount = pool.assignedAmount + (isFrench ? 2 : 1_000_000);
	}
	const french = own.filter(({ operator }) => operator.startsWith('FR_'));
	expect(new Set(french.map(({ operator }) => operator)).size).toBe(2);
	const customers = ['33639980001', '33639980002'].map((phone) => ({ phone, MB: 5 }));
	const { campaign, told } = await plan(ofRows(customers));
	expect(readCheck(campaign)?.pools).toMatchObject([{ operator: '', megabytes: 6 }]);
	const words =
		'The data pools for these customers have 6 MB left, and 10 MB are planned: 4 MB are missing.';
	expect(told.warnings).toContainEqual({ code: 'poolTooSmall', field: 'operator', words });
});

describe('a list whose numbers got a gift not long ago', () => {
	const lost = { ...storedCampaign(1).campaign, id: 7, name: 'Lost zeros' };
	const fields = { campaigns: itemsOf(lost) };
	/** Two gifts of a campaign, one to a number that no list has, and one under a name that no campaign has. */
	const give = async () => {
		const account = await loggedIn(platform);
		const to = async (n: number, campaign: string) => {
			const parameters = { clientReference: '', campaign };
			await giveTo(account, [{ phone: phoneOf(n), megabytes: 1 }], { parameters });
		};
		await to(0, 'Lost zeros');
		await to(9, 'Lost zeros');
		await to(1, 'elsewhere');
	};

	it('is planned with the campaigns of these gifts', async () => {
		await give();
		const { campaign, told } = await plan(ofRows(), { fields });
		const last = expect.stringMatching(/^\d{4}-.*Z$/) as string;
		expect(readCheck(campaign)?.gotBefore).toEqual([
			{ campaign: 'Lost zeros', rows: 1, last },
			{ campaign: '', rows: 1, last },
		]);
		expect(told.warnings?.[0]).toEqual({
			code: 'gotBefore',
			field: 'leaveOutGiven',
			words: expect.stringMatching(/^2 of 2 numbers got a gift/) as string,
		});
	});

	it('is planned without them if the form says so', async () => {
		await give();
		const five = [...rows, { phone: phoneOf(4), MB: 5 }];
		const { campaign, told } = await plan(ofRows(five, { leaveOutGiven: 'true' }), { fields });
		expect([campaign.rows, campaign.leftOut, campaign.leaveOutGiven]).toEqual([1, 4, true]);
		expect(readCheck(campaign)?.gotBefore).toEqual([]);
		expect(told.warnings?.map(({ code }) => code)).not.toContain('gotBefore');
	});

	it.each([
		['that was refused', { status: 'FAILED' }, 0],
		['of another service', { serviceKey: 'OTHER01' }, 0],
		['of the year before', { timeCreated: '2025-01-01 08:00:00' }, 0],
		['without a time', { timeCreated: undefined }, 1],
		['without a reference', { clientId: null }, 1],
	])('counts a gift %s or not: %j', async (_, own, counted) => {
		const record = {
			msisdn: phoneOf(0),
			serviceKey: 'LOYALTYDATA01',
			clientId: `Lost zeros-${phoneOf(0)}`,
			status: 'ASSIGNED',
			timeCreated: new Date().toISOString(),
			...own,
		};
		const shown = { msisdn: phoneOf(9), clientId: 'other' };
		const body = [shown, record];
		platform.faults({ path: looks, fault: { kind: 'answer', status: 200, body } });
		const { campaign } = await plan(ofRows(), { fields });
		expect(readCheck(campaign)?.gotBefore).toHaveLength(counted);
	});
});

describe('rows that are added to a campaign', () => {
	/** It has given to the first number, failed for good and for now, and not sent to the last one. */
	const stored = storedCampaign(4);
	const reasons = JSON.stringify({ 'SUBSCRIBER_BLACKLISTED: no': [1], 'No response': [2] });
	const campaign = { ...stored.campaign, id: 7, name: 'Spring' };
	const own = [0, 1, 2, 3, 5].map((n) => ({ phone: phoneOf(n), MB: 5 }));
	const added = { addsRows: true };
	const fields = {
		optOuts: itemsOf({}),
		campaigns: itemsOf(campaign),
		pieces: itemsOf({ ...stored.pieces[0], results: 'gff-', reasons }),
		lists: itemsOf({ planId: campaign.planId, number: 1, list: stored.list }),
	};

	it('are planned for customers who neither have the gift nor may get it from another list', async () => {
		const parameters = { clientReference: '', campaign: 'spring' };
		const got = [
			{ phone: phoneOf(0), megabytes: 1 },
			{ phone: phoneOf(5), megabytes: 5 },
		];
		await giveTo(await loggedIn(platform), got, { parameters });
		const { campaign: planned, pieces, lists } = await plan(ofRows(own, added), { fields });
		expect(planned).toMatchObject({ name: 'spring', addsRows: true, rows: 3, leftOut: 2 });
		expect(readCheck(planned)).toMatchObject({
			counted: [campaign.planId],
			otherAmount: { count: 1, rows: [1] },
		});
		expect(pieces).toMatchObject([{ results: 'b-b' }]);
		const leftOut = JSON.parse(String(lists[1]?.list)) as object[];
		const reason = expect.stringMatching(/^Is in the campaign already/) as string;
		expect(leftOut).toMatchObject([
			{ row: 3, reason },
			{ row: 4, reason },
		]);
	});

	it.each<[string, object, object, string]>([
		['another name', { campaign: 'summer' }, {}, 'is the name of no approved campaign'],
		['another service', { service: 'OTHER01' }, {}, 'must be that of the campaign'],
		['unread pieces', {}, { pieces: itemsOf({}), lists: false }, "weren't read"],
	])('are refused with %s', async (_, more, read, words) => {
		const body = ofRows(own, { ...added, ...more });
		const { told } = await plan(body, { fields: { ...fields, ...read } });
		expect(JSON.stringify(told.problems)).toContain(words);
	});
});

it('the check says that the platform shows no such service, and which campaign has a similar name', async () => {
	const stored = { ...storedCampaign(1).campaign, name: 'Spring' };
	const fault = { kind: 'answer', status: 200, body: [{ serviceKey: 'OTHER01' }] } as const;
	platform.faults({ path: '/datagifting/v1/services', fault });
	const asked = ofRows(rows, { campaign: 'S-pring' });
	const { campaign } = await plan(asked, { fields: { campaigns: itemsOf(stored) } });
	expect(readCheck(campaign)).toMatchObject({
		service: 'the account has no service with this key',
		similar: [{ name: 'Spring', plannedAt: stored.plannedAt }],
		toGive: 10,
	});
});

it.each<[unknown, string, object | undefined]>([
	[{}, 'The request has no list', undefined],
	[form, 'The request has no list', undefined],
	[{ ...form, quietform: '21:00' }, 'unknown field “quietform”', undefined],
	[ofRows([]), 'The list has no rows', undefined],
	[form, 'The file is a web page', fileWith(['<html><body>'])],
	[form, 'The list has no rows', fileWith(['phone;MB'])],
])('Plan refuses %j at once, and stores nothing', async (body, words, own) => {
	const { told, answer, ...stored } = await plan(body, { file: own });
	expect([answer.statusCode, told.status]).toEqual([422, 'refused']);
	expect(told.problem).toContain(words);
	expect([stored.added, stored.lists]).toEqual([[], []]);
});

const usedUp = { campaigns: itemsOf({ ...storedCampaign(1).campaign, name: 'Spring' }) };

it.each<[string, unknown, string[], object | undefined]>([
	['a budget that is no number', ofRows(rows, { budget: 'much' }), ['budget'], undefined],
	['a name that is used up', ofRows(), ['campaign'], usedUp],
	['opt-outs that nobody has read', ofRows(), [''], { optOuts: '' }],
	['a number that is none', ofRows([{ phone: '1', MB: 5 }]), [''], undefined],
	[
		'several at once, of settings and list',
		ofRows(rows, { budget: '', stopAt: '2001-01-01', megabytes: 'x', unit: 'TB' }),
		['megabytes', 'budget', 'stopAt', 'unit'],
		undefined,
	],
])('Plan stores a draft that names the fault: %s', async (_, body, fields, more) => {
	const { told, added, pieces, answer } = await plan(body, { fields: more });
	expect([answer.statusCode, told.status, pieces]).toEqual([422, 'draft', []]);
	expect(told.problems?.map(({ field = '' }) => field)).toEqual(fields);
	expect(added).toMatchObject([{ status: 'draft', name: 'spring', active: false }]);
});

it('Plan takes the name of a plan that nobody has approved', async () => {
	const { campaign } = storedCampaign(1, {}, false);
	const { told } = await plan(ofRows(), { fields: { campaigns: itemsOf(campaign) } });
	expect(told.status).toBe('planned');
});

it('Plan stores a draft if the list of gifts cannot be read', async () => {
	platform.faults({ path: looks, fault: { kind: 'answer', status: 403, body: {} } });
	const { told, pieces } = await plan(ofRows());
	expect([told.status, told.problem, pieces]).toEqual([
		'draft',
		expect.stringContaining("can't be read"),
		[],
	]);
});

describe('a draft', () => {
	const open = fileWith(['phone;Data;More', `${phoneOf(5)};1;7`, `${phoneOf(6)};2;8`]);

	/** Plans a list with an open question; gives the stored draft. */
	async function drafted(body: unknown = form, own: object = open) {
		const { campaign, lists, told } = await plan(body, { file: own });
		return { stored: { ...campaign, id: 9 }, lists, told };
	}
	/** Sends fields to its address. */
	const send = async (
		{ stored, lists }: Pick<Awaited<ReturnType<typeof drafted>>, 'stored' | 'lists'>,
		body: unknown,
		own?: object,
	) => {
		const fields = { campaigns: itemsOf(stored), lists: itemsOf(...lists) };
		return await plan(body, { fields, draft: stored.viewKey, file: own });
	};

	it('is planned in place from its stored list, once all is answered', async () => {
		const first = await drafted();
		const { told, stored } = first;
		expect(told.questions).toMatchObject([{ field: 'unit' }]);
		expect(told.draftUrl).toBe(`${webhookUrl}?draft=${stored.viewKey}`);
		const { campaign, added, lists } = await send(first, { ...form, unit: 'GB' });
		const { id, viewKey, controlKey } = stored;
		expect(campaign).toMatchObject({ id, viewKey, controlKey, round: 1, status: 'planned' });
		expect([campaign.megabytes, added]).toEqual([3072, []]);
		expect(campaign.planId).not.toBe(stored.planId);
		for (const { planId } of lists) expect(planId).toBe(campaign.planId);
		expect(keptFileIn(lists as unknown as StoredList[])?.toString()).toContain('phone;Data');
	});

	it('keeps its list, and what was entered, while something is open', async () => {
		const first = await drafted();
		const twice = { column1: 'phone', column2: 'megabytes', column3: 'megabytes' };
		const { told, campaign, lists } = await send(first, { ...form, unit: 'MB', ...twice });
		expect(told.problems).toMatchObject([{ field: 'column3' }]);
		expect(told).toMatchObject({
			columns: [{ name: 'phone' }, { name: 'Data' }, { name: 'More' }],
		});
		expect(campaign).toMatchObject({ id: 9, planId: first.stored.planId, round: 1 });
		expect(lists).toEqual([]);
		const again = { stored: { ...campaign }, lists: first.lists };
		const once = { ...twice, column2: 'unused' };
		const planned = await send(again, { ...form, unit: 'MB', ...once });
		expect(planned.campaign).toMatchObject({ status: 'planned', megabytes: 15, round: 2 });
	});

	it('takes another list, without the answers about the first', async () => {
		const first = await drafted();
		const other = fileWith(['MB;phone', `9;${phoneOf(5)}`], 'other.csv');
		const chosen = { column1: 'phone', column2: 'megabytes', column3: 'unused' };
		const { campaign } = await send(first, { ...form, ...chosen }, other);
		expect(campaign).toMatchObject({ id: 9, status: 'planned', megabytes: 9 });
		expect(readCheck(campaign)?.list.fileName).toBe('other.csv');
		const refused = await send(first, form, fileWith(['<html><body>']));
		expect(refused.told).toMatchObject({ status: 'draft', problem: /web page/ });
		expect([refused.changed, refused.lists]).toEqual([[], []]);
	});

	it('holds rows that a program has sent, too', async () => {
		const own = [{ phone: phoneOf(5), Data: 1 }];
		const first = await drafted(ofRows(own), undefined);
		expect(first.told.questions).toMatchObject([{ field: 'unit' }]);
		const { campaign, lists } = await send(first, { ...form, unit: 'GB' });
		expect(campaign).toMatchObject({ status: 'planned', megabytes: 1024 });
		expect(lists.map(({ number }) => number)).toEqual([1]);
	});

	it('can be a plan that nobody has approved, but not an approved plan', async () => {
		const planned = await plan(form, { file });
		const stored = { ...storedCampaign(1).campaign, ...planned.campaign, id: 9 } as Campaign;
		const { lists } = planned;
		const body = { ...form, column1: 'phone', column2: 'unused', megabytes: '7' };
		const unapproved = { ...stored, approvals: '' };
		const again = await send({ stored: unapproved, lists }, body);
		expect(again.campaign).toMatchObject({ id: 9, name: 'spring', rows: 3, megabytes: 21 });
		const approvals = JSON.stringify([{ by: 'Ada', at: stored.plannedAt, hash: '' }]);
		for (const set of [{ approvals }, { status: 'canceled' }, { viewKey: 'other' }]) {
			const one = { ...unapproved, ...set } as Campaign;
			const fields = { campaigns: itemsOf(one), lists: itemsOf(...lists) };
			const { told, changed } = await plan(body, { fields, draft: unapproved.viewKey });
			expect(told.problem).toContain('The plan was approved or canceled meanwhile');
			expect(changed).toEqual([]);
		}
		const without = await send({ stored: unapproved, lists: [] }, body);
		expect(without.told.problem).toContain("The list can't be read again");
	});
});

it('reads the sheet that the workflow names, unless the request names another one', async () => {
	const sheet = (phone: string) => [
		['phone', 'MB'],
		[phone, 5],
	];
	const data = withSheets({ North: sheet(phoneOf(0)), South: sheet(phoneOf(1)) });
	const more = {
		file: { list: { data: Buffer.from(data).toString('base64'), fileName: 'list.xlsx' } },
		fields: { reading: { ...reading, sheet: 'South' } },
	};
	const planned = async (body: object) => JSON.stringify((await plan(body, more)).lists[0]);
	expect(await planned(form)).toContain(phoneOf(1));
	expect(await planned({ ...form, sheet: 'North' })).toContain(phoneOf(0));
});

describe('rows that are corrected at the desk', () => {
	const lines = [
		'customer;country;phone;MB',
		'Ada;FR;06 39 98 00 01;5',
		'Bea;FR;06 39 98 00;6',
		'Cy;FR;06 39 98 00 03;many',
		'Di;FR;06 39 98 00 01;7',
	];
	const own = { ...form, country: '' };
	const none = itemsOf({});

	/** A planned campaign, and its rows as a request to correct it finds them. @param changes of the campaign */
	async function stored(changes: object = {}, text = lines) {
		const made = await plan(own, { file: fileWith(text), fields: { optOuts: none, reading: {} } });
		const campaign = { ...made.campaign, id: 7, ...changes };
		const fields = {
			optOuts: none,
			reading: {},
			campaigns: itemsOf(campaign),
			pieces: itemsOf(...made.pieces.map((piece, at) => ({ ...piece, id: at + 1 }))),
			lists: itemsOf(...made.lists),
		};
		return { campaign, fields, correct: campaign.controlKey };
	}
	const at = '2026-11-24T07:00:00.000Z';
	const approvals = JSON.stringify([{ by: 'a', at, hash: '' }]);
	const approved = { status: 'finished', approvals };
	const fieldsOf = (html: string) =>
		Object.fromEntries(
			[...html.matchAll(/<input\s+(?:type="hidden" )?name="(\w+)"[^>]*?value="([^"]*)"/g)].map(
				([, name = '', value = '']) => [name, value],
			),
		);
	/** The form as a browser sends it. */
	async function formOf({ fields, correct }: More) {
		const { answer } = await plan({}, { fields: { ...fields, optOuts: false }, correct });
		return fieldsOf(answer.body);
	}
	const keeps = (typed: { phone3?: string; megabytes3?: string }) =>
		typed.megabytes3 === '' ? '06 39 98 00' : (typed.phone3 ?? '06 39 98 00');
	const rowsIn = (lists: object[]) =>
		(lists as StoredList[])
			.filter(({ number }) => number > -1_000_000)
			.flatMap(({ list }) => JSON.parse(list) as { row: number; phone: string; reason?: Text }[])
			.map(({ row, phone, reason = '' }) => [row, phone, inEnglish(reason).slice(0, 18)]);

	it('are shown as they are in the file, to anyone with the control key', async () => {
		const one = await stored();
		expect(await formOf(one)).toMatchObject({
			campaign: 'spring',
			phone3: '06 39 98 00',
			megabytes3: '6',
			phone4: '06 39 98 00 03',
			megabytes4: 'many',
		});
		expect(await formOf(one)).not.toHaveProperty('phone5');
		expect(await formOf({ ...one, correct: one.campaign.viewKey })).not.toHaveProperty('phone3');
	});

	it.each<[string, object, [number, string, string][]]>([
		[
			'corrected',
			{ phone3: '06 39 98 00 02' },
			[
				[2, '33639980001', ''],
				[3, '33639980002', ''],
			],
		],
		[
			'corrected to a number of the list',
			{ phone3: '0639980001' },
			[
				[2, '33639980001', ''],
				[3, '33639980001', 'Duplicate of row 2'],
			],
		],
		[
			'unchanged',
			{},
			[
				[2, '33639980001', ''],
				[3, '06 39 98 00', "'Phone Number' mus"],
			],
		],
		[
			'emptied',
			{ phone3: '0639980002', megabytes3: '' },
			[
				[2, '33639980001', ''],
				[3, '06 39 98 00', "'Phone Number' mus"],
			],
		],
		[
			'wrong again',
			{ phone3: '06 3' },
			[
				[2, '33639980001', ''],
				[3, '06 3', "'Phone Number' is "],
			],
		],
	])('before the approval are planned in place: %s, by %j', async (_, typed, expected) => {
		const one = await stored();
		const body = { ...(await formOf(one)), ...typed };
		const { changed, added, lists, campaign } = await plan(body, one);
		expect([changed, added]).toMatchObject([[{ id: 7, status: 'planned' }], []]);
		expect(rowsIn(lists).filter(([row]) => Number(row) < 4)).toEqual(expected);
		const again = {
			...one,
			fields: { ...one.fields, campaigns: itemsOf(campaign), lists: itemsOf(...lists) },
		};
		const shown = await formOf({ ...again, correct: campaign.controlKey });
		// A good row isn't shown, and stays corrected.
		expect(shown.phone3).toBe(keeps(typed));
		const second = await plan({ ...shown, megabytes4: '8' }, again);
		expect(rowsIn(second.lists).filter(([row]) => Number(row) < 4)).toEqual(expected);
		expect(rowsIn(second.lists)).toContainEqual([4, '33639980003', '']);
	});

	it('after the approval are added alone, once, as the whole list is read', async () => {
		const one = await stored(approved);
		const typed = { phone3: '06 39 98 00 02', budget: '100' };
		const { added, lists } = await plan({ ...(await formOf(one)), ...typed }, one);
		expect(added).toMatchObject([{ name: 'spring', addsRows: true, rows: 1, leftOut: 0 }]);
		expect(rowsIn(lists)).toEqual([[3, '33639980002', '']]);
		const same = { phone3: '06 39 98 00 01', megabytes4: '9', budget: '100' };
		const second = await plan({ ...(await formOf(one)), ...same }, one);
		expect(rowsIn(second.lists)).toEqual([
			[4, '33639980003', ''],
			[3, '33639980001', 'Is in the campaign'],
		]);
	});

	it('after the approval are asked for again if none is changed', async () => {
		const one = await stored(approved);
		const { answer, added } = await plan({ ...(await formOf(one)), budget: '100' }, one);
		expect([answer.statusCode, added]).toEqual([422, []]);
		expect(answer.body).toContain('No row is corrected');
	});

	it('are refused without the token of the desk', async () => {
		const one = await stored();
		const body = { ...(await formOf(one)), phone3: '06 39 98 00 02', token: 'x' };
		const headers = { origin: 'null', accept: 'text/html' };
		const { answer, changed, added } = await plan(body, { ...one, headers });
		expect([answer.statusCode, changed, added]).toEqual([422, [], []]);
		expect(answer.body).not.toMatch(/06 39 98|spring/);
	});

	it('have no form if there are more than 20', async () => {
		const many = Array.from({ length: 21 }, (_, at) => `x;FR;${at};5`);
		expect(await formOf(await stored({}, [...lines.slice(0, 2), ...many]))).not.toHaveProperty(
			'phone3',
		);
		expect(await formOf(await stored({}, [...lines.slice(0, 2), ...many.slice(1)]))).toHaveProperty(
			'phone3',
		);
	});
});
