import axios from 'axios';

import { assignGift } from '../../sandbox/gifting/assign';
import { aliasOf } from '../../sandbox/payments/aliases';
import type { World } from '../../sandbox/world';
import { demoAccount, demoService } from '../../scripts/try/credentials';
import type { Seller } from '../sandbox/seller';
import {
	byId,
	Calling,
	lenient,
	ofBody,
	triggered,
	type Item,
	type Operation,
} from './support/calling';
import { takesCalls } from './support/notified';

/** A payment by mobile data, after an identification. */
const overMobileData = {
	additionalFields: { flow: '3g', identid: ofBody('identification'), redirect: false },
};

const gameClub = { serviceKey: byId('GAMECLUB04') };
const limited = { returnAll: ofBody('returnAll'), limit: ofBody('limit') };
const operations = {
	refund: ['payment.refund', { ...gameClub, transactionId: ofBody('id') }],
	cancel: [
		'subscription.cancel',
		{ ...gameClub, cancelBy: 'subscriptionId', subscriptionId: ofBody('id') },
	],
	alias: ['customer.resolveAlias', { msisdn: ofBody('id') }],
	link: ['customer.createIdentificationLink', { ...gameClub, returnurl: ofBody('returnUrl') }],
	start: [
		'payment.start',
		{ ...gameClub, price: '2.99', operator: byId(ofBody('operator')), ...overMobileData },
	],
	transaction: ['transaction.get', { transactionId: ofBody('id') }],
	subscription: ['subscription.get', { subscriptionId: ofBody('id') }],
	transactions: ['transaction.getMany', limited],
	ofAlias: [
		'transaction.getMany',
		{ returnAll: true, filters: { msisdn: ofBody('id'), sendAsEntered: true } },
	],
	open: [
		'transaction.getMany',
		{ returnAll: true, filters: { msisdn: ofBody('id'), actionStatus: 'null' } },
	],
	subscriptions: ['subscription.getMany', limited],
	services: ['service.getMany', limited],
	gifts: ['dataGift.getMany', { serviceKey: byId('LOYALTYDATA01'), ...limited }],
	setup: ['account.checkSetup', {}],
} satisfies Record<string, Operation>;

const triggers = {
	identified: triggered('identified', 'mobileBillingTrigger', {
		event: 'returnedFromIdentification',
		authentication: 'signature',
	}),
};

let n8n: Calling<keyof typeof operations>;
let seller: Seller;
let world: World;
const returnUrl = () => `${n8n.looking.n8n.url}/webhook/identified/mobile-billing`;

beforeAll(async () => {
	n8n = await Calling.start(operations, triggers);
	seller = n8n.looking.seller;
	world = n8n.looking.sandbox.world;
	await n8n.looking.client.activate('identified');
	await takesCalls(returnUrl());
});

afterAll(async () => {
	await n8n.stop();
});

/** A subscription that is paid, with the ID of its first transaction. */
async function subscribed(msisdn: string): Promise<{ transactionId: string; id: string }> {
	const { data } = await seller.optIn({ msisdn, userid: msisdn });
	const [{ subscriptionId }] = await seller.subscriptions({ msisdn });
	return { transactionId: String((data as Item).transactionId), id: String(subscriptionId) };
}

const actionsOf = async (msisdn: string) => {
	const payments = (await seller.payments({ msisdn })) as { transaction: Item }[];
	return payments.map(({ transaction }) => transaction.action).reverse();
};

describe('Payment: Refund', () => {
	it('gives the money back once, also when the workflow runs again', async () => {
		const msisdn = '33639980121';
		const { transactionId: id } = await subscribed(msisdn);
		expect(await n8n.itemFrom('refund', { id })).toMatchObject({ outcome: 'refunded' });
		expect(await n8n.itemFrom('refund', { id })).toMatchObject({ outcome: 'refunded' });
		expect(await actionsOf(msisdn)).toEqual(['SUB_START', 'REFUND']);
	});

	it('is refused for what was refunded in the console', async () => {
		const msisdn = '33639980120';
		const { transactionId: id } = await subscribed(msisdn);
		await seller.http.post(`/_sandbox/payments/${encodeURIComponent(id)}/refund`);
		expect(await n8n.itemFrom('refund', { id })).toMatchObject({ outcome: 'refused' });
		expect(await actionsOf(msisdn)).toEqual(['SUB_START', 'REFUND']);
	});
});

describe('Subscription: Cancel', () => {
	it('ends a subscription by its ID', async () => {
		const msisdn = '33639980119';
		await seller.set({ cancelDelaySeconds: 0 });
		const { id } = await subscribed(msisdn);
		expect(await n8n.itemFrom('cancel', { id })).toMatchObject({ outcome: 'canceled' });
		expect(await seller.subscriptions({ msisdn })).toMatchObject([{ active: false }]);
		const unknown = await n8n.itemFrom('cancel', { id: '123' });
		expect(unknown).toMatchObject({ outcome: 'noSuchSubscription' });
	});
});

describe('a customer', () => {
	it('has an alias', async () => {
		const msisdn = '33639980951';
		const found = await n8n.itemFrom('alias', { id: '+33 (0) 6 39 98 09 51' });
		expect(found).toMatchObject({ msisdn, alias: aliasOf(msisdn) });
	});

	it('who is identified over mobile data buys without typing a number', async () => {
		const msisdn = '33639980122';
		const made = await n8n.itemFrom('link', { returnUrl: `${returnUrl()}?order=17` });
		const link = `${String(made.link)}&handset=${msisdn}`;
		const { headers } = await axios.get(link, lenient);
		expect((await axios.get(String(headers.location), lenient)).status).toBe(200);
		const [customer = {}] = await n8n.itemsStarting('identified');
		expect(customer).toMatchObject({ msisdn, operator: 'FR_DEMOTEL' });

		const { operator, identificationId: identification } = customer;
		const started = await n8n.itemFrom('start', { operator, identification });
		expect(started).toMatchObject({ outcome: 'pin' });
		const { transaction } = await seller.payment(String(started.transactionId));
		expect(transaction).toMatchObject({ msisdn, action: 'SUB_START' });
	});
});

describe('what nobody has', () => {
	it.each([
		['refund', '123', 'Transaction does not exists'],
		['transaction', '123', 'transaction 123'],
		['subscription', '123', 'subscription 123'],
		['alias', '33639980404', 'no alias of 33639980404'],
	] as const)('is an error (%s)', async (path, id, words) => {
		const { error } = await n8n.itemFrom(path, { id });
		expect(JSON.stringify(error)).toContain(words);
	});
});

describe('by its ID', () => {
	it('a subscription and its transaction are found', async () => {
		const msisdn = '33639980123';
		const { transactionId, id } = await subscribed(msisdn);
		const encrypted = await n8n.itemFrom('transaction', { id: transactionId });
		expect(encrypted).toMatchObject({ msisdn, action: 'SUB_START' });
		const plain = String(encrypted.transactionId);
		expect(plain).toMatch(/^\d+$/);
		expect(await n8n.itemFrom('transaction', { id: plain })).toEqual(encrypted);
		const found = await n8n.itemFrom('subscription', { id });
		expect(found).toMatchObject({ msisdn, active: true, serviceKey: 'GAMECLUB04' });
		expect(String(found.subscriptionId)).toBe(id);
	});
});

describe('a search of transactions', () => {
	it('finds those of an alias, as it was entered', async () => {
		const msisdn = '33639980124';
		await subscribed(msisdn);
		const own = await n8n.itemsFrom('ofAlias', { id: aliasOf(msisdn) });
		expect(own).toMatchObject([{ action: 'SUB_START', status: 'success' }]);
	});

	it('finds those that have no result yet', async () => {
		const [ended, started] = ['33639980124', '33639980125'];
		await seller.subscribe({ apikey: 'GAMECLUB04', price: '2.99', msisdn: started });
		expect(await n8n.itemsFrom('open', { id: ended })).toEqual([]);
		expect(await n8n.itemsFrom('open', { id: started })).toMatchObject([{ status: 'pending' }]);
	});
});

const counts = {
	gifts: () => world.ledger.gifts('LOYALTYDATA01').length,
	services: () => 10,
	transactions: () => world.payments.transactions.all.length,
	subscriptions: () => world.payments.subscriptions.all.length,
};

describe('Return All and Limit', () => {
	beforeAll(async () => {
		for (const number of [1, 2, 3]) {
			await subscribed(`3363998013${number}`);
			const gift = { serviceKey: 'LOYALTYDATA01', clientId: `gift ${number}`, amount: 5 };
			assignGift(world, 1001, { ...gift, msisdn: `99910000800${number}` });
		}
	});

	it.each(['gifts', 'services', 'transactions', 'subscriptions'] as const)('%s', async (name) => {
		expect(counts[name]()).toBeGreaterThan(2);
		expect(await n8n.itemsFrom(name, { returnAll: false, limit: 2 })).toHaveLength(2);
		const all = await n8n.itemsFrom(name, { returnAll: true, limit: 1 });
		expect(all).toHaveLength(counts[name]());
	});
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
