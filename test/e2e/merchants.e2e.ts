import axios from 'axios';

import { accountData, demoService } from '../../scripts/try/credentials';
import type { Seller } from '../sandbox/seller';
import { byId, Calling, lenient, ofBody, triggered, type Operation } from './support/calling';
import { activatePolling, everyFiveSeconds } from './support/looking';

const merchantAccount = { mobileBillingApi: { id: null, name: 'Merchant account' } };
const partnerService = { mobileBillingServiceApi: { id: null, name: 'Partner service' } };

/** Field names of the panel; `advanced` shows the merchant ID. */
const redirect = { redirect: false };
const merchant = { advanced: true, merchantId: '1001' };
const partner = {
	serviceKey: 'PARTNER09',
	signingSecret: 'demo-signing-key-partner',
	signingAlgorithm: 'sha256',
	panelUsername: 'demo-panel',
	panelPasswordHash: 'demo-panel-password-hash',
};

const partnerKey = { serviceKey: byId(partner.serviceKey) };
const operations = {
	services: ['service.getMany', { returnAll: true }],
	servicesOfMerchant: ['service.getMany', { returnAll: true }, merchantAccount],
	sell: [
		'payment.start',
		{
			serviceKey: byId('COINSHOP07'),
			price: ofBody('price'),
			msisdn: ofBody('phone'),
			operator: byId(ofBody('operator')),
			additionalFields: { country: ofBody('country'), ...redirect },
		},
	],
	start: [
		'payment.start',
		{
			...partnerKey,
			price: '1.5',
			msisdn: ofBody('phone'),
			additionalFields: redirect,
		},
		partnerService,
	],
	submit: [
		'payment.submitPin',
		{ ...partnerKey, transactionId: ofBody('transactionId'), pin: ofBody('pin') },
		partnerService,
	],
	transaction: ['transaction.get', { transactionId: ofBody('id') }],
	link: [
		'customer.createIdentificationLink',
		{ serviceKey: byId('GAMECLUB04'), returnurl: 'myapp://back?order=17' },
	],
} satisfies Record<string, Operation>;

const watching = triggered('watching', 'mobileBillingTransactionTrigger', {
	pollTimes: everyFiveSeconds,
	event: 'any',
});

const ended = triggered('ended', 'mobileBillingTransactionTrigger', {
	pollTimes: everyFiveSeconds,
	event: 'subscriptionEnded',
});

let n8n: Calling<keyof typeof operations>;
let seller: Seller;

beforeAll(async () => {
	n8n = await Calling.start(operations, { watching, ended }, (sandboxUrl) => [
		{
			id: 'merchantAccount',
			name: 'Merchant account',
			type: 'mobileBillingApi',
			data: { ...accountData(sandboxUrl), ...merchant },
		},
		{
			id: 'partnerService',
			name: 'Partner service',
			type: 'mobileBillingServiceApi',
			data: { ...demoService, moreServices: { service: [partner] } },
		},
	]);
	seller = n8n.looking.seller;
});

afterAll(async () => {
	await n8n.stop();
});

describe('the test of a credential passes', () => {
	const test = async (change: object) => {
		const data = { ...accountData(n8n.looking.sandbox.url), ...change };
		return await n8n.looking.client.testCredential('mobileBillingApi', data);
	};

	it.each([
		['gifting', { giftingEnabled: false }, {}],
		['a client secret', { clientSecret: 'optional' }, { clientSecret: '' }],
	])('without %s', async (_what, settings, change) => {
		await seller.set(settings);
		const { status, message } = await test(change);
		await seller.set({ giftingEnabled: true, clientSecret: 'newer' });
		expect([status, message]).toEqual(['OK', expect.any(String)]);
	});
});

it('the test of a service credential names the service whose key is wrong', async () => {
	const signingSecret = `${partner.signingSecret} `;
	const moreServices = { service: [{ ...partner, signingSecret }] };
	const { status, message } = await n8n.looking.client.testCredential('mobileBillingServiceApi', {
		...demoService,
		moreServices,
	});
	expect([status, message]).toEqual(['Error', expect.stringContaining('PARTNER09')]);
	expect(message).not.toContain(partner.signingSecret);
});

it('a merchant ID is sent where services are listed', async () => {
	await seller.set({ merchantIdRequired: true });
	expect(await n8n.itemsFrom('services')).toMatchObject([{ error: expect.anything() as unknown }]);
	expect(await n8n.itemsFrom('servicesOfMerchant')).toHaveLength(10);
});

it("a payment and its PIN carry the panel login of their own service, not the first one's", async () => {
	const phone = '33639980141';
	const { transactionId, outcome } = await n8n.itemFrom('start', { phone });
	expect(outcome).toBe('pin');
	const pin = await seller.readPin(phone);
	const submitted = await n8n.itemFrom('submit', { transactionId, pin });
	expect(['accepted', 'charged']).toContain(submitted.outcome);
});

it('price, country and operator leave as they were typed', async () => {
	const typed = { price: '0.990', country: 'fr', operator: 'Fr_Demotel' };
	await n8n.itemFrom('sell', { ...typed, phone: '+33 (0) 6 39 98 01 42' });
	const { entries } = n8n.looking.sandbox.world.payments.requests;
	const { price, country, operator: mno } = typed;
	expect(entries.at(-1)?.asked).toMatchObject({ price, country, mno, msisdn: '33639980142' });
});

it('a customer may come back to an app', async () => {
	const { link } = await n8n.itemFrom('link', {});
	const { headers } = await axios.get(`${String(link)}&handset=33639980143`, lenient);
	expect(headers.location).toMatch(/^myapp:\/\/back\?order=17&msisdn=33639980143&/);
});

it('a subscription that ended starts the flow, also as SUB_CANCEL', async () => {
	const msisdn = '33639980128';
	await seller.set({ cancelWord: 'underscore', cancelDelaySeconds: 0 });
	await seller.optIn({ msisdn });
	await activatePolling(n8n.looking, 'ended');
	const [{ subscriptionId }] = await seller.subscriptions({ msisdn });
	await seller.http.post(`/_sandbox/subscriptions/${subscriptionId}/cancel`);
	const raw = { action: 'SUB_CANCEL' };
	expect(await n8n.itemsStarting('ended')).toMatchObject([{ msisdn, status: 'success', raw }]);
});

it('keeps every digit of an ID above 2^53 and no PIN, in a search and in the polling trigger', async () => {
	const msisdn = '33639980127';
	await seller.optIn({ msisdn });
	await activatePolling(n8n.looking, 'watching');
	const { all } = n8n.looking.sandbox.world.payments.transactions;
	const record = all.find((payment) => payment.record.msisdn === msisdn)?.record;
	const timeUpdated = new Date().toISOString().slice(0, 19).replace('T', ' ');
	const long = '9007199254740993';
	const body = JSON.stringify([{ ...record, timeUpdated }]).replace(
		`Id":${record?.transactionId}`,
		`Id":${long}`,
	);
	const headers = { 'content-type': 'application/json' };
	const fault = { kind: 'answer', status: 200, headers, body };
	await seller.http.put('/_sandbox/faults', [{ path: '/v1/transactions', fault }]);
	expect(await n8n.itemFrom('transaction', { id: long })).toMatchObject({ transactionId: long });
	const watched = await n8n.itemsStarting('watching');
	expect(watched).toMatchObject([{ msisdn, transactionId: long }]);
	expect(record?.pinIdentification).toMatch(/^\d{4}$/);
	expect(JSON.stringify(watched)).not.toMatch(new RegExp(`\\b${record?.pinIdentification}\\b`));
});
