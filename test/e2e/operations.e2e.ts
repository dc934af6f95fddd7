import { aliasOf } from '../../sandbox/payments/aliases';
import type { World } from '../../sandbox/world';
import { accountData, demoService } from '../../scripts/try/credentials';
import { post } from '../support/e2e/calling';
import { basic, billing, byId, called, to, workflowOf } from '../support/e2e/drawing';
import { giftPath } from '../support/platform';
import type { Seller } from '../support/sandbox/seller';
import { Workspace } from '../support/workspace';

/** An operation, and its fields. */
type Operation = [name: string, fields: object];

const ofBody = (name: string) => `={{ $json.body.${name} }}`;
const gameClub = { serviceKey: byId('GAMECLUB04') };
const bySearch = (filters: object) => ({ filters: { msisdn: ofBody('id'), ...filters } });
const subscriptionId = { cancelBy: 'subscriptionId', subscriptionId: ofBody('id') };

const operations = {
	refund: ['payment.refund', { ...gameClub, transactionId: ofBody('id') }],
	cancel: ['subscription.cancel', { ...gameClub, ...subscriptionId }],
	alias: ['customer.resolveAlias', { msisdn: ofBody('id') }],
	transaction: ['transaction.get', { transactionId: ofBody('id') }],
	subscription: ['subscription.get', { subscriptionId: ofBody('id') }],
	ofAlias: ['transaction.getMany', bySearch({})],
	giftsOf: ['dataGift.getMany', { serviceKey: byId('LOYALTYDATA01'), msisdn: ofBody('id') }],
	open: ['transaction.getMany', bySearch({ actionStatus: 'null' })],
	subscriptions: ['subscription.getMany', {}],
	services: ['service.getMany', { returnAll: true }],
	setup: ['account.checkSetup', {}],
} satisfies Record<string, Operation>;

const resolvePath = '/api/payment/1_4/subscriber/resolve';

/** n8n's own node with the credential of this package. */
const request = (url: string) => ({
	...basic('Work', 'httpRequest', 4.2, {
		method: 'POST',
		url,
		nodeCredentialType: 'mobileBillingApi',
		authentication: 'predefinedCredentialType',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { msisdns: [$json.body.id] } }}',
		options: { response: { response: { neverError: ofBody('neverError') } } },
	}),
	credentials: { mobileBillingApi: { id: null, name: 'Mobile Billing account' } },
	onError: 'continueRegularOutput',
});

/** Goes round once for each number, so that every gift is the first item of its run. */
const loop = workflowOf(
	'Gifts in a loop',
	[
		called('loop'),
		basic('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.rows' }),
		basic('Loop', 'splitInBatches', 3, { batchSize: 1 }),
		basic('Done', 'noOp', 1),
		billing('Assign', 'mobileDataGifting', {
			resource: 'dataGift',
			operation: 'assign',
			serviceKey: byId('LOYALTYDATA01'),
			msisdn: '={{ $json.phone }}',
			amount: 5,
			duplicates: 'sendAgain',
			options: { settleSeconds: 0 },
		}),
	],
	{
		Call: to('Split Out'),
		'Split Out': to('Loop'),
		Loop: to('Done', 'Assign'),
		Assign: to('Loop'),
	},
);

let workspace: Workspace;
let seller: Seller;
let world: World;

/** Has a node called from outside. */
const publish = async (path: string, node: object) => {
	const workflow = workflowOf(path, [called(path), node], { Call: to('Work') });
	await workspace.publish({ [path]: workflow });
};

beforeAll(async () => {
	workspace = await Workspace.open();
	({ seller } = workspace);
	({ world } = workspace.sandbox);
	for (const [path, [name, fields]] of Object.entries<Operation>(operations)) {
		const [resource = '', operation] = name.split('.');
		const isGifting = ['dataGift', 'service'].includes(resource);
		const type = isGifting ? 'mobileDataGifting' : 'mobileBilling';
		const work = billing('Work', type, { resource, operation, ...fields });
		await publish(path, { ...work, onError: 'continueRegularOutput' });
	}
	await publish('request', request(`${workspace.sandbox.url}${resolvePath}`));
	await workspace.publish({ loop });
});

afterAll(async () => {
	await workspace.close();
});

type Path = keyof typeof operations | 'request' | 'loop';

const itemsFrom = async (path: Path, body: object = {}) =>
	await post<Record<string, unknown>[]>(`${workspace.url}/webhook/${path}`, body);

/** The only item that an operation gives. */
async function itemFrom(path: Path, body: object = {}) {
	const [item, ...others] = await itemsFrom(path, body);
	if (!item || others.length > 0) throw new Error(`${path} gave no item, or several`);
	return item;
}

it('every resource works as it is packed, and a refund is given once when the workflow runs again', async () => {
	const msisdn = '33639980951';
	await seller.set({ cancelDelaySeconds: 0 });
	const { data } = await seller.optIn({ msisdn, userid: msisdn });
	const { transactionId } = data as { transactionId: string };
	const [{ subscriptionId }] = await seller.subscriptions({ msisdn });
	await seller.gift({ msisdn, amount: 5 });

	const sold = await itemFrom('transaction', { id: transactionId });
	expect(sold).toMatchObject({ msisdn, action: 'SUB_START', status: 'success' });
	const { alias } = await itemFrom('alias', { id: '+33 (0) 6 39 98 09 51' });
	expect(alias).toBe(aliasOf(msisdn));
	expect(await itemsFrom('ofAlias', { id: alias })).toEqual([sold]);
	expect(await itemsFrom('open', { id: msisdn })).toEqual([]);
	const started = '33639980125';
	await seller.subscribe({ apikey: 'GAMECLUB04', price: '2.99', msisdn: started });
	expect(await itemsFrom('open', { id: started })).toMatchObject([{ status: 'pending' }]);
	const subscription = await itemFrom('subscription', { id: String(subscriptionId) });
	expect(subscription).toMatchObject({ msisdn, active: true, serviceKey: 'GAMECLUB04' });
	expect(await itemsFrom('subscriptions')).toEqual([subscription]);
	expect(await itemsFrom('giftsOf', { id: msisdn })).toMatchObject([{ msisdn, amount: 5 }]);
	expect(await itemsFrom('services')).toHaveLength(10);

	for (const outcome of ['refunded', 'refunded']) {
		expect(await itemFrom('refund', { id: transactionId })).toMatchObject({ outcome });
	}
	const payments = await seller.payments({ msisdn });
	expect(payments.map(({ transaction }) => transaction.action)).toEqual(['REFUND', 'SUB_START']);
	const canceled = await itemFrom('cancel', { id: String(subscriptionId) });
	expect(canceled).toMatchObject({ outcome: 'canceled' });
	expect(await seller.subscriptions({ msisdn })).toMatchObject([{ active: false }]);

	const findings = await itemsFrom('setup');
	const results = Object.fromEntries(findings.map(({ check, result }) => [check, result]));
	expect(results).toMatchObject({ Login: 'ok', Gifting: 'ok', Payments: 'ok', Searches: 'ok' });
});

it("n8n's HTTP Request node logs in, renews a dead token, and repeats what fails, but not with Never Error", async () => {
	const id = '33639980951';
	const subscribers = [{ msisdn: id, subscriberId: aliasOf(id) }];
	for (const neverError of [false, true]) {
		world.tokens.expireAccessTokens(world.clock.now());
		expect(await itemFrom('request', { id, neverError: false })).toMatchObject({ subscribers });
		const failed = () => world.traffic.report().routes[`POST ${resolvePath}`]?.['500'] ?? 0;
		const before = failed();
		const fault = { kind: 'answer', status: 500, body: {} };
		await seller.http.put('/_sandbox/faults', [{ path: resolvePath, fault }]);
		await itemsFrom('request', { id, neverError });
		await seller.http.delete('/_sandbox/faults');
		expect(failed() - before).toBe(neverError ? 1 : 2);
	}
});

it('a lost request in a loop is not taken as done because of the gift of an earlier round', async () => {
	const phone = '999100007001';
	const lost = { path: giftPath, fault: { kind: 'drop' }, every: 2, times: 1 };
	await seller.http.put('/_sandbox/faults', [lost]);
	await itemsFrom('loop', { rows: [{ phone }, { phone }, { phone }] });
	expect(world.faults.report()).toMatchObject([{ struck: 1 }]);
	const references = world.ledger.gifts('LOYALTYDATA01', phone).map(({ clientId }) => clientId);
	expect(references).toHaveLength(3);
	expect(new Set(references).size).toBe(3);
});

it('the test of an account that works passes', async () => {
	const account = accountData(workspace.sandbox.url);
	const { status } = await workspace.client.testCredential('mobileBillingApi', account);
	expect(status).toBe('OK');
});

it('the test of a service credential names the service whose key is wrong', async () => {
	const signingSecret = 'demo-signing-key-partner ';
	const partner = { serviceKey: 'PARTNER09', signingSecret, signingAlgorithm: 'sha256' };
	const data = { ...demoService, moreServices: { service: [partner] } };
	const { client } = workspace;
	const { status, message } = await client.testCredential('mobileBillingServiceApi', data);
	expect([status, message]).toEqual(['Error', expect.stringContaining('PARTNER09')]);
	expect(message).not.toContain(signingSecret.trim());
});
