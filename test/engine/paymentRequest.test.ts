import type { INodeParameters } from 'n8n-workflow';
import { errorOf } from '../support/runNode';
import { byKey, CUSTOMER, RETURN_URL, Shop, theItem } from './support/shop';

let shop: Shop;
beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const nobody = { msisdn: '' };
/** A reference that was made because the field was empty. */
const made = expect.stringMatching(/^n8n-run\.\w+\.\w+\.\d+\.\d+$/) as unknown;
// n8n itself stops a workflow in which a required field is empty; an expression may still find nothing.
const nothing = '={{ $json.nothing }}';
const identid = 'IDENT-33639980001';
const demotel = { operator: byKey('FR_DEMOTEL') };

describe('before a payment leaves', () => {
	const refused: [string, INodeParameters, string][] = [
		['mobile data without identification', { flow: '3g', ...demotel }, "'Identification ID' "],
		['mobile data without operator', { flow: '3g', identid }, "'Operator' "],
		['Wi-Fi that names nobody', { flow: 'wifi', ...nobody }, "'Phone Number' "],
		['Wi-Fi with an identification', { flow: 'wifi', ...nobody, identid }, "'Phone Number' "],
		['nobody to charge', nobody, "'Phone Number' "],
		['a redirect without a way back', { returnurl: nothing }, "'Return URL' "],
		[
			'a way back that is no address',
			{ returnurl: 'shop.example' },
			"'Return URL' must be a complete",
		],
		[
			'a way back that runs',
			{ returnurl: 'javascript:alert(1)' },
			"'Return URL' must be a complete",
		],
		['no price', { price: nothing }, "'Price' "],
		['a price with a comma', { price: '0,99' }, "'Price' must be a price"],
		['a national number', { msisdn: '0639 98 00 01' }, "'Phone Number' must include"],
		['no network', { mccmnc: '208' }, "'Network (MCC and MNC)' must have"],
		['no service', { serviceKey: byKey('') }, "'Service' is required"],
		['a long reference', { clientid: 'c'.repeat(257) }, "'Client Reference' "],
		['a package that is not found', { additionalFields: { priceid: nothing } }, "'Package ID' "],
		[
			'a parameter of the page that is not found',
			{ additionalFields: { params: { parameter: [{ name: 'design_id', value: nothing }] } } },
			"'Payment Page Parameters' ",
		],
	];
	it.each(refused)('%s is refused by the label of its field', async (_what, fields, words) => {
		const error = errorOf(await shop.start(fields));
		expect(error?.message).toContain(words);
		expect(error?.description).toMatch(/\w.*\.$/);
		expect(await shop.requestCount()).toBe(0);
	});
});

describe('a payment', () => {
	it.each<[string, INodeParameters, object]>([
		['by number', {}, { msisdn: CUSTOMER, outcome: 'pin', operator: 'FR_DEMOTEL' }],
		['over Wi-Fi with the number', { flow: 'wifi' }, { msisdn: CUSTOMER, outcome: 'pin' }],
		[
			'over Wi-Fi with the operator alone',
			{ flow: 'wifi', ...nobody, operator: byKey('FR_FICTEL') },
			{ outcome: 'urlRedirect' },
		],
		['over mobile data', { flow: '3g', identid, ...demotel }, { msisdn: CUSTOMER, outcome: 'pin' }],
		['by identification', { ...nobody, identid, ...demotel }, { msisdn: CUSTOMER, outcome: 'pin' }],
		['of who is not redirected', { redirect: false, returnurl: '' }, { outcome: 'pin' }],
		['of another operator’s flow', { msisdn: '447700900501' }, { outcome: 'handshake' }],
	])('%s is sent', async (_what, fields, answer) => {
		expect(theItem(await shop.start(fields))).toMatchObject(answer);
	});

	it('arrives with every field as the contract writes it', async () => {
		const parameter = [
			{ name: 'design_id', value: 'night' },
			{ name: 'lang', value: 'fr' },
		];
		await shop.start({
			price: '4.99',
			msisdn: '+33 6 39 98 50 01',
			operator: byKey('fr_fictel'),
			mccmnc: '001 12',
			clientid: 'order-17',
			returnurl: 'https://shop.example/thanks?order=17&name=Zo%C3%AB',
			additionalFields: {
				country: 'fr',
				priceid: 'COINS60',
				userid: 'customer-4711',
				params: { parameter },
			},
		});
		expect(await shop.onlyBody()).toEqual({
			apikey: 'COINSHOP07',
			price: '4.99',
			priceid: 'COINS60',
			mno: 'fr_fictel',
			mccmnc: '00112',
			msisdn: '33639985001',
			clientid: 'order-17',
			userid: 'customer-4711',
			country: 'fr',
			params: JSON.stringify(parameter),
			returnurl: 'https://shop.example/thanks?order=17&name=Zo%C3%AB',
		});
	});

	it.each([
		['of a phone number', { msisdn: '+33 (0) 6 39 98 00 01' }, CUSTOMER],
		['of an alias', { msisdn: ' VX9cC2xFmkw4UTP ', sendAsEntered: true }, 'VX9cC2xFmkw4UTP'],
		['of nothing', { msisdn: '', sendAsEntered: true, ...demotel }, undefined],
	])('carries what was made %s', async (_what, fields, msisdn) => {
		const settings = { onError: 'continueRegularOutput' as const };
		await shop.start(fields, { settings });
		expect((await shop.onlyBody()).msisdn).toBe(msisdn);
	});

	it('arrives without what was left empty, but with a reference', async () => {
		await shop.start({
			operator: { __rl: true, mode: 'list', value: '' },
			mccmnc: '',
			identid: '',
			clientid: '',
			additionalFields: { country: '', priceid: "={{ '' }}", userid: '', params: {} },
		});
		expect(await shop.onlyBody()).toEqual({
			apikey: 'COINSHOP07',
			price: '0.99',
			msisdn: CUSTOMER,
			returnurl: RETURN_URL,
			clientid: made,
		});
	});

	it.each([
		['what Wi-Fi hides', { flow: 'wifi', identid, ...demotel }, 'identid'],
		['the way back of who is not redirected', { redirect: false }, 'returnurl'],
	])('arrives without %s', async (_what, fields, name) => {
		await shop.start(fields);
		expect(await shop.onlyBody()).not.toHaveProperty(name);
	});

	it('has its price as it was typed, and a number as text', async () => {
		const prices = ['6.05', 6.05, 7, '7.0', '6.5', '479.000'];
		const items = prices.map((price) => ({ price, phone: 33639980001 }));
		const fields = { price: '={{ $json.price }}', msisdn: '={{ $json.phone }}' };
		const settings = { onError: 'continueRegularOutput' as const };
		await shop.start(fields, { items, concurrency: 1, settings });
		expect((await shop.received()).map(({ asked }) => [asked.price, asked.msisdn])).toEqual(
			['6.05', '6.05', '7', '7.0', '6.5', '479.000'].map((price) => [price, CUSTOMER]),
		);
	});
});

describe('the service credential', () => {
	it.each([
		['where the field is empty', { __rl: true as const, mode: 'list', value: '' }, 'GAMECLUB04'],
		['where there is no field', '', 'GAMECLUB04'],
		['but where the field does', byKey('COINSHOP07'), 'COINSHOP07'],
	])('names the service %s', async (_where, serviceKey, apikey) => {
		shop.useService({ serviceKey: 'GAMECLUB04' });
		await shop.start({ serviceKey });
		expect((await shop.onlyBody()).apikey).toBe(apikey);
	});

	const panel = { panelUsername: 'demo-panel', panelPasswordHash: 'demo-panel-password-hash' };
	const partner = { serviceKey: byKey('PARTNER09'), price: '1.50' };

	it('may name several services, each with its own login', async () => {
		const wrong = { panelUsername: 'nobody', panelPasswordHash: 'wrong' };
		const service = [
			{ serviceKey: 'PARTNER09', signingSecret: '', signingAlgorithm: 'sha1', ...panel },
		];
		shop.useService({ serviceKey: 'COINSHOP07', ...wrong, moreServices: { service } });
		expect(theItem(await shop.start(partner))).toMatchObject({ outcome: 'pin' });
	});

	it('carries the login of the partner panel', async () => {
		shop.useService({ serviceKey: 'PARTNER09', ...panel });
		expect(theItem(await shop.start(partner))).toMatchObject({ outcome: 'pin' });
		// The sandbox shows that a password came, never which.
		expect(await shop.onlyBody()).toMatchObject({ username: 'demo-panel', password: '(hidden)' });
	});

	it.each([
		['no login', {}],
		['a wrong hash', { ...panel, panelPasswordHash: 'not-the-hash' }],
		['no user', { ...panel, panelUsername: '' }],
		['the login of another service', { ...panel, serviceKey: 'COINSHOP07' }],
	])('with %s is refused where API authentication is activated', async (_what, login) => {
		shop.useService({ serviceKey: 'PARTNER09', ...login });
		const message = errorOf(await shop.start(partner))?.message;
		expect(message).toContain('needs the username and password hash of its partner panel');
	});
});
