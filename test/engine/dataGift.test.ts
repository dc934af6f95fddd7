import { errorOf, fieldsOf, outputOf } from '../support/runNode';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { addressOfNobody } from '../support/endpoint';
import { searchList } from '../support/n8n';
import { byKey, continued, endsOf, itemsOf, nothing, Stub, token } from '../support/stub';

const stub = Stub.forEach();

const loyalty = { serviceKey: byKey('LOYALTYDATA01') };
const msisdn = '33639980001';
const fix = 'Nothing was done. Fix what the platform names, then run this item again.';

describe('Data Gift: Assign', () => {
	const line = 'POST /datagifting/v1/service/transaction';
	const gift = { ...loyalty, msisdn, amount: 5, clientId: 'gift-1' };
	const assign = async (fields: INodeParameters = {}, call = {}) =>
		await stub.run({ resource: 'dataGift', operation: 'assign', ...gift, ...fields }, call);
	const body = { serviceKey: 'LOYALTYDATA01', msisdn, clientId: 'gift-1', amount: 5 };
	const asked = { clientReference: 'gift-1', serviceKey: 'LOYALTYDATA01', msisdn, amount: 5 };

	it.each<[INodeParameters, IDataObject, object]>([
		[{ clientId: ' a/b c ' }, {}, { ...body, clientId: 'a/b c' }],
		[{ msisdn: '={{ $json.phone }}' }, { phone: 33639980001 }, body],
		[{ msisdn: "={{ $json['Số điện thoại'] }}" }, { 'Số điện thoại': '0033-639980001' }, body],
		[{ msisdn: '={{ $json.phone.trim() }}' }, { phone: ' +33 6 39 98 00 01 ' }, body],
		[{ msisdn: '={{ $json.customer.phone }}' }, { customer: { phone: msisdn } }, body],
		[{ amount: '={{ $json.mb }}' }, { mb: '0.5' }, { ...body, amount: 0.5 }],
		[{ serviceKey: byKey('={{ $json.key }}') }, { key: 'LOYALTYDATA01' }, body],
	])('%j with the item %j is sent with the token twice', async (fields, item, sent) => {
		stub.answersWith({ body: [] });
		itemsOf(await assign(fields, { items: [item] }));
		expect(stub.asked).toEqual([[line, sent]]);
		const headers = { authorization: `Bearer ${token}`, token };
		expect(stub.requests[0]?.headers).toMatchObject(headers);
	});

	it.each<[INodeParameters, string]>([
		[{ clientId: '', campaign: ' spring ' }, `spring-${msisdn}`],
		[{ clientId: '', campaign: 'spring', duplicates: 'sendAgain' }, `spring-${msisdn}-run.`],
		[{ clientId: '' }, 'n8n-run.'],
	])('%j has a reference of its own', async (fields, start) => {
		stub.answersWith({ body: [] });
		itemsOf(await assign(fields));
		const [, { clientId }] = stub.asked.at(-1) as [string, { clientId: string }];
		const run = expect.stringMatching(/^\w+\.[\da-f]{8}\.0\.0$/) as string;
		const [head, tail] = clientId.split('run.');
		expect([`${head}${tail ? 'run.' : ''}`, tail]).toEqual([
			start,
			start.endsWith('run.') ? run : undefined,
		]);
	});

	const number = "'Phone Number' must";
	it.each<[INodeParameters, string]>([
		[{ msisdn: '0639980001' }, `${number} include the country code`],
		[{ msisdn: nothing }, "'Phone Number' is required"],
		[
			{ msisdn: '={{ ["33639980001"] }}' },
			`${number} be text, not a list, an object or true/false`,
		],
		[{ amount: '={{ "" }}' }, "'Amount (MB)' is required"],
		[{ amount: 0 }, "'Amount (MB)' must be a positive number"],
		[{ clientId: 'x'.repeat(257) }, "'Client Reference' must have at most 256 characters"],
		[{ serviceKey: byKey('LOYALTY-1') }, "'Service' must have 1 to 32 letters and digits"],
		[{ campaign: nothing, clientId: '' }, "'Campaign' is required"],
		[{ options: { concurrency: 0 } }, "'Concurrency' must be at least 1"],
		[{ options: { concurrency: 201 } }, "'Concurrency' must be at most 200"],
		[{ options: { concurrency: 'many' } }, "'Concurrency' must be a number"],
		[{ options: { maxTries: 0 } }, "'Max Tries' must be at least 1"],
		[{ options: { requestsPerSecond: nothing } }, "'Requests per Second' is required"],
		[{ options: { dryRun: nothing } }, "'Dry Run' must be true or false"],
		[{ options: { sendUntil: 'soon' } }, "'Send Until' must be a time"],
		[{ options: { sendUntil: nothing } }, "'Send Until' is required"],
		[
			{ msisdn: nothing, amount: 0 },
			"'Amount (MB)' must be a positive number. 'Phone Number' is required",
		],
	])('refuses %j', async (fields, message) => {
		expect(errorOf(await assign(fields))?.message).toBe(message);
		expect(stub.asked).toEqual([]);
	});

	const record = {
		...{ transactionId: 700000001, clientId: 'GIFT-1', serviceKey: 'LOYALTYDATA01', msisdn },
		...{ operatorCode: 'FR_DEMOTEL', countryCode: 'FR', amount: 5, status: 'ASSIGNED', x: null },
		timeCreated: '2026-11-21 12:00:00',
	};
	it.each<[number, unknown, IDataObject]>([
		[
			200,
			record,
			{
				...{ ...asked, transactionId: '700000001', clientReference: 'GIFT-1', status: 'assigned' },
				...{ operator: 'FR_DEMOTEL', country: 'FR', timeCreated: '2026-11-21T12:00:00.000Z' },
			},
		],
		[201, { transactions: [{ transactionId: 7 }] }, { ...asked, transactionId: '7' }],
		[204, '', asked],
		[200, 'null', asked],
		[200, [], asked],
	])('HTTP %i %j is given', async (status, answer, item) => {
		stub.answersWith({ status, body: answer });
		expect(itemsOf(await assign())).toEqual([{ ...item, outcome: 'given' }]);
		expect(stub.asked).toHaveLength(1);
	});

	it.each([undefined, 'continueErrorOutput'] as const)(
		'keeps a record with an error of its own in full, as a good item (on error: %s)',
		async (onError) => {
			stub.answersWith({ body: [{ ...record, error: 'none' }] });
			const run = await assign({ options: { simplify: false } }, { settings: { onError } });
			expect(itemsOf(run)).toEqual([{ ...record, platformError: 'none', outcome: 'given' }]);
			expect(outputOf(run, 1)).toEqual([]);
		},
	);

	const network = 'Ask your operator which services and operations the account may use.';
	const key =
		'Check the service key, phone number or transaction ID, and Base Address in the credential.';
	it.each<[number, unknown, string, string]>([
		[400, { status: 'INVALID_REQUEST', errorMessage: 'why' }, 'why – INVALID_REQUEST', fix],
		[200, { status: 'INACTIVE', errorMessage: 'asleep' }, 'asleep – INACTIVE', fix],
		[422, { error: 'e', error_description: 'blacklisted' }, 'blacklisted – e', fix],
		[403, { status: 'UNAUTHORIZED' }, 'UNAUTHORIZED', network],
		[404, { error: 'Not Found', message: 'no such' }, 'no such – Not Found', key],
		[302, '', '', 'Check Base Address in the credential: redirects are not followed.'],
		[400, { errorMessage: 'x'.repeat(1000) }, 'x'.repeat(500), fix],
		// n8n puts words of its own in the place of a message in which it finds this.
		[400, { errorMessage: 'upstream ECONNRESET' }, 'upstream ECONNRESET', fix],
	])('HTTP %i %j is a refusal', async (status, answer, said, description) => {
		stub.answersWith({ status, body: answer, headers: { location: stub.url } });
		const what = said ? `${said} (HTTP ${status})` : `HTTP ${status}`;
		const message = `${stub.host} says: ${what}`;
		expect(fieldsOf(await assign({}, { ...continued, items: [{ order: 17 }] }))).toEqual([
			{ order: 17, error: { message, description, status } },
		]);
		expect(errorOf(await assign({ clientId: 'gift-2' }))).toMatchObject({
			...{ name: 'NodeApiError', message, description, httpCode: String(status) },
			failure: undefined,
		});
		expect(stub.asked).toHaveLength(2);
	});

	const seen = [
		{ ...record, clientId: 'other' },
		{ ...record, clientId: 'Gift-1' },
	];
	it.each<[number, unknown]>([
		[500, ''],
		[200, '<html>OK</html>'],
		[200, 700_001],
		[200, { status: 'SOMETHING_NEW' }],
		[200, { status: 'ASSIGNED', error: 'none' }],
		[200, { error: { code: 0 } }],
	])('HTTP %i %j is in doubt: looked up, and found', async (status, answer) => {
		stub.answersWith({ status, body: answer }, { body: seen });
		expect(itemsOf(await assign())).toMatchObject([
			{ transactionId: '700000001', confirmedByLookUp: true, outcome: 'given' },
		]);
		const lookUp = `GET /datagifting/v1/transaction?serviceKey=LOYALTYDATA01&msisdn=${msisdn}`;
		expect(stub.asked.slice(1)).toEqual([[lookUp]]);
	});

	it.each<[string, number, unknown, number]>([
		['nothing', 200, [], 2],
		['another gift', 200, seen.slice(0, 1), 2],
		['no references', 200, [{ transactionId: 1 }], 1],
		['a page', 200, '<html></html>', 1],
		['trouble', 200, { errorMessage: 'database timeout' }, 1],
		['a refusal', 403, {}, 1],
	])(
		'in doubt, whose look-up shows %s, fails after %i of them',
		async (_what, status, answer, count) => {
			stub.answersWith({ status: 500 }, { status, body: answer });
			const failure = count === 2 ? stub.notDone : stub.inDoubt('gift-1');
			expect(endsOf(await assign({}, continued))).toEqual([failure]);
			expect(stub.asked).toHaveLength(1 + count);
		},
	);

	it('unclear to this version, and not found, is not sent again', async () => {
		stub.answersWith({ body: { status: 'SOMETHING_NEW' } }, { body: [] });
		expect(endsOf(await assign({ options: { maxTries: 5 } }, continued))).toEqual([
			{
				message: `${stub.host} says: SOMETHING_NEW`,
				description: 'Two look-ups show that it was not done. Run this item again.',
				retryable: true,
			},
		]);
		expect(stub.asked).toHaveLength(3);
	});
});

describe('a read of gifting', () => {
	const gifts = { resource: 'dataGift', operation: 'getMany', ...loyalty };
	const services = { resource: 'service', operation: 'getMany' };
	const balance = { ...services, operation: 'getBalance', ...loyalty };
	const operator = { ...byKey('FR_ORANGE'), mode: 'list' };
	const path = '/datagifting/v1';

	it.each<[INodeParameters, string, unknown, unknown[]]>([
		[
			gifts,
			`${path}/transaction?serviceKey=LOYALTYDATA01`,
			[{ transactionId: 7, clientid: 'a', timeCreated: '2026-03-01 09:30:00', x: 1 }, { x: null }],
			[
				{ transactionId: '7', clientReference: 'a', timeCreated: '2026-03-01T09:30:00.000Z', x: 1 },
				{},
			],
		],
		[
			{ ...gifts, msisdn: '+33639980001', simplify: false },
			`${path}/transaction?serviceKey=LOYALTYDATA01&msisdn=33639980001`,
			{ data: [{ transactionId: 7, x: null }] },
			[{ transactionId: 7, x: null }],
		],
		[
			services,
			`${path}/services`,
			{ apikey: 'K1', packages: [{ a: 1 }] },
			[{ serviceKey: 'K1', packages: [{ a: 1 }] }],
		],
		[
			{ ...balance, operator },
			`${path}/services/balance?serviceKey=LOYALTYDATA01&operator=FR_ORANGE`,
			[{ totalAmount: 5, assignedAmount: 3, expirationDate: '2026-03-01 09:30:00' }, {}],
			[
				{
					...{ serviceKey: 'LOYALTYDATA01', operator: 'FR_ORANGE', totalAmount: 5 },
					...{ assignedAmount: 3, remainingAmount: 2, timeToExpire: '2026-03-01T09:30:00.000Z' },
				},
				{ serviceKey: 'LOYALTYDATA01', operator: 'FR_ORANGE' },
			],
		],
	])('%j leaves for %s', async (parameters, address, body, items) => {
		stub.fresh(undefined, { baseUrl: `${stub.url}/gateway/` });
		stub.answersWith({ body });
		expect(itemsOf(await stub.run(parameters))).toEqual(items);
		expect(stub.asked).toEqual([[`GET /gateway${address}`]]);
		expect(stub.requests[0]?.headers).not.toHaveProperty('token');
	});

	const records = Array.from({ length: 60 }, (_, amount) => ({ amount }));
	it.each([gifts, services])('%j stops at the limit, or gives all', async (asked) => {
		stub.answersWith({ body: records });
		expect(itemsOf(await stub.run({ ...asked, returnAll: true }))).toEqual(records);
		expect(itemsOf(await stub.run(asked))).toEqual(records.slice(0, 50));
		expect(itemsOf(await stub.run({ ...asked, limit: 3 }))).toEqual(records.slice(0, 3));
		const refused = await stub.run({ ...asked, limit: 0 });
		expect(errorOf(refused)?.message).toBe("'Limit' must be more than 0");
	});

	const page = `<html>${'<p>page</p>'.repeat(1_000)}`;
	const begins = 'Check Base Address in the credential. The response begins: ';
	const later = 'Run this again later.';
	it.each<[unknown, number, string, string, object?]>([
		[page, 200, "sent a response that can't be read", begins + page.slice(0, 200), undefined],
		['', 200, "sent a response that can't be read", begins, undefined],
		[42, 200, "sent a response that can't be read", `${begins}42`, undefined],
		[
			[{ a: 1 }, 'b'],
			200,
			"sent a response that can't be read",
			`${begins}[{"a":1},"b"]`,
			undefined,
		],
		[{ code: 'X' }, 500, 'says: HTTP 500', later, { cause: 'temporarily-unavailable' }],
		[
			{},
			403,
			'says: HTTP 403',
			'Ask your operator which services and operations the account may use.',
			undefined,
		],
		[
			{},
			429,
			'says: HTTP 429',
			'Lower Concurrency or Requests per Second in the options.',
			{ cause: 'rate-limited' },
		],
		[
			{},
			401,
			'says: HTTP 401',
			"Check that Base Address and the identity provider in the credential belong together: the login worked, but the platform doesn't accept its token.",
			{ cause: 'credential-invalid' },
		],
	])('answered %j (HTTP %#) is an error', async (body, status, words, description, failure) => {
		stub.answersWith({ status, body });
		const message = `${stub.host} ${words}`;
		expect(errorOf(await stub.run(services))).toMatchObject({ message, description, failure });
		expect(stub.asked).toHaveLength(status === 401 ? 3 : 1);
	});
});

describe('the dropdown', () => {
	type Method = 'searchServices' | 'searchOperators';
	const node = new MobileDataGifting();
	const search = async (method: Method, service = '', filter?: string) => {
		const parameters = { resource: 'service', operation: 'getBalance', serviceKey: byKey(service) };
		return (await searchList(node, method, stub.credentials, { parameters, filter })).results;
	};
	const listed = [
		{
			serviceKey: 'K1',
			serviceName: 'One',
			packages: [{ operator: 'FR_A' }, { operator: 'AT_A' }],
		},
		{ apikey: 'K2', operators: ['DE_O2', 'FR_A'] },
		{ no: 'key' },
	];

	it.each<[Method, string, string | undefined, [name: string, value: string][]]>([
		[
			'searchServices',
			'',
			undefined,
			[
				['One (K1)', 'K1'],
				['K2', 'K2'],
			],
		],
		['searchServices', '', 'ONE', [['One (K1)', 'K1']]],
		[
			'searchOperators',
			'K1',
			undefined,
			[
				['AT_A', 'AT_A'],
				['FR_A', 'FR_A'],
			],
		],
		['searchOperators', '', 'fr', [['FR_A', 'FR_A']]],
		['searchOperators', '={{ 1 }}', 'de_', [['DE_O2', 'DE_O2']]],
	])('%s for %j, filtered by %j', async (method, service, filter, choices) => {
		stub.answersWith({ body: { services: listed } });
		expect(await search(method, service, filter)).toEqual(
			choices.map(([name, value]) => ({ name, value })),
		);
		expect(stub.asked).toEqual([['GET /datagifting/v1/services']]);
	});

	it.each<[IDataObject, number, unknown, string]>([
		[{}, 403, { errorMessage: 'not for you' }, 'says: not for you (HTTP 403)'],
		[{}, 200, '<html>', "sent a response that can't be read"],
		[{ baseUrl: '' }, 200, '', "'Base Address' in the credential must be a web address"],
	])('with the account %j, answered %i %j, says why', async (account, status, body, words) => {
		stub.fresh(undefined, account);
		stub.answersWith({ status, body });
		const message = words.startsWith("'") ? words : `${stub.host} ${words}`;
		await expect(search('searchServices')).rejects.toMatchObject({ message });
	});

	it('says that nothing answers', async () => {
		stub.fresh(undefined, { baseUrl: await addressOfNobody() });
		await expect(search('searchOperators')).rejects.toThrow('nothing answers');
	});
});
