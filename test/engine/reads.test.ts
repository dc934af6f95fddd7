import { readFileSync } from 'node:fs';
import { setGlobalState, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { subscriptions as subscriptionSearch } from '../../nodes/MobileBilling/operations/subscription/records';
import { transactions as transactionSearch } from '../../nodes/MobileBilling/operations/transaction/records';
import { tablesOf } from '../support/operationTables';
import { errorOf } from '../support/runNode';
import { byKey, continued, endsOf, itemsOf, nothing, Stub, token } from '../support/stub';

const stub = Stub.forEach();
beforeEach(() => {
	setGlobalState({ defaultTimezone: 'UTC' });
});

const getMany = { operation: 'getMany', returnAll: true };
const transactions = tablesOf(stub, { resource: 'transaction', ...getMany });
const subscriptions = tablesOf(stub, { resource: 'subscription', ...getMany });
const line = 'POST /v1/transactions';
const empty = { body: [] };
const unreadable = "sent a response that can't be read";

describe('the search of Get Many', () => {
	const others = (...filter: INodeParameters[]): INodeParameters => ({ otherFilters: { filter } });
	const other = (pairs: INodeParameters) =>
		others(...Object.entries(pairs).map(([name, value]) => ({ name, value })));
	const [time, later] = ['2026-03-01 09:29:59', '2026-03-01 09:30:00'];
	const texts = { action: 'SUB CANCEL', merchantReference: 'order-17', transactionId: 820 };
	const every = {
		...texts,
		actionStatus: 'null',
		operator: ' fr_demotel ',
		country: 'fr',
		errorType: '',
		msisdn: '+33 6 39 98 00 01',
		timeUpdatedFrom: '2026-03-01T09:29:59',
		timeChargedFrom: '2026-03-01T09:29:59',
		timeChargedTo: '2026-03-01 09:30',
	};
	const sent = {
		...texts,
		actionStatus: null,
		operator: 'fr_demotel',
		country: 'FR',
		msisdn: '33639980001',
		timeUpdated: { gt: time },
		timeCharged: { gt: time, lt: later },
	};
	const odd = { reference: 'a', timeNotified: time };
	const unset = { comment: null, timeNotified: null };
	const all = { timeCharged: { gt: '1970-01-01 00:00:00' } };
	const never = { active: null, price: null, timeToExpire: null };
	const local = { timeChargedLocalFrom: time, timeChargedLocalTo: '2026-03-02' };
	transactions.sends(line, empty, [
		['a time where nothing is asked', {}, all],
		["the credential's service", {}, { serviceKey: 'COINSHOP07' }, { serviceKey: 'COINSHOP07' }],
		['filters', { filters: every }, sent],
		['an alias', { filters: { msisdn: ' VX9c ' } }, { msisdn: 'VX9c' }],
		[
			"the number of the operator's sample records",
			{ filters: { msisdn: '35176696573' }, serviceKey: 'no key!' },
			{ msisdn: '35176696573', serviceKey: 'no key!' },
		],
		['an ID in any form', { filters: { transactionId: '3+en==' } }, { transactionId: '3+en==' }],
		['other filters', other({ ...odd, endUserPrice: '1.5' }), { ...odd, endUserPrice: 1.5 }],
		['a local time', other(local), { timeChargedLocal: { gt: time, lt: '2026-03-02 00:00:00' } }],
		['no value', other({ comment: ' null ', timeNotified: 'null' }), unset],
		['a filter that is left empty in the panel as none', { filters: { userId: '' } }, all],
	]);
	const [weekly, price] = [
		{ active: false, period: 'WEEK' },
		{ gt: '6.00', lt: '6.50' },
	];
	subscriptions.sends('POST /v1/subscriptions', empty, [
		['a time where nothing is asked', {}, { timeSubscribed: { gt: '1970-01-01 00:00:00' } }],
		['filters', { filters: { ...weekly, priceFrom: '6', priceTo: 6.5 } }, { ...weekly, price }],
		['other filters', other({ active: 'TRUE', price: '1.5' }), { active: true, price: 1.5 }],
		['true and false', other({ active: '={{ false }}' }), { active: false }],
		['no value', other({ active: 'null', price: 'null', timeToExpire: 'null' }), never],
	]);

	it.each([
		['Europe/Vienna', '2026-07-15T12:00:00', '2026-07-15 10:00:00'],
		['Asia/Kathmandu', "={{ DateTime.fromISO('2026-11-21T00:00:00') }}", '2026-11-20 18:15:00'],
	])('has the time picked in %s, %s, in UTC: %s', async (defaultTimezone, picked, gt) => {
		setGlobalState({ defaultTimezone });
		stub.answersWith(empty);
		itemsOf(await transactions.run({ filters: { timeChargedFrom: picked } }));
		expect(stub.asked).toEqual([[line, { timeCharged: { gt } }]]);
	});

	const unresolved = 'has an expression that resolves to nothing';
	transactions.refuses([
		[other({ comment: nothing }), `'Other Filters' ${unresolved}`],
		[others({ name: nothing, value: 'x' }), `'Other Filters' ${unresolved}`],
		[others({ name: '', value: 'x' }), "'Other Filters' has a filter without a name"],
		[others({ name: 'ip', value: ' ' }), "'Other Filters' has a filter without a value"],
		[other({ userId: 'u1' }), "'userId' must be the name of a field"],
		[other({ MSISDN: '33639980001' }), "'MSISDN' must be the name of a field"],
		[other({ 'timeCharged.gt': time }), "'timeCharged.gt' must be the name of a field"],
		[other({ timeNotifiedTo: time }), "'timeNotifiedTo' must be one value: the field has no range"],
		[others({ name: 'ip', value: '1' }, { name: ' ip', value: '2' }), "'ip' must be set only once"],
		[
			{ filters: { timeChargedTo: time }, ...other({ timeChargedTo: later }) },
			"'Charged Before' must be set only once",
		],
		[
			{ filters: { msisdn: 'x' }, ...other({ msisdn: '33639980001' }) },
			"'Phone Number' must be set only once",
		],
		[{ filters: { msisdn: '0151 12345678' } }, "'Phone Number' must include the country code"],
		[{ returnAll: false, limit: 0 }, "'Limit' must be more than 0"],
		[{ returnAll: false, limit: '={{ true }}' }, "'Limit' must be a number"],
		[{ returnAll: false, limit: '={{ ["5"] }}' }, "'Limit' must be a number"],
		[
			{ filters: { timeChargedFrom: time }, ...other({ timeCharged: time }) },
			"'timeCharged' must be either one value or a range",
		],
	]);
});

describe('filters', () => {
	const contract = readFileSync('docs/platform-interface.md', 'utf8');
	it.each([
		['Subscription record', subscriptionSearch],
		['Transaction record', transactionSearch],
	])('are all fields of the %s', (record, { fields }) => {
		const [, section = ''] = contract.split(`### ${record} (`);
		const lines = [...(section.split('\n#')[0] ?? '').matchAll(/^- `(\w+)`/gm)];
		expect(Object.keys(fields).sort()).toEqual(lines.map(([, name]) => name).sort());
	});
});

const sale = {
	transactionId: 820,
	merchantReference: 'order-17',
	msisdn: 33639980001,
	operator: 'FR_DEMOTEL',
	action: 'CHARGE',
	actionStatus: 'COMPLETED',
	price: 0.9,
	transactionState: 'FINISHED',
	endUserPrice: '0.99',
	currency: 'EUR',
	errorType: null,
	reference: 'op-17',
	timeCharged: '2026-03-01 09:30:00',
	pinIdentification: '4711',
	mtMessage: 'PIN 4711',
};
const simpleSale = {
	transactionId: '820',
	clientReference: 'order-17',
	msisdn: '33639980001',
	operator: 'FR_DEMOTEL',
	action: 'CHARGE',
	status: 'success',
	price: 0.99,
	currency: 'EUR',
	timeCharged: '2026-03-01T09:30:00.000Z',
};
const hidden = { pinIdentification: '•••', mtMessage: 'PIN •••' };

describe('the answer of a search', () => {
	const records = Array.from({ length: 60 }, (_, transactionId) => ({ transactionId }));
	const warning =
		'The platform answered with a single record, not a list, so more may match. Narrow the filters until only one can.';
	const full = { simplify: false };
	const some = { ...full, returnAll: false };
	const masked = [{ ...sale, ...hidden }, { platformError: 'no' }];

	it.each<[string, INodeParameters, unknown, number, IDataObject[]]>([
		['simplified', {}, [sale], 200, [simpleSale]],
		['in full without PINs', full, [sale, { error: 'no' }], 200, masked],
		['up to the limit', some, records, 200, records.slice(0, 50)],
		['none', full, [], 200, []],
		['none, in other words', full, { status: 'NOT_FOUND' }, 404, []],
		['a single one', full, records[5], 200, [{ transactionId: 5, warning }]],
		['one of one', some, records[5], 200, [{ transactionId: 5 }]],
	])('is %s', async (_what, fields, body, status, items) => {
		stub.answersWith({ status, body });
		expect(itemsOf(await transactions.run(fields))).toEqual(items);
	});

	const notYours = { status: 'UNAUTHORIZED', errorMessage: 'not yours' };
	it.each<[unknown, number, string]>([
		['<html>Welcome</html>', 200, unreadable],
		['<html>Not found</html>', 404, `${unreadable} (HTTP 404)`],
		[notYours, 403, 'says: not yours – UNAUTHORIZED (HTTP 403)'],
	])('%j (HTTP %i) is an error', async (body, status, words) => {
		stub.answersWith({ status, body });
		expect(errorOf(await transactions.run())?.message).toBe(`The platform ${words}`);
	});
});

describe('a record by its ID', () => {
	const transaction = tablesOf(stub, { resource: 'transaction', operation: 'get' });
	const subscription = tablesOf(stub, { resource: 'subscription', operation: 'get' });
	const encryptedTransactionId = 'a/b+c==';
	const full = { transactionId: encryptedTransactionId, simplify: false };
	const encrypted = { ...sale, encryptedTransactionId };
	const long = '9007199254740993';

	it.each<[INodeParameters, object, unknown, IDataObject]>([
		[{ transactionId: '820' }, { transactionId: 820 }, [{ x: 1 }, sale], simpleSale],
		[
			{ ...full, serviceKey: byKey('COINSHOP07') },
			{ serviceKey: 'COINSHOP07', encryptedTransactionId },
			encrypted,
			{ ...encrypted, ...hidden },
		],
		[
			{ transactionId: long },
			{ transactionId: long },
			`[{"transactionId":${long}}]`,
			{ transactionId: long },
		],
	])('is searched by %j and found', async (fields, sent, body, item) => {
		stub.answersWith({ body });
		expect(itemsOf(await transaction.run(fields))).toEqual([item]);
		expect(stub.asked).toEqual([[line, sent]]);
	});

	it('is a subscription, too', async () => {
		const record = { subscriptionId: 500, active: false };
		stub.answersWith({ body: [{ subscriptionId: 400 }, record] });
		const items = itemsOf(await subscription.run({ subscriptionId: 500 }));
		expect(items).toEqual([{ ...record, subscriptionId: '500' }]);
		expect(stub.asked).toEqual([['POST /v1/subscriptions', { subscriptionId: 500 }]]);
	});

	it.each([
		['transaction', [{ transactionId: 124 }]],
		['subscription', []],
	])('%s 123 that nobody has fails on its item alone', async (what, body) => {
		stub.answersWith({ body });
		const tables = what === 'transaction' ? transaction : subscription;
		const run = await tables.run({ [`${what}Id`]: '123' }, { ...continued, items: [{}, {}] });
		const failure = {
			message: `The platform shows no ${what} 123`,
			description: 'Check the ID or number, the service, and the account of the credential.',
		};
		expect(endsOf(run)).toEqual([failure, failure]);
	});
	subscription.refuses([
		[
			{ subscriptionId: 2 ** 53 },
			"'Subscription ID' must be text: a number of this length loses digits",
		],
	]);
});

it('a search logs in by signed headers, and nothing else does', async () => {
	const headers = { searchLogin: 'headers', searchUser: 'gc', searchSecret: 'search-key' };
	stub.fresh(undefined, { ...headers, userHeader: 'X-User' });
	stub.answersWith(empty);
	itemsOf(await transactions.run());
	stub.answersWith({ body: { active: true, valid: true } });
	const check = { resource: 'subscription', operation: 'checkStatus', userId: '1' };
	itemsOf(await stub.run({ ...check, serviceKey: byKey('A1') }));
	const [search, other] = stub.requests.map((one) => [
		one.headers.authorization,
		...Object.keys(one.headers).filter((name) => /^centili|^x-/.test(name)),
	]);
	const signed = ['x-user', 'centili-access-timestamp', 'centili-access-sign'];
	expect(search?.toSorted()).toEqual([...signed, undefined].toSorted());
	expect(other).toEqual([`Bearer ${token}`]);
});
