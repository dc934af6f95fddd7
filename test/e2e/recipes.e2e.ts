import axios from 'axios';
import { DateTime } from 'luxon';
import { notificationFields } from '../../sandbox/notifications/event';
import type { TransactionRecord } from '../../sandbox/payments/records';
import { createTable, tableRows } from '../support/dataTables';
import { execute, executionOf, lenient, takesCalls } from '../support/e2e/calling';
import { passMidnight } from '../support/e2e/clock';
import { addressOf, deliver, eventOf, forged } from '../support/e2e/notified';
import { itemsOf, type Execution } from '../support/n8nClient';
import { filledInRecipe, recipes, type RecipeNode } from '../support/recipes';
import { n8nZone, Workspace } from '../support/workspace';

const shop = { name: 'X-Shop-Key', value: 'invented-key-of-the-shop' };

let workspace: Workspace;
/** The day in which all tests run. */
let today: DateTime;

beforeAll(async () => {
	await passMidnight(n8nZone);
	today = DateTime.now().setZone(n8nZone);
}, 180_000);

beforeAll(async () => {
	workspace = await Workspace.open(() => [{ name: 'Shop', type: 'httpHeaderAuth', data: shop }]);
});

afterAll(async () => {
	await workspace.close();
});

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

/** Adds a recipe whose nodes of other services give these items. */
async function add(name: string, pinned: Record<string, object[]>): Promise<void> {
	const pinData = Object.fromEntries(
		Object.entries(pinned).map(([node, items]) => [node, items.map((json) => ({ json }))]),
	);
	await workspace.add(idOf(name), { ...filledInRecipe(name), pinData });
}

/** Runs a recipe by hand from its first node, to its end. */
async function executed(name: string): Promise<Execution> {
	return await execute(workspace, idOf(name), recipes().get(name)?.nodes[0]?.name);
}

/** The outcome of each item of the node that gives. */
const outcomesIn = (execution: Execution) =>
	itemsOf(execution, 'Assign gifts').map(({ json }) => [json.msisdn, json.outcome]);

/** The gifts to a number at the platform: MB and reference. */
const giftsOf = (msisdn: string) =>
	workspace.sandbox.world.ledger.entries.flatMap(({ gift }) =>
		gift?.msisdn === msisdn ? [[gift.amount, gift.clientId]] : [],
	);

const [ada, ben, cem] = ['33639980011', '447700900123', '33639980012'] as const;

interface Property {
	name: string;
	options?: Property[];
}

/** The fields of a node that its description doesn't have, where n8n ignores them. */
function unknownFields({ name, parameters }: RecipeNode, properties: Property[]): string[] {
	return Object.entries(parameters).flatMap(([field, value]) => {
		const known = properties.filter((property) => property.name === field);
		if (known.length === 0) return [`${name}: ${field}`];
		if (field !== 'options' && !(field === 'filters' && name.startsWith('Get '))) return [];
		const names = known.flatMap(({ options = [] }) => options.map((option) => option.name));
		const unknown = Object.keys(value as object).filter((option) => !names.includes(option));
		return unknown.map((option) => `${name}: ${field}.${option}`);
	});
}

it('every node and field of the recipes is one that this n8n knows', async () => {
	const nodes = [...recipes().values()].flatMap((recipe) => recipe.nodes);
	const nodeInfos = nodes.map(({ type, typeVersion }) => ({ name: type, version: typeVersion }));
	const { data } = await workspace.client.http.post<{
		data: { version: number | number[]; properties: Property[] }[];
	}>('/node-types', { nodeInfos });
	const unknown = nodes.flatMap((node, at) => {
		const { version = [], properties = [] } = data.data[at] ?? {};
		const isKnown = [version].flat().includes(node.typeVersion);
		return isKnown ? unknownFields(node, properties) : [`${node.name}: ${node.typeVersion}`];
	});
	expect(unknown).toEqual([]);
	expect(nodes.length).toBeGreaterThan(20);
});

it('the recipe for Mondays gives the amounts of the sheet, and nothing twice in a week', async () => {
	const name = 'Gifts every Monday';
	const rows = [
		{ phone: `+${ada}`, megabytes: 500 },
		{ phone: Number(ben), megabytes: '250' },
		{ phone: '06 39 98 00 12', megabytes: 100 },
	];
	await add(name, { 'Get customers': rows });
	const first = await executed(name);
	const [good, again] = ['given', 'alreadyGiven'].map((outcome) => [
		[ada, outcome],
		[ben, outcome],
	]);
	expect(outcomesIn(first)).toEqual(good);
	expect(itemsOf(first, 'Assign gifts', 1)).toMatchObject([{ json: { error: {} } }]);
	expect(outcomesIn(await executed(name))).toEqual(again);
	const week = today.toFormat("kkkk-'W'WW");
	expect(giftsOf(ada)).toEqual([[500, `weekly-${week}-${ada}`]]);
	expect(giftsOf(ben)).toEqual([[250, `weekly-${week}-${ben}`]]);
});

it('the recipe for a paid order gives once, to nobody else, and to no stranger', async () => {
	const recipe = filledInRecipe('Gift for a paid order');
	await workspace.publish({ order: recipe });
	const url = `${workspace.url}/webhook/${recipe.nodes[0]?.webhookId}`;
	await takesCalls(url);
	const tell = async (body: object, headers: object = { [shop.name]: shop.value }) =>
		(await axios.post(url, body, { ...lenient, headers })).status;
	const paid = { order: 'A-17', status: 'paid', phone: '+33 6 39 98 00 21' };
	expect(await tell(paid, {})).toBe(403);
	expect(await tell(paid, { [shop.name]: 'guessed' })).toBe(403);
	expect(await tell({ ...paid, status: 'pending' })).toBe(200);
	expect(giftsOf('33639980021')).toEqual([]);
	expect(await Promise.all([tell(paid), tell(paid)])).toEqual([200, 200]);
	expect(await tell(paid)).toBe(200);
	expect(giftsOf('33639980021')).toEqual([[500, 'order-A-17']]);
	expect(await tell({ ...paid, order: 'A-18', phone: '06' })).toBe(500);
});

it.each(['Gift for a paid order', 'Subscribers as user records'])(
	'n8n publishes “%s” only after somebody chose who may call',
	async (name) => {
		const recipe = filledInRecipe(name);
		for (const node of recipe.nodes) delete node.credentials;
		const id = `open-${idOf(name)}`;
		await workspace.add(id, recipe);
		const missing = /Missing required credential: (Header Auth|httpHeaderAuth|Account)/;
		await expect(workspace.client.activate(id)).rejects.toThrow(missing);
	},
);

it('the recipe for birthdays gives once a year', async () => {
	const name = 'Birthday gifts';
	const born = (days: number) => today.minus({ years: 28, days }).toISODate();
	const rows = [
		{ phone: `+${ada}`, birthday: born(0) },
		{ phone: `+${ben}`, birthday: born(40) },
		{ phone: `+${cem}`, birthday: '' },
	];
	await add(name, { 'Get customers': rows });
	expect(outcomesIn(await executed(name))).toEqual([[ada, 'given']]);
	expect(outcomesIn(await executed(name))).toEqual([[ada, 'alreadyGiven']]);
	expect(giftsOf(ada)).toContainEqual([500, `birthday-${today.year}-${ada}`]);
});

it('the recipe for quiet customers gives once a quarter', async () => {
	const name = 'Gifts to win back';
	const ago = (days: number) => today.minus({ days }).toISODate();
	const rows = [
		{ phone: `+${ada}`, lastOrder: ago(3) },
		{ phone: `+${ben}`, lastOrder: ago(61) },
		{ phone: `+${cem}`, lastOrder: ago(59) },
	];
	await add(name, { 'Get customers': rows });
	expect(outcomesIn(await executed(name))).toEqual([[ben, 'given']]);
	expect(outcomesIn(await executed(name))).toEqual([[ben, 'alreadyGiven']]);
	expect(giftsOf(cem)).toEqual([]);
});

it('the recipe for text messages sends one to those who got a gift, and to nobody the second time', async () => {
	const name = 'Gifts with a text message';
	const rows = [
		{ phone: `+${ada}`, megabytes: 50 },
		{ phone: `+${ben}`, megabytes: 'a lot' },
	];
	await add(name, { 'Get customers': rows, 'Send text message': [{ sid: 'SM1' }] });
	const first = await executed(name);
	expect(outcomesIn(first)).toEqual([[ada, 'given']]);
	expect(itemsOf(first, 'Send text message')).toHaveLength(1);
	const second = await executed(name);
	expect(itemsOf(second, 'Assign gifts', 1)).toMatchObject([{ json: { outcome: 'alreadyGiven' } }]);
	expect(second.data.resultData.runData).not.toHaveProperty('Send text message');
});

/** A renewal that ended at a time. */
function renew(msisdn: string, subscriptionId: number, change: Partial<TransactionRecord>): void {
	const ended = { actionStatus: 'FAILED', transactionState: 'FAILED' } as const;
	const renewal = { msisdn, subscriptionId, ...ended, ...change };
	workspace.seller.transact('SUB_RENEW', 'GAMECLUB04', renewal);
}

it('the recipe for failed renewals counts them for each subscription', async () => {
	const name = 'Failed renewals in a sheet';
	for (const errorType of ['NOT_ENOUGH_CREDIT', 'NOT_ENOUGH_CREDIT', 'SUBSCRIBER_BLACKLISTED'])
		renew(ada, 501, { errorType });
	renew(cem, 502, { errorType: 'NOT_ENOUGH_CREDIT' });
	renew(cem, 503, { actionStatus: 'COMPLETED', transactionState: 'FINISHED' });
	await add(name, { 'Update sheet': [{}] });
	const rows = itemsOf(await executed(name), 'Count by subscription').map(({ json }) => json);
	const row = { operator: 'FR_DEMOTEL', count_transactionId: 3 };
	const reasons = expect.stringMatching(/^(?=.*SUBSCRIBER_BLACKLISTED)(.*NOT_ENOUGH_CREDIT){2}/);
	expect(rows).toHaveLength(2);
	expect(rows).toContainEqual({
		...row,
		subscriptionId: 501,
		msisdn: ada,
		concatenated_errorType: reasons,
	});
	expect(rows).toContainEqual({
		...row,
		subscriptionId: 502,
		msisdn: cem,
		count_transactionId: 1,
		concatenated_errorType: 'NOT_ENOUGH_CREDIT',
	});
});

it('the recipe for user records keeps the latest result of each user of the platform, whoever a call names', async () => {
	const recipe = filledInRecipe('Subscribers as user records');
	const text = { userId: 'string', status: 'string', eventType: 'string' };
	await createTable(workspace.client, 'subscribers', text);
	await workspace.publish({ subscribers: recipe });
	const url = addressOf(workspace.url, recipe.nodes[0]?.webhookId);
	await takesCalls(url);
	const { seller, sandbox } = workspace;
	await seller.optIn({ userid: 'customer-4711', msisdn: '999000000101' });
	const opened = sandbox.world.payments.transactions.all.at(-1);
	if (!opened) throw new Error('there is no payment');
	const fields = Object.fromEntries(notificationFields(opened));
	const send = async (change: Record<string, string>) =>
		await deliver(eventOf(sandbox, url, fields.transactionid ?? '', { ...fields, ...change }));
	expect(await send({ userid: 'the boss' })).toBe(200);
	await executionOf(workspace, 'subscribers');
	const { subscriptionId } = opened.record;
	const failed = {
		actionStatus: 'FAILED',
		transactionState: 'FAILED',
		endUserPrice: 2.99,
	} as const;
	const change = { ...failed, msisdn: '999000000101', subscriptionId };
	const { transactionId } = seller.transact('SUB_RENEW', 'GAMECLUB04', change);
	const told = { transactionid: String(transactionId), status: 'failed', enduserprice: '2.99' };
	expect(await send(told)).toBe(200);
	await executionOf(workspace, 'subscribers', 1);
	const unsigned = eventOf(sandbox, url, fields.transactionid ?? '', fields);
	expect(await deliver(forged(unsigned))).toBe(401);
	expect(await tableRows(workspace.client, 'subscribers')).toMatchObject([
		{ userId: 'customer-4711', status: 'failed', eventType: 'recurring_billing' },
	]);
});
