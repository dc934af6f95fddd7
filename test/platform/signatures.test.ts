import fc from 'fast-check';
import { readingsOfText } from '../../platform/delivery';
import { createCustomerLink } from '../../nodes/MobileBilling/operations/identificationLinks';
import { readIdentificationReturn, readPaymentReturn } from '../../platform/customerReturn';
import {
	checkServiceCredential,
	panelLogin,
	serviceNamed,
	servicesOf,
	signingAlgorithms,
} from '../../platform/service';
import { isSigned, searchHeadersOf, withSignature } from '../../platform/signature';
import { alike, gives } from '../support/examples';
import {
	alpha,
	beta,
	documented,
	keyless,
	published,
	publishedSign,
	queryOf,
	services,
	signed,
	type Fields,
} from '../support/triggers/webhookEvents';

describe('a signature', () => {
	test.each(signingAlgorithms)('by %s follows the recipe, in whatever order and case', (name) => {
		const service = { ...alpha, signingAlgorithm: name };
		const names = fc.stringMatching(/^[a-r]{1,12}$/);
		fc.assert(
			fc.property(fc.dictionary(names, fc.string({ unit: 'binary' })), (fields) => {
				const { sign = '' } = signed(fields, service);
				expect(withSignature({ ...fields, sign: 'left out' }, service).sign).toBe(sign);
				const shuffled = Object.fromEntries(Object.entries(fields).reverse());
				expect(isSigned({ ...shuffled, sign: sign.toUpperCase() }, service)).toBe(true);
			}),
		);
	});

	test('is that of the example that an operator publishes', () => {
		// https://dev.centili.com/docs/sign-parameter-configuration
		const [service = alpha] = servicesOf(documented);
		expect(withSignature(published, service).sign).toBe(publishedSign);
	});

	const a = signed({ a: '1' });
	gives('whether it is right', (call: Fields) => isSigned(call, alpha), [
		[a, true],
		...alike<Fields>(false, { a: '1' }, { ...a, sign: String(a.sign).slice(1) }, { ...a, a: '2' }),
		...alike<Fields>(false, signed({ a: '1' }, beta), { ...a, sign: 'é' }),
	]);
});

describe('an identification', () => {
	const now = Date.UTC(2026, 10, 21, 12, 0, 0, 999);
	const timestamp = '1795262400';
	const ago = (seconds: number) => String(Number(timestamp) - seconds);
	const request = { apikey: alpha.serviceKey, returnurl: 'https://shop.example/?a=1&b=ü#c' };

	test('carries the Unix time in seconds, and is signed when the service has a key', () => {
		const params = { serviceKey: request.apikey, returnurl: request.returnurl };
		const linkBy = (service: typeof alpha) =>
			createCustomerLink.compute(params, { service, baseUrl: 'https://b.example', now }).records[0]
				?.link;
		const linkWith = (fields: Fields) =>
			`https://b.example/payment/pages/userIdentify.jsf?${new URLSearchParams(fields).toString()}`;
		expect(linkBy(keyless)).toBe(linkWith({ ...request, timestamp }));
		expect(linkBy(alpha)).toBe(linkWith(signed({ ...request, timestamp })));
	});

	const back = (query: string, signers = services) => {
		const { raw, ...found } = readIdentificationReturn(readingsOfText(query), signers, now);
		return Object.keys(raw).length > 0 && found;
	};
	const customer = { userid: 'u 1', msisdn: '33639980001', operator: 'FR_X', identid: '7' };
	const known = { userId: 'u 1', msisdn: '33639980001', operator: 'FR_X', identificationId: '7' };
	const is = (outcome: string, unproven: object, signatureChecked = true) => ({
		outcome,
		signatureChecked,
		unproven: { parameters: {}, ...unproven },
	});
	const claims = (userId: string, parameters = {}) => is('unverified', { userId, parameters });
	const bad = (reason: string) => ({ outcome: 'notGenuine', signatureChecked: true, reason });
	const came = (seconds: number) => queryOf(signed({ timestamp: ago(seconds) }));
	const whole = queryOf(signed({ ...customer, timestamp }));
	const noTime = bad('The timestamp is missing or not a Unix time');
	const [missing, wrong] = [bad('The signature is missing'), bad('The signature is wrong')];
	gives('the return', (query: string) => back(query), [
		[whole, is('unverified', known)],
		[`${whole}&gclid=1&utm_source=mail`, is('unverified', known)],
		[`${whole}&userid=u+1`, is('unverified', known)],
		[whole.replaceAll('+', '%20'), is('unverified', known)],
		[queryOf(signed({ userid: 'a+b', timestamp })).replace('%2B', '+'), claims('a+b')],
		[queryOf(signed({ userid: '', timestamp: ago(299) })), is('notSubscribed', {})],
		[
			queryOf(signed({ msisdn: 'VX9c', timestamp: `${timestamp}999` })),
			is('notSubscribed', { msisdn: 'VX9c' }),
		],
		[
			queryOf(signed({ article: 'n 9', timestamp, userid: 'u1' })),
			claims('u1', { article: 'n 9' }),
		],
		[
			`article=n+9&${queryOf(signed({ timestamp, userid: 'u1' }))}`,
			claims('u1', { article: 'n 9' }),
		],
		// The signature fits another user, too.
		[
			queryOf({
				...signed({ timestamp, userid: `${timestamp}victim` }),
				userid: `${timestamp}victim`,
			}),
			claims(`${timestamp}victim`),
		],
		[
			queryOf({
				...{ identid: timestamp, timestamp, userid: 'victim' },
				sign: signed({ timestamp, userid: `${timestamp}victim` }).sign ?? '',
			}),
			is('unverified', { identificationId: timestamp, userId: 'victim' }),
		],
		[queryOf({ ...customer, timestamp }), missing],
		[queryOf({ ...signed({ timestamp }), userid: 'u1' }), wrong],
		[`${whole}&userid=eve`, wrong],
		[came(302), bad('The return is 303 seconds old')],
		[came(-63), bad('The timestamp is 62 seconds in the future')],
		[queryOf(signed({ userid: 'u1' })), noTime],
		[queryOf(signed({ userid: 'u1', timestamp: 'soon' })), noTime],
		['constructor=1&__proto__=2&sign=valueOf', wrong],
	]);
	gives('the return without a key', (query: string) => back(query, [keyless]), [
		[
			queryOf({ ...customer, timestamp: ago(-60), zone: '1' }),
			is('unverified', { ...known, parameters: { zone: '1' } }, false),
		],
		[
			queryOf({ operator: 'FRANCE', timestamp }),
			is('notSubscribed', { operator: 'FRANCE' }, false),
		],
	]);
});

describe('a return from payment', () => {
	/** With what the facts show. */
	const same = { status: 'success', operator: 'FR_ORANGE', msisdn: '33639981234' };
	const own = {
		...same,
		trid: 'Lg+csT/uQVWFW+BQbUQyJA==',
		userid: 'player-1',
		reference: 'order 17',
		subscriptionid: '9007199254740993',
		timestamp: '1764000000123',
	};
	const fields = {
		...same,
		transactionId: own.trid,
		userId: 'player-1',
		clientReference: 'order 17',
		subscriptionId: '9007199254740993',
		timeReturned: '2025-11-24T16:00:00.123Z',
	};
	const unsigned = { ...fields, parameters: {}, signatureChecked: false, raw: own };
	const raw = signed(own);
	const checked = { ...unsigned, signatureChecked: true, raw };
	const all = signed({ order: '17 b', ...own });
	const read = (query: string, known = services) => readPaymentReturn(readingsOfText(query), known);
	gives('the return', read, [
		[queryOf(own), services, unsigned],
		[queryOf(raw).replaceAll('%2B', '+'), services, checked],
		[queryOf(raw).replaceAll('%', '%25'), services, checked],
		[`userid=mine&${queryOf(raw)}`, services, { ...checked, parameters: { userid: 'mine' } }],
		[`${queryOf(raw)}&status=success&fbclid=x`, services, checked],
		[queryOf(all), services, { ...checked, parameters: { order: '17 b' }, raw: all }],
		[`${queryOf(all)}&utm_id=1`, services, { ...checked, parameters: { order: '17 b' }, raw: all }],
		[queryOf({ ...raw, sign: 'f00' }), services, { ...unsigned, raw: { ...raw, sign: 'f00' } }],
		[queryOf(raw), [beta], { ...unsigned, raw }],
		[queryOf({ ...own, sign: 'f00' }), [keyless], { ...unsigned, raw: { ...own, sign: 'f00' } }],
	]);

	const empty = { status: 'unknown', parameters: {}, signatureChecked: false };
	gives('the unchecked return', (query: string) => read(query, []), [
		['status=+FAILED', { ...empty, status: 'failed', raw: { status: ' FAILED' } }],
		['status=constructor', { ...empty, raw: { status: 'constructor' } }],
		['timestamp=soon', { ...empty, raw: { timestamp: 'soon' } }],
		['activesub=1&validsub=0', { ...empty, raw: { activesub: '1', validsub: '0' } }],
		[
			'activesub=true&validsub=FALSE',
			{
				...empty,
				activeSubscription: true,
				validSubscription: false,
				raw: { activesub: 'true', validsub: 'FALSE' },
			},
		],
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
		...login,
		userHeader: name,
		timestampHeader: name,
		signatureHeader: name,
	});
	gives('the headers', headersOf, [
		[{}, bearer],
		...alike<object>(published, login, named(''), named('a\r\nb')),
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
		expect(servicesOf({})[0]).toEqual({
			serviceKey: '',
			signingSecret: '',
			signingAlgorithm: 'sha1',
			panelUsername: '',
			panelPasswordHash: '',
		});
		expect(serviceNamed(services, undefined)).toEqual({ ...keyless, others: [alpha, beta] });
		expect(serviceNamed(services, beta.serviceKey)).toBe(beta);
		expect(serviceNamed(services, 'OTHER09')).toEqual(servicesOf({ serviceKey: 'OTHER09' })[0]);
		expect(serviceNamed([], undefined)).toEqual({ ...servicesOf({})[0], others: [] });
		expect(panelLogin(alpha)).toEqual({});
		expect(panelLogin(servicesOf(login)[0])).toEqual({ username: 'shop', password: 'hash' });
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
