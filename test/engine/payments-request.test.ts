import type { INodeParameters } from 'n8n-workflow';
import { errorOf, outputOf } from '../support/runNode';
import { byKey, CUSTOMER, RETURN_URL, Shop, theItem } from './support/shop';

let shop: Shop;

beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const nobody = { msisdn: '' };
/** A reference that was made because nobody typed one. */
const madeUp = expect.stringMatching(/^n8n-run\.\w+\.\w+\.\d+\.\d+$/) as unknown;
// n8n itself stops a workflow in which a required field is empty; an expression may still come to nothing.
const nothing = '={{ $json.nothing }}';
const wordsOf = async (fields: INodeParameters) => errorOf(await shop.start(fields))?.message;

describe('before a payment leaves, the rules of its flow are checked:', () => {
	const refused: [string, INodeParameters, string][] = [
		[
			'mobile data without an identification',
			{ flow: '3g', operator: byKey('FR_DEMOTEL') },
			'Identification ID: Mobile data (3G) needs',
		],
		[
			'mobile data without operator and network',
			{ flow: '3g', identid: 'IDENT-33639980001' },
			'Operator: Mobile data (3G) needs',
		],
		['WiFi that names nobody', { flow: 'wifi', ...nobody }, 'Phone Number: WiFi needs'],
		[
			'WiFi with nothing but an identification of another flow',
			{ flow: 'wifi', ...nobody, identid: 'IDENT-33639980001' },
			'Phone Number: WiFi needs',
		],
		[
			'a redirect without a way back',
			{ returnurl: nothing },
			'Return URL: A customer who is redirected',
		],
		[
			'a way back that is no address',
			{ returnurl: 'shop.example/thanks' },
			'Return URL: “shop.example/thanks” is not a web address',
		],
		[
			'a way back that runs',
			{ returnurl: 'javascript:alert(1)' },
			'Return URL: “javascript:alert(1)” is not a web address',
		],
		['no price', { price: nothing }, 'Price: The price is empty'],
		['a price with a comma', { price: '0,99' }, 'Price: “0,99” is not a price'],
		['a fraction of a cent', { price: '0.995' }, 'Price: “0.995” is not a price'],
		['a negative price', { price: '-0.99' }, 'Price: “-0.99” is not a price'],
		['a number that is none', { msisdn: 'Zoë' }, 'Phone Number: “Zoë” is not a phone number'],
		[
			'a national number',
			{ msisdn: '0639 98 00 01' },
			'Phone Number: “0639 98 00 01” is a national number',
		],
		[
			'an operator that is none',
			{ operator: byKey('Demotel') },
			'Operator: “Demotel” is not an operator code',
		],
		['a network that is none', { mccmnc: '208' }, 'Network (MCC and MNC): “208” is not a network'],
		[
			'no service, with no credential to take it from',
			{ serviceKey: byKey('') },
			'Service: The service key is empty. Fill it in, or mend the expression that should find it',
		],
		[
			'a service key of 33 characters',
			{ serviceKey: byKey('A'.repeat(33)) },
			'is not a service key',
		],
		[
			'a reference of 257 characters',
			{ clientid: 'c'.repeat(257) },
			'Client Reference: The reference has 257 characters',
		],
		[
			'a country that is none',
			{ additionalFields: { country: 'FRA' } },
			'Country: “FRA” is not a country',
		],
		[
			'a package whose expression finds nothing',
			{ additionalFields: { priceid: nothing, userid: 'customer-4711' } },
			'Package ID: You added this field, but its expression finds nothing.',
		],
		[
			'a parameter of the payment page whose expression finds nothing',
			{ additionalFields: { params: { parameter: [{ name: 'design_id', value: nothing }] } } },
			'Payment Page Parameters: You added this field, but its expression finds nothing.',
		],
	];
	it.each(refused)('%s is refused, and nothing leaves', async (_what, fields, words) => {
		const run = await shop.start(fields);
		expect(errorOf(run)?.message).toContain(words);
		expect(errorOf(run)?.description).toBe('Nothing was sent for this item');
		expect(await shop.requestCount()).toBe(0);
	});

	it('all that is wrong with the fields is said at once', async () => {
		const words = await wordsOf({ price: 'ten', msisdn: 'Zoë', mccmnc: '1' });
		expect(words).toContain('Price: ');
		expect(words).toContain('Phone Number: ');
		expect(words).toContain('Network (MCC and MNC): ');
	});

	it('one bad item of a list stops all of it before anything leaves', async () => {
		const items = [{ price: '0.99' }, { price: 'ten' }, { price: '0.99' }];
		const run = await shop.start({ price: '={{ $json.price }}' }, { items });
		expect(errorOf(run)).toMatchObject({ context: { itemIndex: 1 } });
		expect(await shop.requestCount()).toBe(0);
	});

	const flows: [string, INodeParameters, Record<string, unknown>][] = [
		[
			'WiFi with the number',
			{ flow: 'wifi' },
			{ msisdn: CUSTOMER, outcome: 'pin', operatorCode: 'FR_DEMOTEL' },
		],
		[
			'WiFi with the operator alone',
			{ flow: 'wifi', ...nobody, operator: byKey('FR_FICTEL') },
			{ msisdn: null, outcome: 'urlRedirect', operatorCode: 'FR_FICTEL' },
		],
		[
			'WiFi with the network alone',
			{ flow: 'wifi', ...nobody, mccmnc: '00121' },
			{ msisdn: null, outcome: 'premium', operatorCode: 'GB_SAMPLECELL' },
		],
		[
			'mobile data with identification and operator',
			{ flow: '3g', identid: 'IDENT-33639980001', operator: byKey('FR_DEMOTEL') },
			{ msisdn: CUSTOMER, outcome: 'pin' },
		],
		[
			'mobile data with identification and network',
			{ flow: '3g', identid: 'IDENT-33639980001', mccmnc: '00111' },
			{ msisdn: CUSTOMER, outcome: 'pin' },
		],
		[
			'the platform deciding, by an identification',
			{ ...nobody, identid: 'IDENT-33639980001', operator: byKey('FR_DEMOTEL') },
			{ msisdn: CUSTOMER, outcome: 'pin' },
		],
		['the platform deciding, by the number', {}, { msisdn: CUSTOMER, outcome: 'pin' }],
		[
			'nobody to be redirected',
			{ redirect: false, returnurl: '' },
			{ msisdn: CUSTOMER, outcome: 'pin' },
		],
	];
	it.each(flows)('%s is sent', async (_what, fields, answer) => {
		expect(theItem(await shop.start(fields))).toMatchObject(answer);
	});

	it('an identification that the platform made goes with the operator it gave', async () => {
		const { data } = await shop.seller.http.post<{ identid: string; operator: string }>(
			'/_sandbox/identifications',
			{ serviceKey: 'COINSHOP07', msisdn: CUSTOMER },
		);
		const { identid, operator } = data;
		const item = theItem(await shop.start({ flow: '3g', identid, operator: byKey(operator) }));
		expect(item).toMatchObject({ msisdn: CUSTOMER, outcome: 'pin' });
		expect(await shop.onlyBody()).toEqual({
			apikey: 'COINSHOP07',
			price: '0.99',
			mno: operator,
			identid,
			returnurl: RETURN_URL,
			clientid: madeUp,
		});
	});

	it('what was filled in for another flow is not sent', async () => {
		const both = { identid: 'IDENT-33639980001', operator: byKey('FR_DEMOTEL') };
		await shop.start({ ...both, flow: '3g', msisdn: '33639980002' });
		await shop.start({ ...both, flow: 'wifi' });
		await shop.start({ redirect: false });
		const [mobileData, wifi, atHome] = await shop.received();
		expect(mobileData?.asked).not.toHaveProperty('msisdn');
		expect(wifi?.asked).not.toHaveProperty('identid');
		expect(atHome?.asked).not.toHaveProperty('returnurl');
	});

	it('what the platform finds wrong comes back in its words', async () => {
		const alone = { flow: 'wifi', ...nobody, operator: byKey('FR_DEMOTEL') };
		expect(await wordsOf(alone)).toContain('msisdn is needed for operator FR_DEMOTEL');
		expect(await wordsOf(nobody)).toContain('Nobody to charge');
		const elsewhere = { operator: byKey('FR_FICTEL') };
		expect(await wordsOf(elsewhere)).toMatch(/with FR_DEMOTEL, not .*field “Operator”$/);
	});
});

describe('a payment arrives as the contract writes it:', () => {
	it('every field of the subscribe request', async () => {
		await shop.start({
			serviceKey: byKey('COINSHOP07'),
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
				params: {
					parameter: [
						{ name: 'design_id', value: 'night' },
						{ name: 'lang', value: 'fr' },
					],
				},
			},
		});
		expect(await shop.onlyBody()).toEqual({
			apikey: 'COINSHOP07',
			price: '4.99',
			priceid: 'COINS60',
			mno: 'FR_FICTEL',
			mccmnc: '00112',
			msisdn: '33639985001',
			clientid: 'order-17',
			userid: 'customer-4711',
			country: 'FR',
			params: '[{"name":"design_id","value":"night"},{"name":"lang","value":"fr"}]',
			returnurl: 'https://shop.example/thanks?order=17&name=Zo%C3%AB',
		});
		const [{ userId, session, transaction }] = (await shop.seller.payments()) as [
			{ userId: string; session: object; transaction: object },
		];
		expect(userId).toBe('customer-4711');
		expect(session).toMatchObject({
			params: [
				{ name: 'design_id', value: 'night' },
				{ name: 'lang', value: 'fr' },
			],
			returnUrl: 'https://shop.example/thanks?order=17&name=Zo%C3%AB',
		});
		expect(transaction).toMatchObject({ merchantReference: 'order-17', amount: 60 });
	});

	it('nothing of what was left empty, but a reference that was made up', async () => {
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
			clientid: madeUp,
		});
	});

	it('the price as text with two places, whatever a spreadsheet makes of it', async () => {
		const prices = ['6.05', 6.05, 6.050000001, 7, '7', '7.0', 1, 0.1 + 0.2, '6.5'];
		const items = prices.map((price) => ({ price }));
		await shop.start(
			{ serviceKey: byKey('TICKETS08'), price: '={{ $json.price }}' },
			{ items, concurrency: 1, settings: { onError: 'continueRegularOutput' } },
		);
		expect((await shop.received()).map(({ asked }) => asked.price)).toEqual([
			'6.05',
			'6.05',
			'6.05',
			'7.00',
			'7.00',
			'7.00',
			'1.00',
			'0.30',
			'6.50',
		]);
	});

	it('a number that an expression hands over as a number', async () => {
		await shop.start({ msisdn: '={{ $json.phone }}' }, { items: [{ phone: 33639980001 }] });
		expect((await shop.onlyBody()).msisdn).toBe('33639980001');
	});

	it('a design that the operator forbids is an error in its words', async () => {
		const params = { parameter: [{ name: 'design_id', value: 'neon' }] };
		expect(await wordsOf({ additionalFields: { params } })).toContain(
			'design_id neon is not allowed by operator FR_DEMOTEL',
		);
	});

	it('a pass-through reference of 256 characters comes back', async () => {
		const clientid = 'ë'.repeat(256);
		expect(theItem(await shop.start({ clientid })).clientId).toBe(clientid);
	});
});

describe('the service credential', () => {
	const nowhere = { serviceKey: { __rl: true as const, mode: 'list', value: '' } };

	it('names the service where the field is empty', async () => {
		shop.useService({ serviceKey: 'COINSHOP07' });
		await shop.start(nowhere);
		expect((await shop.onlyBody()).apikey).toBe('COINSHOP07');
	});

	it('names the service where there is no field at all', async () => {
		shop.useService({ serviceKey: 'COINSHOP07' });
		await shop.start({ serviceKey: '' });
		expect((await shop.onlyBody()).apikey).toBe('COINSHOP07');
	});

	it('gives way to the field', async () => {
		shop.useService({ serviceKey: 'GAMECLUB04' });
		await shop.start({ serviceKey: byKey('COINSHOP07') });
		expect((await shop.onlyBody()).apikey).toBe('COINSHOP07');
	});

	const partner = { serviceKey: byKey('PARTNER09'), price: '1.50' };

	it('carries the login of the partner panel: user and hash', async () => {
		shop.useService({
			serviceKey: 'PARTNER09',
			panelUsername: 'demo-panel',
			panelPasswordHash: 'demo-panel-password-hash',
		});
		expect(theItem(await shop.start(partner))).toMatchObject({ outcome: 'pin' });
		// The sandbox shows that a password came, never which.
		expect(await shop.onlyBody()).toMatchObject({ username: 'demo-panel', password: '(hidden)' });
	});

	it.each([
		['none', {}],
		['a wrong hash', { panelUsername: 'demo-panel', panelPasswordHash: 'not-the-hash' }],
		['a hash without its user', { panelPasswordHash: 'demo-panel-password-hash' }],
	])('is needed where API authentication is activated: %s is refused', async (_what, login) => {
		shop.useService({ serviceKey: 'PARTNER09', ...login });
		const words = await wordsOf(partner);
		expect(words).toContain('needs the username and password hash of its partner panel');
		expect(words).toContain('UNAUTHORIZED');
	});

	it('sends no login when it holds none', async () => {
		shop.useService({ serviceKey: 'COINSHOP07', signingSecret: 'demo-signing-key-coinshop' });
		await shop.start();
		const body = await shop.onlyBody();
		expect(Object.keys(body).sort()).toEqual([
			'apikey',
			'clientid',
			'msisdn',
			'price',
			'returnurl',
		]);
	});
});

it('no items in, no items out, and nothing leaves', async () => {
	const run = await shop.start({}, { items: [] });
	expect(outputOf(run)).toEqual([]);
	expect(await shop.requestCount()).toBe(0);
});
