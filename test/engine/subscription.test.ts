import { createHmac } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorOf } from '../support/runNode';
import { byKey, byOutput, continued, endsOf, itemsOf, nothing, Stub } from '../support/stub';

const stub = Stub.forEach();
beforeEach(() => {
	stub.fresh(service);
});

const signingSecret = 'a-key';
const service = { serviceKey: 'GAMECLUB04', signingSecret, signingAlgorithm: 'sha1' };
const noon = Date.UTC(2026, 10, 21, 12, 0, 0);
const timestamp = String(noon / 1000);
const signOf = (text: string, algorithm = 'sha1') =>
	createHmac(algorithm, signingSecret).update(text).digest('hex');

const operation = (name: string, resource = 'subscription') => {
	return async (fields: INodeParameters = {}, call = {}) =>
		await stub.run({ resource, operation: name, ...fields }, call);
};

describe('Subscription: Cancel', () => {
	const cancel = operation('cancel');
	const byUser = { cancelBy: 'userId', userId: 'user-1' };
	const byId = { subscriptionId: '500' };
	const asked = { serviceKey: 'GAMECLUB04', userId: 'user-1' };

	it.each<[INodeParameters, number, IDataObject, number, IDataObject, object]>([
		[
			byId,
			200,
			{ status: 'ACCEPTED' },
			0,
			{ serviceKey: 'GAMECLUB04', subscriptionId: '500', outcome: 'canceled' },
			{ subscriptionid: '500', sign: signOf('GAMECLUB04500') },
		],
		[
			byUser,
			406,
			{ status: 'NOT_ACCEPTABLE' },
			1,
			{ ...asked, errorType: 'NOT_ACCEPTABLE', outcome: 'alreadyBeingCanceled' },
			{ userid: 'user-1', sign: signOf('GAMECLUB04user-1') },
		],
		[
			byUser,
			400,
			{ status: 'INVALID_REQUEST', errorMessage: 'Subscription does not exists.' },
			2,
			{
				...{ ...asked, errorType: 'INVALID_REQUEST' },
				...{ errorMessage: 'Subscription does not exists.', outcome: 'noSuchSubscription' },
			},
			{ userid: 'user-1', sign: signOf('GAMECLUB04user-1') },
		],
	])('%j, HTTP %i %j, leaves by output %i', async (by, status, answer, output, item, sent) => {
		stub.answersWith({ status, body: answer });
		const split = await cancel({ ...by, options: { splitByOutcome: true } });
		expect(byOutput(split)).toEqual({ [output]: [item] });
		const body = { apikey: 'GAMECLUB04', ...sent };
		expect(stub.asked).toEqual([['POST /api/payment/1_4/unsubscribe', body]]);
	});

	it.each<[INodeParameters, string]>([
		[{ subscriptionId: nothing }, "'Subscription ID' is required"],
		[{ subscriptionId: 'a1' }, "'Subscription ID' must have only digits"],
		[{ cancelBy: 'userId', userId: nothing }, "'User ID' is required"],
	])('refuses %j', async (fields, message) => {
		expect(errorOf(await cancel(fields))?.message).toBe(message);
		expect(stub.asked).toEqual([]);
	});

	const active = { subscriptionId: 500, userId: 'user-1', active: true };
	const ended = { ...active, active: false, timeUnsubscribed: '2026-11-21 12:00:00' };
	const older = { ...ended, subscriptionId: 400, timeUnsubscribed: '2025-11-21 12:00:00' };
	const found = {
		...{ subscriptionId: '500', userId: 'user-1', timeUnsubscribed: '2026-11-21T12:00:00.000Z' },
		...{ confirmedByLookUp: true, outcome: 'canceled' },
	};
	it.each<[INodeParameters, unknown, 'done' | 'notDone' | 'inDoubt']>([
		[byId, [ended], 'done'],
		[byId, ended, 'done'],
		[byUser, [ended, older], 'done'],
		[byUser, [ended, { ...active, userId: 'user-2' }], 'done'],
		[byUser, [older, active], 'notDone'],
		[byUser, ended, 'inDoubt'],
		[byUser, [{ ...ended, active: null }], 'inDoubt'],
		[byUser, [], 'inDoubt'],
	])('%j in doubt, with %j in the look-up, is %s', async (by, records, state) => {
		stub.answersWith({ status: 500 }, { body: records });
		const ends = { done: found, notDone: stub.notDone, inDoubt: stub.inDoubt() };
		expect(endsOf(await cancel(by, continued))).toEqual([ends[state]]);
		const id = 'userId' in by ? { userId: 'user-1' } : byId;
		const lookUp = ['POST /v1/subscriptions', { serviceKey: 'GAMECLUB04', ...id }];
		expect(stub.asked[1]).toEqual(lookUp);
	});

	it('that is declined after a look-up found nothing is looked up once more', async () => {
		const open = { body: [active] };
		stub.answersWith({ status: 500 }, open, open, { status: 406, body: {} }, { body: [ended] });
		expect(itemsOf(await cancel({ ...byId, options: { maxTries: 2 } }))).toEqual([found]);
	});
});

describe('Subscription: Check Status', () => {
	const checkStatus = operation('checkStatus');
	const userid = 'Zoë 1';
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(noon);
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	it.each(['md5', 'sha1', 'sha256', undefined])('signs with %s', async (algorithm) => {
		stub.fresh({
			...service,
			...(algorithm ? { signingAlgorithm: algorithm } : { signingSecret: '' }),
		});
		stub.answersWith({ body: { active: true, valid: true } });
		itemsOf(await checkStatus({ userid }));
		const sign = algorithm && signOf(`GAMECLUB04${timestamp}${userid}`, algorithm);
		const body = { apikey: 'GAMECLUB04', userid, timestamp, sign };
		expect(stub.asked).toEqual([['POST /api/payment/1_4/subscription', body]]);
	});

	it.each<[INodeParameters, string]>([
		[{ userid: nothing }, "'User ID' is required"],
		[{ userid, serviceKey: byKey('A-1') }, "'Service' must have 1 to 32 letters and digits"],
	])('refuses %j', async (fields, message) => {
		expect(errorOf(await checkStatus(fields))?.message).toBe(message);
		expect(stub.asked).toEqual([]);
	});

	it.each<[IDataObject, number, IDataObject]>([
		[
			{ active: false, valid: false },
			0,
			{ active: false, valid: false, outcome: 'noSubscription' },
		],
		[
			{ active: 'true', valid: 'False' },
			1,
			{ active: true, valid: false, outcome: 'renewalPending' },
		],
		[{ active: false, valid: true }, 2, { active: false, valid: true, outcome: 'alreadyPaid' }],
		[
			{ active: true, valid: true, userid: '7', expirationdate: '1789000000', package: 'GOLD' },
			3,
			{
				...{ active: true, valid: true, userId: '7', timeToExpire: '2026-09-10T00:26:40.000Z' },
				...{ package: 'GOLD', outcome: 'active' },
			},
		],
		[{ active: 'perhaps', valid: true }, 4, { active: 'perhaps', valid: true, outcome: 'unknown' }],
	])('%j leaves by output %i', async (answer, output, item) => {
		stub.answersWith({ body: answer });
		const split = await checkStatus({ userid, options: { splitByOutcome: true } });
		expect(byOutput(split)).toEqual({ [output]: [{ serviceKey: 'GAMECLUB04', ...item }] });
	});

	it.each<[number, unknown, string]>([
		[200, '<h1>Welcome</h1>', "sent a response that can't be read"],
		[200, { active: false, status: 'INVALID_SERVICE' }, 'says: INVALID_SERVICE (HTTP 200)'],
		[400, { active: false, valid: false }, 'says: HTTP 400'],
	])('HTTP %i %j is an error', async (status, body, words) => {
		stub.answersWith({ status, body });
		expect(errorOf(await checkStatus({ userid }))?.message).toBe(`${stub.host} ${words}`);
	});
});

describe.each([
	['subscription', 'subIdentify'],
	['customer', 'userIdentify'],
])('Create Identification Link of a %s', (resource, page) => {
	const createLink = operation('createIdentificationLink', resource);
	const returnurl = 'https://shop.example/back?name=Zo%C3%AB%20%2B%201';

	it.each([signingSecret, ''])('is made without a request, with the key “%s”', async (key) => {
		stub.fresh({ ...service, signingSecret: key });
		const [{ link, ...rest } = {}] = itemsOf(await createLink({ returnurl }));
		expect(rest).toEqual({ signed: key !== '' });
		const { origin, pathname, searchParams } = new URL(String(link));
		expect(`${origin}${pathname}`).toBe(`${stub.url}/payment/pages/${page}.jsf`);
		const { timestamp: time = '', ...query } = Object.fromEntries(searchParams);
		expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60);
		const sign = signOf(`GAMECLUB04${returnurl}${time}`);
		expect(query).toEqual({ apikey: 'GAMECLUB04', returnurl, ...(key && { sign }) });
		expect(stub.asked).toEqual([]);
	});

	it.each<[INodeParameters, string]>([
		[{ returnurl: 'shop.example/back' }, "'Return URL' must be a complete address"],
		[{ returnurl: nothing }, "'Return URL' is required"],
		[{ returnurl, serviceKey: byKey('A-1') }, "'Service' must have 1 to 32 letters and digits"],
	])('refuses %j', async (fields, message) => {
		expect(errorOf(await createLink(fields))?.message).toBe(message);
	});
});

describe('Verify Identification Return', () => {
	const verify = operation('verifyIdentificationReturn');
	const query = { userid: 'Zoë', timestamp, sign: signOf(`${timestamp}Zoë`) };
	const anonymous = { timestamp, sign: signOf(timestamp) };
	const text = new URLSearchParams(query).toString();
	const other = { serviceKey: 'QUIZNIGHT05', signingSecret: 'another-key' };
	const keyless = { serviceKey: 'TICKETS08' };
	const verified = { userId: 'Zoë', signatureChecked: true };
	const raw = { userid: 'Zoë', timestamp };
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(noon + 299_000);
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	it.each<[string, unknown, IDataObject, number, IDataObject]>([
		['of a subscriber', query, service, 0, verified],
		['as JSON', JSON.stringify(query), service, 0, verified],
		['as text', text, service, 0, verified],
		['as text with its ?', `?${text}`, service, 0, verified],
		[
			'with another service’s key',
			query,
			{ ...other, moreServices: { service: [service] } },
			0,
			verified,
		],
		['without a key', raw, keyless, 1, { userId: 'Zoë', signatureChecked: false }],
		['without a key or user', { timestamp }, keyless, 2, { signatureChecked: false }],
		['of somebody without a subscription', anonymous, service, 2, { signatureChecked: true }],
		[
			'with another user',
			{ ...query, userid: 'Eve' },
			service,
			3,
			{ reason: 'The signature is wrong', signatureChecked: true },
		],
		[
			'without a signature',
			raw,
			service,
			3,
			{ reason: 'The signature is missing', signatureChecked: true },
		],
		[
			'of another key',
			query,
			other,
			3,
			{ reason: 'The signature is wrong', signatureChecked: true },
		],
	])('a return %s', async (_what, given, credential, output, item) => {
		stub.fresh(credential);
		delete stub.credentials.stored.mobileBillingApi;
		const outcome = ['subscribed', 'unverified', 'notSubscribed', 'notGenuine'][output];
		const read = (split: boolean) =>
			verify({ options: { splitByOutcome: split } }, { items: [{ query: given as IDataObject }] });
		const hasValidSubscription = output === 0;
		const own = {
			...item,
			outcome,
			hasValidSubscription,
			raw: typeof given === 'object' ? given : query,
		};
		expect(itemsOf(await read(false))).toEqual([own]);
		expect(byOutput(await read(true))).toEqual({ [output]: [own] });
	});

	it.each<[number, number, IDataObject]>([
		[301, 300, { outcome: 'notGenuine', reason: 'The return is 301 seconds old' }],
		[301, 600, { outcome: 'subscribed' }],
		[-59, 300, { outcome: 'subscribed' }],
		[-61, 300, { outcome: 'notGenuine', reason: 'The timestamp is 61 seconds in the future' }],
	])('a return %i s old, where %i s are allowed', async (age, maxAge, item) => {
		jest.spyOn(Date, 'now').mockReturnValue(noon + age * 1000);
		expect(itemsOf(await verify({ maxAge }, { items: [{ query }] }))).toMatchObject([item]);
	});

	it.each<[INodeParameters, string]>([
		[{ query: 'userid=a&userid=b' }, "'Query' has the parameter “userid” more than once"],
		[{ query: '={{ [1, 2] }}' }, "'Query' must be the query of a return"],
		[{ query: nothing }, "'Query' must be the query of a return"],
		[{ query: 'timestamp=1', maxAge: 0 }, "'Maximum Age (Seconds)' must be more than 0 seconds"],
	])('refuses %j', async (fields, message) => {
		expect(errorOf(await verify(fields))?.message).toBe(message);
	});
});

describe('Customer: Resolve Alias', () => {
	const resolve = operation('resolveAlias', 'customer');
	const msisdn = '33639980001';

	it('gives the alias', async () => {
		const subscribers = [
			{ msisdn: '33639980009', subscriberId: 'b' },
			{ msisdn: 33639980001, subscriberId: 'a' },
		];
		stub.answersWith({ body: { status: 'ACCEPTED', subscribers } });
		expect(itemsOf(await resolve({ msisdn: '+33 6 39 98 00 01' }))).toEqual([
			{ msisdn, alias: 'a' },
		]);
		const line = 'POST /api/payment/1_4/subscriber/resolve';
		expect(stub.asked).toEqual([[line, { msisdns: [msisdn] }]]);
	});

	const unknown = `The platform knows no alias of ${msisdn}`;
	it.each<[unknown, string]>([
		[{ status: 'ACCEPTED', subscribers: [] }, unknown],
		[{ subscribers: [{ msisdn: '33639980009', subscriberId: 'a' }] }, unknown],
		[{ subscribers: [{ msisdn, subscriberId: '' }] }, unknown],
		[
			{ status: 'INVALID_REQUEST', errorMessage: 'no' },
			'HOST says: no – INVALID_REQUEST (HTTP 200)',
		],
		[{ status: 'ACCEPTED' }, 'HOST says: ACCEPTED'],
		['<html></html>', "HOST sent a response that can't be read"],
	])('takes %j for an error', async (body, words) => {
		stub.answersWith({ body });
		expect(errorOf(await resolve({ msisdn }))?.message).toBe(words.replace('HOST', stub.host));
	});
});
