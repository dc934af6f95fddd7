import fc from 'fast-check';
import { genuineCall, parametersOf, type Delivery } from '../../platform/delivery';
import {
	identificationFields,
	identificationLink,
	verifyIdentificationReturn,
} from '../../platform/identification';
import { readPaymentReturn } from '../../platform/paymentReturn';
import {
	checkServiceCredential,
	panelLogin,
	serviceNamed,
	serviceOf,
	servicesOf,
	signingAlgorithms,
} from '../../platform/service';
import { isSigned, searchHeadersOf, signatureOf } from '../../platform/signature';
import { alike, gives } from '../support/examples';
import {
	gameClub,
	queryOf,
	quizNight,
	signed,
	type Fields,
} from '../support/triggers/webhookEvents';

const alpha = serviceOf(gameClub);
const beta = serviceOf(quizNight);
const keyless = serviceOf({ serviceKey: 'GAMMA03' });
const services = [keyless, alpha, beta];

const get = (rawQuery: string): Delivery => ({
	...{ method: 'GET', rawQuery, contentType: '', body: new Uint8Array() },
});
const post = (contentType: string, body: string): Delivery => ({
	...{ method: 'POST', rawQuery: '', contentType, body: Buffer.from(body) },
});
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

describe('a signature', () => {
	test.each(signingAlgorithms)('by %s follows the recipe, in whatever order and case', (name) => {
		const service = { ...alpha, signingAlgorithm: name };
		const names = fc.stringMatching(/^[a-r]{1,12}$/);
		fc.assert(
			fc.property(fc.dictionary(names, fc.string({ unit: 'binary' })), (fields) => {
				const { sign = '' } = signed(fields, service);
				expect(signatureOf({ ...fields, sign: 'left out' }, service)).toBe(sign);
				const shuffled = Object.fromEntries(Object.entries(fields).reverse());
				expect(isSigned({ ...shuffled, sign: sign.toUpperCase() }, service)).toBe(true);
			}),
		);
	});

	const a = signed({ a: '1' });
	gives('whether it is right', (call: Fields) => isSigned(call, alpha), [
		[a, true],
		...alike<Fields>(false, { a: '1' }, { ...a, sign: String(a.sign).slice(1) }, { ...a, a: '2' }),
		...alike<Fields>(false, signed({ a: '1' }, beta), { ...a, sign: 'é' }),
	]);
});

describe('the parameters of a call', () => {
	const read = (delivery: Delivery) => ({ ...parametersOf(delivery) });
	const most = 'x'.repeat(65_534);
	gives('the parameters', (text: string) => [read(get(text)), read(post(form, text))], [
		['id=a==&b=&c&&d=übrig ✓', Array(2).fill({ id: 'a==', b: '', c: '', d: 'übrig ✓' })],
		['a=b+c%2Bd&transactionid=a+b%2B', Array(2).fill({ a: 'b c+d', transactionid: 'a+b+' })],
	]);
	gives('the parameters of JSON', (type: string, text: string) => read(post(type, text)), [
		['Application/JSON ; charset=x', '{"a":"1","b":""}', { a: '1', b: '' }],
	]);

	const noForm = 'The body must be a form or a JSON object';
	test.each<[string, ...Delivery[]]>([
		['A parameter occurs more than once', post(form, 'a=1&%61=2')],
		['The call is too long', get(`a=${most}x`), post(form, `a=${most}x`)],
		['A value must be text', post(json, '{"a":1.00}')],
		[noForm, post(json, '[{"a":"1"}]'), post(json, '{"a"'), post('text/plain', 'a=1')],
		['A parameter has a reserved name', get('prototype=1'), get('toJSON=1'), get('__proto__=1')],
	])('%s', (message, ...deliveries) => {
		const error = expect.objectContaining({ name: 'MalformedDelivery', message }) as Error;
		for (const delivery of deliveries) expect(() => parametersOf(delivery)).toThrow(error);
		expect(read(get(`a=${most}`))).toEqual({ a: most });
	});
});

describe('a call is genuine', () => {
	const verdict = (call: Fields, known?: typeof services) =>
		genuineCall(call, known)?.signatureChecked;
	gives('whether its signature was checked', verdict, [
		[signed({ service: beta.serviceKey, status: 'failed' }, beta), services, true],
		[signed({ userid: '7', service: '' }, beta), services, true],
		[{ status: 'failed' }, undefined, false],
		[signed({ service: alpha.serviceKey }, beta), services, undefined],
		[signed({ service: 'GAMMA03' }, keyless), services, undefined],
		[{ status: 'success' }, [], undefined],
	]);

	test('however its sender encoded the plus of an encrypted transaction ID', () => {
		const id = fc.stringMatching(/^[A-Za-z0-9+/=]{1,30}$/);
		const message = fc.stringMatching(/^[A-Za-z0-9/= ]{1,30}$/);
		fc.assert(
			fc.property(id, message, (transactionid, errormessage) => {
				const sent = signed({ transactionid, errormessage });
				const bare = Object.entries(sent).map(([name, text]) => `${name}=${text}`);
				for (const text of [queryOf(sent), bare.join('&').replaceAll(' ', '%20')]) {
					const found = genuineCall(parametersOf(get(text)), [alpha]);
					expect({ ...found?.parameters }).toEqual(sent);
				}
			}),
		);
	});
});

describe('an identification', () => {
	const now = Date.UTC(2026, 10, 21, 12, 0, 0, 999);
	const timestamp = '1795262400';
	const ago = (seconds: number) => String(Number(timestamp) - seconds);
	const request = { apikey: alpha.serviceKey, returnurl: 'https://shop.example/?a=1&b=ü#c' };

	test('carries the Unix time in seconds, and is signed when the service has a key', () => {
		expect(identificationFields(request, keyless, now)).toEqual({ ...request, timestamp });
		const fields = signed({ ...request, timestamp });
		expect(identificationFields(request, alpha, now)).toEqual(fields);
		expect(identificationLink('https://b.example', 'userIdentify', request, alpha, now)).toBe(
			`https://b.example/payment/pages/userIdentify.jsf?${new URLSearchParams(fields).toString()}`,
		);
	});

	const back = (query: Fields, signers = services) =>
		verifyIdentificationReturn(query, signers, 300, now);
	const customer = { userid: 'u1', msisdn: '33639980001', operator: 'FR_X', identid: '7' };
	const known = { userId: 'u1', msisdn: '33639980001', operator: 'FR_X', identificationId: '7' };
	const is = (outcome: string, more: object = {}, signatureChecked = true) => ({
		...{ outcome, signatureChecked, ...more },
	});
	const bad = (reason: string) => is('notGenuine', { reason });
	const came = (seconds: number) => signed({ timestamp: ago(seconds) });
	gives('the return', (query: Fields) => back(query), [
		[signed({ ...customer, timestamp }), is('subscribed', known)],
		[signed({ userid: 'u1', timestamp: `${timestamp}999` }), is('subscribed', { userId: 'u1' })],
		[signed({ userid: '', timestamp: ago(299) }), is('notSubscribed')],
		[{ ...customer, timestamp }, bad('The signature is missing')],
		[{ ...signed({ timestamp }), userid: 'u1' }, bad('The signature is wrong')],
		[came(302), bad('The return is 303 seconds old')],
		[came(-63), bad('The timestamp is 62 seconds in the future')],
		[signed({ userid: 'u1' }), bad('The timestamp is missing or not a Unix time')],
	]);
	gives('the return without a key', (query: Fields) => back(query, [keyless]), [
		[{ ...customer, timestamp: ago(-60) }, is('unverified', known, false)],
		[{ timestamp }, is('notSubscribed', {}, false)],
	]);
});

describe('a return from payment', () => {
	/** With what the facts show. */
	const same = { status: 'success', operator: 'FR_ORANGE', msisdn: '33639981234' };
	const own = {
		...{ ...same, trid: 'Lg+csT/uQVWFW+BQbUQyJA==', userid: 'player-1', reference: 'order 17' },
		...{ subscriptionid: '9007199254740993', timestamp: '1764000000123' },
	};
	const fields = {
		...{ ...same, transactionId: own.trid, userId: 'player-1', clientReference: 'order 17' },
		...{ subscriptionId: '9007199254740993', timeReturned: '2025-11-24T16:00:00.123Z' },
	};
	const unsigned = { ...fields, parameters: {}, signatureChecked: false, raw: own };
	const raw = signed(own);
	const checked = { ...unsigned, signatureChecked: true, raw };
	const all = signed({ order: '17 b', ...own });
	gives('the return', readPaymentReturn, [
		[queryOf(own), services, unsigned],
		[queryOf(raw).replaceAll('%2B', '+'), services, checked],
		[`userid=mine&${queryOf(raw)}`, services, { ...checked, parameters: { userid: 'mine' } }],
		[queryOf(all), services, { ...checked, parameters: { order: '17 b' }, raw: all }],
		[queryOf({ ...raw, status: 'failed' }), services, undefined],
		[queryOf(raw), [beta], undefined],
		[queryOf({ ...own, sign: 'f00' }), [keyless], { ...unsigned, raw: { ...own, sign: 'f00' } }],
	]);

	const empty = { parameters: {}, signatureChecked: false };
	const time = '2025-11-24T16:00:00.000Z';
	gives('the unchecked return', (query: string) => readPaymentReturn(query), [
		['status=+FAILED', { ...empty, status: 'failed', raw: { status: ' FAILED' } }],
		['timestamp=1764000000', { ...empty, timeReturned: time, raw: { timestamp: '1764000000' } }],
		['activesub=1&validsub=0', { ...empty, raw: { activesub: '1', validsub: '0' } }],
		['__proto__=1&constructor=2', { ...empty, raw: {} }],
	]);
});

describe('the headers of a search', () => {
	const body = '{"serviceKey":"GAMECLUB04","optInTrid":"4970484531"}';
	const url = 'https://billing.example/v1/subscriptions?lang=en';
	const login = { searchLogin: 'headers', searchUser: 'gameclub', searchSecret: 'search-key' };
	const sign = '09a2c70fedd40e4266ed39af5399ca81ef376942';
	const published = {
		'CENTILI-ACCESS-USER': 'gameclub',
		'CENTILI-ACCESS-TIMESTAMP': '1764000000',
		'CENTILI-ACCESS-SIGN': sign,
	};
	const bearer = { Authorization: 'Bearer token-1' };
	const headersOf = (credential: object) =>
		searchHeadersOf(credential, { method: 'POST', url, body }, 'token-1', 1_764_000_000_999);
	const named = (name: string) => ({
		...{ ...login, userHeader: name, timestampHeader: name, signatureHeader: name },
	});
	gives('the headers', headersOf, [
		[{}, bearer],
		...alike<object>(published, login, named(''), named('a\r\nb')),
		[{ ...login, searchLogin: 'both' }, Object.assign({}, published, bearer)],
		[
			{ ...login, userHeader: 'X-User', timestampHeader: ' X-Time ', signatureHeader: 'X-Sign' },
			{ 'X-User': 'gameclub', 'X-Time': '1764000000', 'X-Sign': sign },
		],
	]);
});

describe('a service credential', () => {
	const login = { panelUsername: 'shop', panelPasswordHash: 'hash' };
	const spaced = { signingSecret: 'signing-key-of-nobody ' };
	const both = { serviceKey: 'ALPHA01', moreServices: { service: [{ serviceKey: 'BETA02' }] } };
	const [first, second] = servicesOf(both);

	test('names its services, and no other gets their keys', () => {
		expect([first?.serviceKey, second?.serviceKey]).toEqual(['ALPHA01', 'BETA02']);
		expect(serviceOf({})).toEqual({
			...{ serviceKey: '', signingSecret: '', signingAlgorithm: 'sha1' },
			...{ panelUsername: '', panelPasswordHash: '' },
		});
		expect(serviceNamed(services, undefined)).toEqual({ ...keyless, others: [alpha, beta] });
		expect(serviceNamed(services, beta.serviceKey)).toBe(beta);
		expect(serviceNamed(services, 'OTHER09')).toEqual(serviceOf({ serviceKey: 'OTHER09' }));
		expect(serviceNamed([], undefined)).toEqual({ ...serviceOf({}), others: [] });
		expect(panelLogin(alpha)).toEqual({});
		expect(panelLogin(serviceOf(login))).toEqual({ username: 'shop', password: 'hash' });
	});

	const space = "'Signature Key' begins or ends with a space. Copy it again without the space";
	const together =
		"'Panel User Name' and 'Panel Password Hash' are required together. Fill in both, or leave both empty";
	const key =
		"'Service Key' must have 1 to 32 letters and digits. Pick the service from the list, or copy its key again.";
	test.each([
		[{ ...both, ...login }, undefined],
		[{ serviceKey: 'A1', ...spaced }, space],
		[{ serviceKey: 'A1', panelUsername: 'shop' }, together],
		[{ serviceKey: 'A1', panelPasswordHash: 'hash' }, together],
		[{ serviceKey: 'A 1' }, key],
		[{ ...both, ...spaced }, `ALPHA01: ${space}`],
		[{ ...both, moreServices: { service: [{ serviceKey: 'B2', ...spaced }] } }, `B2: ${space}`],
		[{ ...both, moreServices: { service: [{ serviceKey: '/' }] } }, `Service 2: ${key}`],
	])('%j is told %s', async (data, fault) => {
		const message = 'The values are well formed. The platform sees them at first use.';
		expect(await checkServiceCredential({ data })).toEqual(
			fault ? { status: 'Error', message: fault } : { status: 'OK', message },
		);
	});
});
