import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { tablesOf } from '../support/operationTables';
import { errorOf } from '../support/runNode';
import { byOutput, continued, endsOf, itemsOf, Stub } from '../support/stub';

const signingSecret = 'a-key';
const service = { serviceKey: 'GAMECLUB04', signingSecret };
const stub = Stub.forEach(service);

const noon = Date.UTC(2026, 10, 21, 12, 0, 0);
const timestamp = String(noon / 1000);
const signOf = (text: string) => createHmac('sha1', signingSecret).update(text).digest('hex');

describe.each([
	['subscription', 'subIdentify'],
	['customer', 'userIdentify'],
])('Create Identification Link of a %s', (resource, page) => {
	const returnurl = 'https://shop.example/back?name=Zo%C3%AB%20%2B%201';
	const link = tablesOf(stub, { resource, operation: 'createIdentificationLink', returnurl });

	it.each([signingSecret, ''])('is made without a request, with the key “%s”', async (key) => {
		jest.spyOn(Date, 'now').mockReturnValue(noon);
		stub.fresh({ ...service, signingSecret: key });
		const sign = signOf(`GAMECLUB04${returnurl}${timestamp}`);
		const query = { apikey: 'GAMECLUB04', returnurl, timestamp, ...(key && { sign }) };
		const address = `${stub.url}/payment/pages/${page}.jsf`;
		expect(itemsOf(await link.run())).toEqual([
			{ link: `${address}?${new URLSearchParams(query).toString()}`, signed: key !== '' },
		]);
		expect(stub.asked).toEqual([]);
	});

	it('is made of the good items where one is bad, and of none where none comes in', async () => {
		const items = [{ to: returnurl }, { to: 'shop.example' }];
		const each = { returnurl: '={{ $json.to }}' };
		const run = await link.run(each, { items, ...continued });
		expect(endsOf(run)).toMatchObject([
			{ signed: true },
			{ message: "'Return URL' must be a complete address", field: 'returnurl' },
		]);
		expect(itemsOf(await link.run(each, { items: [] }))).toEqual([]);
		const stopped = errorOf(await link.run(each, { items }));
		expect(stopped?.description).not.toContain('sent');
	});

	link.refuses([
		[{ returnurl: 'shop.example/back' }, "'Return URL' must be a complete address"],
		[
			{ returnurl: 'https://shop.example/?userid=eve' },
			"'Return URL' must not have the parameter “userid”, which the platform adds",
		],
	]);
});

describe('Verify Identification Return', () => {
	const resource = 'subscription';
	const verify = tablesOf(stub, { resource, operation: 'verifyIdentificationReturn' });
	const query = { userid: 'Zoë', timestamp, sign: signOf(`${timestamp}Zoë`) };
	const raw = { userid: 'Zoë', timestamp };
	const anonymous = { timestamp, sign: signOf(timestamp) };
	const keyless = { serviceKey: 'TICKETS08' };
	const user = { unproven: { userId: 'Zoë', parameters: {} } };
	const nobody = { unproven: { parameters: {} } };
	const wrong = { reason: 'The signature is wrong' };
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(noon + 299_000);
	});

	it.each<[string, unknown, object, number, boolean, object?]>([
		['of a subscriber', query, service, 0, true, user],
		['without a key', raw, keyless, 0, false, user],
		['of somebody without a subscription', anonymous, service, 1, true, nobody],
		['with another user', { ...query, userid: 'Eve' }, service, 2, true, wrong],
	])('a return %s', async (_what, given, credential, output, signatureChecked, item) => {
		stub.fresh(credential as IDataObject);
		delete stub.credentials.stored.mobileBillingApi;
		const outcome = ['unverified', 'notSubscribed', 'notGenuine'][output];
		const items = [{ query: given as IDataObject }];
		const run = await verify.run({ options: { splitByOutcome: true } }, { items });
		const shown = typeof given === 'object' ? given : query;
		expect(byOutput(run)).toEqual({
			[output]: [{ ...item, signatureChecked, outcome, raw: shown }],
		});
	});

	it.each<[string, object]>([
		['not signed', { article: '9' }],
		['doubled', { article: ['9', '9'], fbclid: 'x' }],
	])('a return whose own parameter is %s', async (_what, more) => {
		const items = [{ query: { ...query, ...more } as IDataObject }];
		const unproven = { userId: 'Zoë', parameters: { article: '9' } };
		expect(itemsOf(await verify.run({}, { items }))).toMatchObject([{ unproven }]);
	});
});
