import axios from 'axios';

import { aliasOf } from '../../sandbox/payments/aliases';
import type { World } from '../../sandbox/world';
import { demoAccount, demoService } from '../../scripts/try/credentials';
import type { Seller } from '../support/sandbox/seller';
import {
	Calling,
	itemsStarting,
	lenient,
	takesCalls,
	type Item,
	type Operation,
} from '../support/e2e/calling';
import { byId, ofBody, triggered } from '../support/e2e/drawing';

const gameClub = { serviceKey: byId('GAMECLUB04') };
const limited = { returnAll: ofBody('returnAll'), limit: ofBody('limit') };
const bySearch = (filters: object): Operation => [
	'transaction.getMany',
	{ returnAll: true, filters: { msisdn: ofBody('id'), ...filters } },
];
const operations = {
	refund: ['payment.refund', { ...gameClub, transactionId: ofBody('id') }],
	cancel: [
		'subscription.cancel',
		{ ...gameClub, cancelBy: 'subscriptionId', subscriptionId: ofBody('id') },
	],
	alias: ['customer.resolveAlias', { msisdn: ofBody('id') }],
	link: ['customer.createIdentificationLink', { ...gameClub, returnurl: ofBody('returnUrl') }],
	transaction: ['transaction.get', { transactionId: ofBody('id') }],
	subscription: ['subscription.get', { subscriptionId: ofBody('id') }],
	ofAlias: bySearch({ sendAsEntered: true }),
	open: bySearch({ actionStatus: 'null' }),
	transactions: ['transaction.getMany', limited],
	subscriptions: ['subscription.getMany', limited],
	services: ['service.getMany', limited],
	gifts: ['dataGift.getMany', { serviceKey: byId('LOYALTYDATA01'), ...limited }],
	setup: ['account.checkSetup', {}],
} satisfies Record<string, Operation>;

let n8n: Calling<keyof typeof operations>;
let seller: Seller;
let world: World;
let returnUrl: string;

beforeAll(async () => {
	n8n = await Calling.start(operations, () => ({
		identified: triggered('identified', 'mobileBillingTrigger', {
			event: 'returnedFromIdentification',
			authentication: 'signature',
		}),
	}));
	({ seller } = n8n.workspace);
	({ world } = n8n.workspace.sandbox);
	returnUrl = `${n8n.workspace.url}/webhook/identified/mobile-billing`;
	await takesCalls(returnUrl);
});

afterAll(async () => {
	await n8n.workspace.close();
});

/** A subscription that is paid, with the ID of its first transaction. */
async function subscribed(msisdn: string): Promise<{ transactionId: string; id: string }> {
	const { data } = await seller.optIn({ msisdn, userid: msisdn });
	const [{ subscriptionId }] = await seller.subscriptions({ msisdn });
	return { transactionId: String((data as Item).transactionId), id: String(subscriptionId) };
}

it('Payment: Refund gives the money back once, also when the workflow runs again', async () => {
	const msisdn = '33639980121';
	const { transactionId: id } = await subscribed(msisdn);
	for (const outcome of ['refunded', 'refunded']) {
		expect(await n8n.itemFrom('refund', { id })).toMatchObject({ outcome });
	}
	const payments = await seller.payments({ msisdn });
	const actions = payments.map(({ transaction }) => transaction.action);
	expect(actions).toEqual(['REFUND', 'SUB_START']);
});

it('Subscription: Cancel ends a subscription by its ID', async () => {
	const msisdn = '33639980119';
	await seller.set({ cancelDelaySeconds: 0 });
	const { id } = await subscribed(msisdn);
	expect(await n8n.itemFrom('cancel', { id })).toMatchObject({ outcome: 'canceled' });
	expect(await seller.subscriptions({ msisdn })).toMatchObject([{ active: false }]);
});

it('Customer: Create Identification Link leads to the trigger, which knows the customer', async () => {
	const msisdn = '33639980122';
	const { link } = await n8n.itemFrom('link', { returnUrl: `${returnUrl}?order=17` });
	const { headers } = await axios.get(`${String(link)}&handset=${msisdn}`, lenient);
	expect((await axios.get(String(headers.location), lenient)).status).toBe(200);
	const items = itemsStarting(await n8n.executionOf('identified'));
	const identificationId = expect.stringMatching(/./) as string;
	expect(items).toMatchObject([{ msisdn, operator: 'FR_DEMOTEL', identificationId }]);
});

it('Get finds a subscription and its transaction, searches find an alias and what has no result', async () => {
	const [msisdn, started] = ['33639980951', '33639980125'];
	const { transactionId, id } = await subscribed(msisdn);
	const encrypted = await n8n.itemFrom('transaction', { id: transactionId });
	expect(encrypted).toMatchObject({ msisdn, action: 'SUB_START', status: 'success' });
	const plain = { id: encrypted.transactionId };
	expect(await n8n.itemFrom('transaction', plain)).toEqual(encrypted);
	const found = await n8n.itemFrom('subscription', { id });
	expect(found).toMatchObject({ msisdn, active: true, serviceKey: 'GAMECLUB04' });

	const { alias } = await n8n.itemFrom('alias', { id: '+33 (0) 6 39 98 09 51' });
	expect(alias).toBe(aliasOf(msisdn));
	expect(await n8n.itemsFrom('ofAlias', { id: alias })).toEqual([encrypted]);
	await seller.subscribe({ apikey: 'GAMECLUB04', price: '2.99', msisdn: started });
	expect(await n8n.itemsFrom('open', { id: msisdn })).toEqual([]);
	expect(await n8n.itemsFrom('open', { id: started })).toMatchObject([{ status: 'pending' }]);
});

const counts = {
	gifts: () => world.ledger.gifts('LOYALTYDATA01').length,
	services: () => 10,
	transactions: () => world.payments.transactions.all.length,
	subscriptions: () => world.payments.subscriptions.all.length,
};

it('Return All gives every record, Limit some', async () => {
	for (const number of [1, 2, 3]) {
		await subscribed(`3363998013${number}`);
		await seller.gift({ clientId: `gift ${number}`, amount: 5 });
	}
	for (const name of ['gifts', 'services', 'transactions', 'subscriptions'] as const) {
		const limit = await n8n.itemsFrom(name, { returnAll: false, limit: 2 });
		const all = await n8n.itemsFrom(name, { returnAll: true, limit: 1 });
		expect([name, limit.length, all.length]).toEqual([name, 2, counts[name]()]);
	}
});

it('Check Setup tells what the platform does, changes nothing there, and shows no secret', async () => {
	const before = [counts.transactions(), counts.gifts()];
	const findings = await n8n.itemsFrom('setup');
	const results = Object.fromEntries(findings.map(({ check, result }) => [check, result]));
	expect(results).toMatchObject({ Login: 'ok', Gifting: 'ok', Payments: 'ok', Searches: 'ok' });
	expect([counts.transactions(), counts.gifts()]).toEqual(before);
	const { clientSecret, password } = demoAccount;
	const secrets = [clientSecret, password, demoService.signingSecret];
	expect(JSON.stringify(findings)).not.toMatch(new RegExp(secrets.join('|')));
});
