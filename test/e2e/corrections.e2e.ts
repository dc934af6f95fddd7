import { readFileSync } from 'node:fs';

import axios from 'axios';

import { aliasOf } from '../../sandbox/payments/aliases';
import { accountData } from '../../scripts/try/credentials';
import { handInForm } from '../support/form';
import { countOf, SandboxControl } from '../support/sandboxControl';
import { guardUrl, guardWorkflow, sellFormUrl, sellWorkflow } from '../../scripts/try/workflows';
import { demoService } from '../../scripts/try/credentials';
import type { Seller } from '../support/sandbox/seller';
import { answering, Calling, lenient, type Operation } from '../support/e2e/calling';
import { basic, byId, ofBody } from '../support/e2e/drawing';

const account = (name: string) => ({ mobileBillingApi: { id: null, name } });
const withoutService = { mobileBillingServiceApi: undefined };
const partner = {
	serviceKey: 'PARTNER09',
	signingSecret: 'demo-signing-key-partner',
	signingAlgorithm: 'sha256',
	panelUsername: 'demo-panel',
	panelPasswordHash: 'demo-panel-password-hash',
};
const credentials = (sandboxUrl: string) => [
	{
		name: 'Search account',
		type: 'mobileBillingApi',
		data: {
			...accountData(sandboxUrl),
			password: 'not-the-password',
			searchLogin: 'headers',
			searchUser: 'demo-search',
			searchSecret: 'demo-search-key',
		},
	},
	{
		name: 'Merchant account',
		type: 'mobileBillingApi',
		data: { ...accountData(sandboxUrl), merchantId: '1001' },
	},
	{
		name: 'Partner service',
		type: 'mobileBillingServiceApi',
		data: { ...demoService, moreServices: { service: [partner] } },
	},
];

const partnerService = { mobileBillingServiceApi: { id: null, name: 'Partner service' } };
const partnerKey = { serviceKey: byId(partner.serviceKey) };
const pinOf = { transactionId: ofBody('transactionId'), pin: ofBody('pin') };
const payment = {
	serviceKey: byId('COINSHOP07'),
	price: '={{ $json.body.price ?? "0.99" }}',
	msisdn: ofBody('phone'),
	operator: byId('={{ $json.body.operator ?? "" }}'),
	additionalFields: {
		country: '={{ $json.body.country ?? "" }}',
		sendAsEntered: '={{ $json.body.asEntered ?? false }}',
		redirect: false,
	},
};
const operations = {
	start: ['payment.start', payment],
	submit: ['payment.submitPin', pinOf],
	startOfPartner: ['payment.start', { ...payment, ...partnerKey, price: '1.5' }, partnerService],
	submitOfPartner: ['payment.submitPin', { ...partnerKey, ...pinOf }, partnerService],
	status: ['subscription.checkStatus', { serviceKey: byId('MUSICMONTH06'), userid: 'customer-1' }],
	verify: ['subscription.verifyIdentificationReturn', { query: ofBody('query') }, withoutService],
	link: [
		'customer.createIdentificationLink',
		{ serviceKey: byId('GAMECLUB04'), returnurl: 'myapp://back?order=17' },
	],
	services: ['service.getMany', { returnAll: true }],
	servicesOfMerchant: ['service.getMany', { returnAll: true }, account('Merchant account')],
	search: [
		'transaction.getMany',
		{ filters: { msisdn: ofBody('phone') }, simplify: false },
		{ ...account('Search account'), ...withoutService },
	],
} satisfies Record<string, Operation>;

const resolvePath = '/api/payment/1_4/subscriber/resolve';

/** n8n's own node with the credential of this package. */
const request = (sandboxUrl: string) => ({
	...basic('Work', 'httpRequest', 4.2, {
		method: 'POST',
		url: `${sandboxUrl}${resolvePath}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'mobileBillingApi',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { msisdns: [$json.body.phone] } }}',
		options: { response: { response: { neverError: '={{ $json.body.neverError ?? false }}' } } },
	}),
	credentials: account('Mobile Billing account'),
});

const shipped = ({ file }: { file: string }) => JSON.parse(readFileSync(file, 'utf8')) as object;

let n8n: Calling<keyof typeof operations | 'request'>;
let seller: Seller;
let control: SandboxControl;

beforeAll(async () => {
	n8n = await Calling.start(
		operations,
		(sandboxUrl) => ({
			request: answering('request', request(sandboxUrl)),
			[sellWorkflow.id]: shipped(sellWorkflow),
			[guardWorkflow.id]: shipped(guardWorkflow),
		}),
		credentials,
	);
	({ seller } = n8n.workspace);
	control = new SandboxControl(n8n.workspace.sandbox.url);
});

afterAll(async () => {
	await n8n.workspace.close();
});

afterEach(async () => {
	await seller.http.delete('/_sandbox/faults');
});

const breaking = async (path: string, fault: object) =>
	await seller.http.put('/_sandbox/faults', [{ path, fault }]);

describe('a payment', () => {
	it.each([
		['33639980941', { outcome: 'charged', status: 'success' }],
		['33639980942', { outcome: 'notCharged', status: 'failed' }],
	])('of %s ends at once', async (phone, expected) => {
		expect(await n8n.itemFrom('start', { phone })).toMatchObject(expected);
	});

	it('is accepted, and not charged, when the platform calls a right PIN pending', async () => {
		const phone = '33639980111';
		const { transactionId, outcome } = await n8n.itemFrom('start', { phone });
		expect(outcome).toBe('pin');
		const body = { status: 'ACCEPTED', sessionStatus: 'PENDING' };
		const answer = { kind: 'answer', when: 'after', status: 200, body };
		await breaking('/api/payment/1_4/transaction/*', answer);
		const pin = await seller.readPin(phone);
		const submitted = await n8n.itemFrom('submit', { transactionId, pin });
		expect(submitted).toMatchObject({ outcome: 'accepted' });
	});

	it('carries the panel login of its own service, as does its PIN', async () => {
		const phone = '33639980141';
		const { transactionId, outcome } = await n8n.itemFrom('startOfPartner', { phone });
		expect(outcome).toBe('pin');
		const pin = await seller.readPin(phone);
		const submitted = await n8n.itemFrom('submitOfPartner', { transactionId, pin });
		expect(['accepted', 'charged']).toContain(submitted.outcome);
	});

	it('of an alias charges the customer behind it with Send as Entered only', async () => {
		const phone = aliasOf('33639980951');
		const { transactionId } = await n8n.itemFrom('start', { phone, asEntered: true });
		const { transaction } = await seller.payment(String(transactionId));
		expect(transaction).toMatchObject({ msisdn: '33639980951' });
		const { error } = await n8n.itemFrom('start', { phone });
		expect(JSON.stringify(error)).toContain('Phone Number');
	});
});

describe('an identification', () => {
	it('that is refused is an error, and not “no subscription”', async () => {
		const { error } = await n8n.itemFrom('status');
		expect(JSON.stringify(error)).toContain('INVALID_');
	});

	it('whose return no signature key proves is unverified', async () => {
		const timestamp = String(Math.floor(Date.now() / 1000));
		const query = { userid: 'customer-1', timestamp, sign: 'f00d' };
		expect(await n8n.itemFrom('verify', { query })).toMatchObject({ outcome: 'unverified' });
	});

	it('may send the customer back to an app', async () => {
		const { link } = await n8n.itemFrom('link');
		const { headers } = await axios.get(`${String(link)}&handset=33639980143`, lenient);
		expect(headers.location).toMatch(/^myapp:\/\/back\?order=17&msisdn=33639980143&/);
	});
});

it('a search with signed headers needs no login, and keeps no PIN in the stored execution', async () => {
	const [phone, pin] = ['33639980112', 'Zx9Pin4711'];
	await seller.subscribe({ msisdn: phone });
	const { all } = n8n.workspace.sandbox.world.payments.transactions;
	const record = all.find((payment) => payment.record.msisdn === phone)?.record;
	Object.assign(record ?? {}, { pinIdentification: pin, mtMessage: `${pin} is your PIN` });
	const logins = countOf(await control.tokenRequests());

	expect(await n8n.itemsFrom('search', { phone })).toMatchObject([{ msisdn: phone }]);

	const { text, status } = await n8n.executionOf('search');
	expect(countOf(await control.tokenRequests())).toBe(logins);
	expect(status).toBe('success');
	expect(text).toContain(phone);
	expect(text).not.toContain(pin);
});

describe("n8n's HTTP Request node with the credential", () => {
	const phone = '33639980951';

	it('logs in, and renews a token that has died', async () => {
		const subscribers = [{ msisdn: phone, subscriberId: aliasOf(phone) }];
		expect(await n8n.itemFrom('request', { phone })).toMatchObject({ subscribers });
		await control.expireAccessTokens();
		expect(await n8n.itemFrom('request', { phone })).toMatchObject({ subscribers });
	});

	it.each([
		[2, false],
		[1, true],
	])('is sent %i times when it fails, with Never Error: %p', async (times, neverError) => {
		const { traffic } = n8n.workspace.sandbox.world;
		const failed = () => traffic.report().routes[`POST ${resolvePath}`]?.['500'] ?? 0;
		const before = failed();
		await breaking(resolvePath, { kind: 'answer', status: 500, body: {} });
		await n8n.itemsFrom('request', { phone, neverError });
		expect(failed() - before).toBe(times);
	});
});

describe('a credential', () => {
	const test = async (type: string, data: object) => {
		const { status, message } = await n8n.workspace.client.testCredential(type, { ...data });
		return [status, message];
	};

	it.each([
		['gifting', { giftingEnabled: false }, {}],
		['a client secret', { clientSecret: 'optional' }, { clientSecret: '' }],
	])('passes its test without %s', async (_what, settings, change) => {
		await seller.set(settings);
		const data = { ...accountData(n8n.workspace.sandbox.url), ...change };
		const result = await test('mobileBillingApi', data);
		await seller.set({ giftingEnabled: true, clientSecret: 'newer' });
		expect(result).toEqual(['OK', expect.any(String)]);
	});

	it('of a service names the service whose key is wrong', async () => {
		const signingSecret = `${partner.signingSecret} `;
		const moreServices = { service: [{ ...partner, signingSecret }] };
		const [status, message] = await test('mobileBillingServiceApi', {
			...demoService,
			moreServices,
		});
		expect([status, message]).toEqual(['Error', expect.stringContaining('PARTNER09')]);
		expect(message).not.toContain(partner.signingSecret);
	});

	it('sends its merchant ID where services are listed', async () => {
		await seller.set({ merchantIdRequired: true });
		expect(await n8n.itemFrom('services')).toHaveProperty('error');
		expect(await n8n.itemsFrom('servicesOfMerchant')).toHaveLength(10);
	});
});

it('sells nothing and lets nobody in with workflows that nobody has filled in, and says so', async () => {
	const { url } = n8n.workspace;
	const door = await axios.get<string>(guardUrl(url, '33639980113'), lenient);
	expect(door.status).toBe(503);
	expect(door.data).toContain('This page is not open yet');
	const fields = ['+33 6 39 98 01 13'];
	const { text } = await handInForm(sellFormUrl(url), fields, { timeoutMs: 60_000 });
	expect(text).toContain('This form is not open yet');
	expect(text).toContain('Your offer');
	expect(await seller.payments({ msisdn: '33639980113' })).toEqual([]);
});
