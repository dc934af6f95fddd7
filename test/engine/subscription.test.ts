import { createHmac } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { tablesOf } from '../support/operationTables';
import { errorOf, hintsOf } from '../support/runNode';
import { itemsOf, nothing, Stub } from '../support/stub';

const signingSecret = 'a-key';
const service = { serviceKey: 'GAMECLUB04', signingSecret, signingAlgorithm: 'sha1' };
const stub = Stub.forEach(service);

const noon = Date.UTC(2026, 10, 21, 12, 0, 0);
const timestamp = String(noon / 1000);
const signOf = (text: string, algorithm = 'sha1') =>
	createHmac(algorithm, signingSecret).update(text).digest('hex');

describe('Subscription: Cancel', () => {
	const cancel = tablesOf(stub, { resource: 'subscription', operation: 'cancel' });
	const byUser = { cancelBy: 'userId', userId: 'user-1' };
	const byId = { subscriptionId: '500' };
	const accepted = { body: { status: 'ACCEPTED' } };
	const apikey = 'GAMECLUB04';

	const [ofId, ofUser] = [signOf('GAMECLUB04500'), signOf('GAMECLUB04user-1')];
	cancel.sends('POST /api/payment/1_4/unsubscribe', accepted, [
		['the subscription ID', byId, { apikey, subscriptionid: '500', sign: ofId }],
		['the user ID', byUser, { apikey, userid: 'user-1', sign: ofUser }],
	]);
	const asked = { serviceKey: 'GAMECLUB04', userId: 'user-1' };
	const unknown = { status: 'INVALID_REQUEST', errorMessage: 'Subscription does not exists.' };
	const noSuch = { errorType: unknown.status, errorMessage: unknown.errorMessage };
	cancel.answers([
		[200, accepted.body, 0, { ...asked, outcome: 'canceled' }, byUser],
		[
			406,
			{ status: 'NOT_ACCEPTABLE' },
			1,
			{ ...asked, errorType: 'NOT_ACCEPTABLE', outcome: 'alreadyBeingCanceled' },
			byUser,
		],
		[400, unknown, 2, { ...asked, ...noSuch, outcome: 'noSuchSubscription' }, byUser],
	]);

	it('by the ID that an expression chooses needs that one alone', async () => {
		stub.answersWith(accepted);
		const [by, id] = ['cancelBy', 'userId'].map((name) => `={{ $json.${name} }}`);
		const ids = { cancelBy: by, userId: id, subscriptionId: nothing };
		itemsOf(await cancel.run(ids, { items: [byUser] }));
		expect(stub.asked).toEqual([[expect.any(String), { apikey, userid: 'user-1', sign: ofUser }]]);
	});

	const active = { subscriptionId: 500, userId: 'user-1', active: true };
	const ended = { ...active, active: false, timeUnsubscribed: '2026-11-21 12:00:00' };
	const older = { ...ended, subscriptionId: 400, timeUnsubscribed: '2025-11-21 12:00:00' };
	const found = {
		subscriptionId: '500',
		userId: 'user-1',
		timeUnsubscribed: '2026-11-21T12:00:00.000Z',
		confirmedByLookUp: true,
		outcome: 'canceled',
	};
	const lookUps = (by: INodeParameters) => {
		const id = 'userId' in by ? { userId: 'user-1' } : { subscriptionId: 500 };
		return [['POST /v1/subscriptions', { serviceKey: 'GAMECLUB04', ...id }]];
	};
	cancel.lookUps(found, undefined, lookUps, [
		['its end', 'done', byId, [ended]],
		['the end of two', 'done', byUser, [ended, older]],
		["another user's", 'done', byUser, [ended, { ...active, userId: 'user-2' }]],
		['an active one', 'notDone', byUser, [older, active]],
		['a single one of a user', 'inDoubt', byUser, ended],
		['one that says nothing', 'inDoubt', byUser, [{ ...ended, active: null }]],
		['none', 'inDoubt', byUser, []],
		['its end as text', 'done', byId, [{ ...ended, active: 'false' }]],
		['an active one as text', 'notDone', byUser, [older, { ...active, active: 'TRUE' }]],
	]);

	it('that is declined after a look-up found nothing is looked up once more', async () => {
		const open = { body: [active] };
		stub.answersWith({ status: 500 }, open, open, { status: 406, body: {} }, { body: [ended] });
		expect(itemsOf(await cancel.run({ ...byId, options: { attempts: 2 } }))).toEqual([found]);
	});
});

describe('Subscription: Check Status', () => {
	const userid = 'Zoë 1';
	const check = tablesOf(stub, {
		resource: 'subscription',
		operation: 'checkStatus',
		userId: userid,
	});
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(noon);
	});

	const body = { apikey: 'GAMECLUB04', userid, timestamp };
	const active = { active: true, valid: true };
	check.sends('POST /api/payment/1_4/subscription', { body: active }, [
		[
			'a signature',
			{},
			{ ...body, sign: signOf(`GAMECLUB04${timestamp}${userid}`, 'sha256') },
			{ ...service, signingAlgorithm: 'sha256' },
		],
		['no signature without a key', {}, body, { serviceKey: 'GAMECLUB04' }],
	]);

	const item = (outcome: string, active: unknown, valid: unknown, more: object = {}) => ({
		serviceKey: 'GAMECLUB04',
		userId: userid,
		active,
		valid,
		outcome,
		...more,
	});
	const gold = { userid: '7', expirationdate: '1789000000', package: 'GOLD' };
	const shown = { userId: '7', timeToExpire: '2026-09-10T00:26:40.000Z', package: 'GOLD' };
	check.answers([
		[200, { active: false, valid: false }, 0, item('noSubscription', false, false)],
		[200, { active: 'true', valid: 'False' }, 1, item('renewalPending', true, false)],
		[200, { active: false, valid: true }, 2, item('alreadyPaid', false, true)],
		[200, { ...active, ...gold }, 3, item('active', true, true, shown)],
		[200, { active: 'perhaps', valid: true }, 4, item('unknown', 'perhaps', true)],
	]);

	it.each([
		['0151 12345678', 1],
		['+33 6 39 98 00 01', 1],
		['33639980001', 0],
		['customer-4711', 0],
	])('says how to write a phone number where nothing is found by %s', async (userId, count) => {
		const none = { body: { active: false, valid: false } };
		stub.answersWith(none, { body: active });
		const hints = Array<string>(count).fill(
			`No subscription of “${userId}”. If it's a phone number, write its digits with the country code, such as 33639981234.`,
		);
		expect(hintsOf(await check.run({ userId }))).toEqual(hints);
		expect(hintsOf(await check.run({ userId }))).toEqual([]);
	});

	it("is the platform's answer unchanged with Simplify off", async () => {
		const body = { ...gold, active: 'true', valid: 'False', status: null };
		stub.answersWith({ body });
		const items = itemsOf(await check.run({ simplify: false }));
		expect(items).toEqual([{ ...body, outcome: 'renewalPending' }]);
	});
});

describe('Customer: Resolve Alias', () => {
	const msisdn = '33639980001';
	const resolve = tablesOf(stub, { resource: 'customer', operation: 'resolveAlias', msisdn });

	it('gives the alias', async () => {
		const another = { msisdn: '33639980009', subscriberId: 'b' };
		const subscribers = [another, { msisdn: 33639980001, subscriberId: 'a' }];
		stub.answersWith({ body: { status: 'ACCEPTED', subscribers } });
		const items = itemsOf(await resolve.run({ msisdn: '+33 6 39 98 00 01' }));
		expect(items).toEqual([{ msisdn, alias: 'a' }]);
		const line = 'POST /api/payment/1_4/subscriber/resolve';
		expect(stub.asked).toEqual([[line, { msisdns: [msisdn] }]]);
	});

	const unknown = `The platform shows no alias of ${msisdn}`;
	it.each<[unknown, string]>([
		[{ status: 'ACCEPTED', subscribers: [] }, unknown],
		[{ subscribers: [{ msisdn: '33639980009', subscriberId: 'a' }] }, unknown],
		[{ status: 'INVALID_REQUEST' }, 'The platform says: INVALID_REQUEST (HTTP 200)'],
		[{ status: 'ACCEPTED' }, 'The platform says: ACCEPTED'],
	])('takes %j for an error', async (body, words) => {
		stub.answersWith({ body });
		expect(errorOf(await resolve.run())?.message).toBe(words);
	});
});
