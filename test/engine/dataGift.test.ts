import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { tablesOf } from '../support/operationTables';
import { errorOf, outputOf } from '../support/runNode';
import { byKey, continued, endsOf, itemsOf, nothing, Stub, token } from '../support/stub';

const stub = Stub.forEach();

const msisdn = '33639980001';
const own = { msisdn, amount: 5 };
const gift = { serviceKey: byKey('LOYALTYDATA01'), ...own, clientReference: 'gift-1' };
const assign = tablesOf(stub, { resource: 'dataGift', operation: 'assign', ...gift });
const body = { serviceKey: 'LOYALTYDATA01', ...own, clientId: 'gift-1' };

it.each<[INodeParameters, IDataObject, object]>([
	[{ clientReference: ' a/b c ' }, {}, { ...body, clientId: 'a/b c' }],
	[{ msisdn: '={{ $json.phone }}' }, { phone: 33639980001 }, body],
	[{ msisdn: "={{ $json['Số điện thoại'] }}" }, { 'Số điện thoại': '0033-639980001' }, body],
	[{ msisdn: '={{ $json.customer.phone }}' }, { customer: { phone: msisdn } }, body],
	[{ amount: '={{ $json.mb }}' }, { mb: '0.5' }, { ...body, amount: 0.5 }],
	[{ serviceKey: byKey('={{ $json.key }}') }, { key: 'LOYALTYDATA01' }, body],
	[{ msisdn: '06 39 98 00 01', numberCountry: 'fr' }, {}, body],
])('%j with the item %j is sent with the token twice', async (fields, item, sent) => {
	stub.answersWith({ body: [] });
	itemsOf(await assign.run(fields, { items: [item] }));
	expect(stub.asked).toEqual([['POST /datagifting/v1/service/transaction', sent]]);
	const headers = { authorization: `Bearer ${token}`, token };
	expect(stub.requests[0]?.headers).toMatchObject(headers);
});

it.each<[INodeParameters, RegExp]>([
	[{ campaign: ' spring ' }, /^spring-33639980001$/],
	[
		{ campaign: 'spring', duplicates: 'sendAgain' },
		/^spring-33639980001-run\.\w+\.[\da-f]{8}\.0\.0$/,
	],
	[{ campaign: '', duplicates: 'sendAgain' }, /^n8n-run\.\w+\.[\da-f]{8}\.0\.0$/],
])('a gift with %j has a reference of its own', async (fields, reference) => {
	stub.answersWith({ body: [] });
	itemsOf(await assign.run({ clientReference: '', ...fields }));
	const clientId = expect.stringMatching(reference) as string;
	expect(stub.asked.at(-1)).toEqual([expect.any(String), { ...body, clientId }]);
});
assign.refuses([
	[
		{ clientReference: '', campaign: '' },
		"'Campaign' is required, so that executing the workflow again gives nothing twice",
	],
	[
		{ msisdn: '15123456789', numberCountry: 'DE' },
		"'Phone Number' must not be two numbers at once",
	],
	[{ numberCountry: 'Germany' }, "'Country of Number' must be a country"],
	[
		{ msisdn: '={{ ["33639980001"] }}' },
		"'Phone Number' must be text, not a list, an object or true/false",
	],
	[{ options: { attempts: 1.5 } }, "'Max Attempts' must be a whole number"],
	[{ checkBalance: '={{ "yes" }}' }, "'Check Balance' must be true or false"],
	[{ duplicates: '={{ "no" }}' }, "'Duplicates' must be one of the choices of the list"],
	[{ options: { sendUntil: 'soon' } }, "'Send Until' must be a time"],
	[
		{ msisdn: nothing, amount: 0 },
		"'Phone Number' is required. 'Amount (MB)' must be a positive number",
	],
]);

const record = {
	transactionId: 700000001,
	clientId: 'GIFT-1',
	serviceKey: 'LOYALTYDATA01',
	msisdn,
	operatorCode: 'FR_DEMOTEL',
	countryCode: 'FR',
	amount: 5,
	status: 'ASSIGNED',
	x: null,
	timeCreated: '2026-11-21 12:00:00',
};
const asked = { clientReference: 'gift-1', serviceKey: 'LOYALTYDATA01', msisdn, amount: 5 };
const simple = {
	...asked,
	transactionId: '700000001',
	clientReference: 'GIFT-1',
	status: 'assigned',
	operator: 'FR_DEMOTEL',
	country: 'FR',
	timeCreated: '2026-11-21T12:00:00.000Z',
};
const given = { ...asked, outcome: 'given' };
assign.answers([
	[200, record, 0, { ...simple, outcome: 'given' }],
	[201, { transactions: [{ transactionId: 7 }] }, 0, { ...given, transactionId: '7' }],
	[200, { dataTransactionId: 7, poolId: 8 }, 0, { ...given, transactionId: '7' }],
	[200, { id: 7, poolId: 8 }, 0, { ...given, transactionId: '7' }],
	[204, '', 0, given],
	[200, [], 0, given],
]);

it("an item that doesn't check the balance needs no operator", async () => {
	stub.answersWith({ body: [] });
	const checkBalance = '={{ $json.isChecked }}';
	const call = { items: [{ isChecked: false, operator: '' }] };
	itemsOf(await assign.run({ checkBalance, operator: '={{ $json.operator }}' }, call));
	expect(stub.asked).toHaveLength(1);
});

it.each([undefined, 'continueErrorOutput'] as const)(
	'a record with an error of its own is kept in full, as a good item (on error: %s)',
	async (onError) => {
		stub.answersWith({ body: [{ ...record, error: 'none' }] });
		const run = await assign.run({ options: { simplify: false } }, { settings: { onError } });
		expect(itemsOf(run)).toEqual([{ ...record, platformError: 'none', outcome: 'given' }]);
		expect(outputOf(run, 1)).toEqual([]);
	},
);

const fix =
	'Nothing was done. Fix what the platform names, then retry. If a data pool is empty, ask your operator for data.';
const wake = 'Nothing was done. Ask your operator to activate the service, then retry.';
const black = "Nothing was done. Leave this number out, or ask your operator why it's blacklisted.";
const limit = 'Nothing was done. Retry tomorrow, or ask your operator to raise the limit.';
const key =
	'Nothing was done. Check the service key, phone number or transaction ID, and Base Address in the credential.';
const refusals: [status: number, answer: unknown, said: string, description: string][] = [
	[400, { status: 'INVALID_REQUEST', errorMessage: 'no' }, 'no – INVALID_REQUEST (HTTP 400)', fix],
	[200, { status: 'INACTIVE', errorMessage: 'asleep' }, 'asleep – INACTIVE (HTTP 200)', wake],
	[422, { status: 'SUBSCRIBER_BLACKLISTED' }, 'SUBSCRIBER_BLACKLISTED (HTTP 422)', black],
	[409, { status: 'DAILY_LIMIT_EXCEEDED' }, 'DAILY_LIMIT_EXCEEDED (HTTP 409)', limit],
	[404, { error: 'Not Found', message: 'no such' }, 'no such – Not Found (HTTP 404)', key],
	[400, { errorMessage: 'x'.repeat(1000) }, `${'x'.repeat(500)} (HTTP 400)`, fix],
	// n8n puts words of its own in the place of a message in which it finds this.
	[400, { errorMessage: 'upstream ECONNRESET' }, 'upstream ECONNRESET (HTTP 400)', fix],
];
assign.fails(
	refusals.map(([status, answer, said, description]) => [
		status,
		answer,
		`says: ${said}`,
		description,
		{ status },
	]),
);
const slower = 'Lower Concurrency or Requests per Second in the options.';
assign.fails([[429, {}, 'says: HTTP 429', slower, { status: 429, retryable: true }]]);

it('options that are left empty have their defaults', async () => {
	stub.answersWith({ body: [] });
	const options = { sendUntil: '', concurrency: '', stopAfterFailures: '' };
	expect(itemsOf(await assign.run({ options }))).toEqual([given]);
});

const path = `GET /datagifting/v1/transaction?serviceKey=LOYALTYDATA01&msisdn=${msisdn}`;
const seen = [
	{ ...record, clientId: 'other' },
	{ ...record, clientId: 'gift-1' },
];
const confirmed = { clientReference: 'gift-1', confirmedByLookUp: true, outcome: 'given' };
const all = 'GET /datagifting/v1/transaction?serviceKey=LOYALTYDATA01';
assign.lookUps({ ...simple, ...confirmed }, 'gift-1', () => [[path], [all]], [
	['it', 'done', {}, seen],
	['nothing', 'notDone', {}, []],
	['another gift', 'notDone', {}, seen.slice(0, 1)],
	['a gift that failed', 'notDone', {}, [{ ...record, clientId: 'gift-1', status: 'FAILED' }]],
	['no references', 'inDoubt', {}, [{ transactionId: 1 }], [{ transactionId: 1 }]],
	['none for the number, and others', 'done', {}, [{ transactionId: 1 }], seen],
	['no list for the number, and others', 'done', {}, [1], seen],
	['no list at all', 'inDoubt', {}, [1], [1]],
	['a page', 'inDoubt', {}, '<html></html>'],
	['trouble', 'inDoubt', {}, { errorMessage: 'database timeout' }],
	['a refusal', 'inDoubt', {}, 403],
]);

const base = 'Check Base Address in the credential';
const search = 'Look for the reference gift-1 at the platform before you send it again.';
it.each([
	[302, '', 'says: HTTP 302', `${base}: redirects are not followed. ${search}`],
	[
		404,
		'<html>',
		"sent a response that can't be read (HTTP 404)",
		`${base}. The response begins: <html> ${search}`,
	],
	[408, { status: 'TIMEOUT' }, 'says: TIMEOUT (HTTP 408)', search],
])('a gift answered by HTTP %i %j is in doubt', async (status, body, said, description) => {
	stub.answersWith({ status, body });
	const message = `Outcome unknown: The platform ${said}. A look-up gave no result`;
	const more = { status, outcomeUnknown: true, reference: 'gift-1' };
	expect(endsOf(await assign.run({}, continued))).toEqual([{ message, description, ...more }]);
});

it.each([
	[200, 'ON_HOLD', 'ON_HOLD', {}],
	[409, 'SUBSCRIBER_BLACKLISTED', 'SUBSCRIBER_BLACKLISTED (HTTP 409)', { status: 409 }],
	[500, 'FAILED', 'FAILED (HTTP 500)', { status: 500 }],
])(
	'a gift answered by HTTP %i that names a transaction is never called not done',
	async (code, word, said, more) => {
		stub.answersWith({ status: code, body: { status: word, transactionId: 91 } }, { body: [] });
		expect(endsOf(await assign.run({ options: { attempts: 5 } }, continued))).toEqual([
			{
				...more,
				message: `Outcome unknown: The platform says: ${said}. A look-up gave no result`,
				description:
					'Look for the transaction 91 or the reference gift-1 at the platform before you send it again, under another reference.',
				outcomeUnknown: true,
				reference: 'gift-1',
				transactionId: '91',
			},
		]);
		expect(stub.asked).toHaveLength(3);
	},
);

it('a list of gifts of which one is not done is never called given', async () => {
	const listed = [record, { ...record, transactionId: 700000002, status: 'ON_HOLD' }];
	stub.answersWith({ body: listed }, { body: [] });
	expect(endsOf(await assign.run({}, continued))).toMatchObject([
		{ outcomeUnknown: true, reference: 'gift-1' },
	]);
});

const setting = "Add 'Skip Look-Up' if no earlier execution has sent it.";

it('a gift is not sent if no records show references, and the whole list is asked for only once', async () => {
	stub.answersWith({ body: [{ transactionId: 1 }] });
	const options = { skipLookUp: false, concurrency: 1 };
	const items = ['gift-1', 'gift-2', 'gift-3'].map((name) => ({ name }));
	const fields = { clientReference: '={{ $json.name }}', options };
	const failures = items.map(({ name }) => ({
		message: `The look-up of the reference ${name} failed: The platform's records show no client references`,
		description: 'Nothing was done. Ask your operator to show client references.',
		setting,
	}));
	expect(endsOf(await assign.run(fields, { ...continued, items }))).toEqual(failures);
	expect(stub.asked).toEqual([[path], [all], [path], [path]]);
});

it.each([
	['a page', '<html>Welcome</html>', /Check Base Address in the credential/],
	['a code that says nothing', { status: 'BUSY' }, /^Nothing was sent\. Retry later\.$/],
])('a gift is not sent where %s answers its look-up', async (_, answered, advice) => {
	stub.answersWith({ body: answered });
	const fields = { clientReference: 'gift-1', options: { skipLookUp: false } };
	expect(endsOf(await assign.run(fields, continued))).toEqual([
		{
			message: expect.stringContaining('The look-up of the reference gift-1 failed') as string,
			description: expect.stringMatching(advice) as string,
			setting,
			retryable: true,
		},
	]);
	expect(stub.requests.map(({ method }) => method)).not.toContain('POST');
});

it('a gift whose answer is unclear to this version, and not found, is not sent again', async () => {
	stub.answersWith({ body: { status: 'SOMETHING_NEW' } }, { body: [] });
	expect(endsOf(await assign.run({ options: { attempts: 5 } }, continued))).toEqual([
		{
			message: 'The platform says: SOMETHING_NEW',
			description: 'Two look-ups show that it was not done. Retry.',
			retryable: true,
		},
	]);
	expect(stub.asked).toHaveLength(3);
});

const services = [
	{ serviceKey: 'LOYALTYDATA01', serviceName: 'Loyalty Data', type: 'DATA_GIFTING' },
	{ serviceKey: 'COINSHOP07', type: 'CONTENT' },
	{ serviceKey: 'OLDDATA03', type: 'DATA_GIFTING', active: false },
	{ serviceKey: 'OLDDATA04', status: 'INACTIVE' },
];

describe('Only Check', () => {
	const campaign = { clientReference: '', campaign: '={{ $json.name }}' };
	const items = [{ name: 'Autumn' }, { name: ' Autumn ' }];

	it.each<[INodeParameters, string]>([
		[byKey('LOYALTYDATA01'), 'LOYALTYDATA01'],
		[
			{
				__rl: true,
				mode: 'list',
				value: 'LOYALTYDATA01',
				cachedResultName: 'Gifts (LOYALTYDATA01)',
			},
			'Gifts',
		],
	])('says what would happen from service %j, and shows duplicates', async (serviceKey, shown) => {
		stub.answersWith({ body: services }, { body: [] });
		const fields = { ...campaign, serviceKey, mode: 'check' };
		const [checked = {}, other] = itemsOf(await assign.run(fields, { items }));
		expect(Object.keys(checked)).toEqual(['outcome', 'summary', 'wouldSend']);
		expect(checked).toMatchObject({
			outcome: 'checked',
			summary: `Would give 5 MB to ${msisdn} from service ${shown}`,
			wouldSend: { method: 'POST', body: { ...body, clientId: `Autumn-${msisdn}` } },
		});
		expect(other).toEqual({ outcome: 'listedTwice', skipped: 'duplicate of item 0 of the input' });
		expect(stub.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
	});

	it.each<[string, string | undefined]>([
		['COINSHOP07', 'it is of the type CONTENT'],
		['OLDDATA03', 'it is not active'],
		['OLDDATA04', 'it is not active'],
		['NOSUCH', 'the account has no service with this key'],
		['LOYALTYDATA01', undefined],
	])('of service %s is refused if the platform shows the fault: %s', async (key, reason) => {
		stub.answersWith({ body: services });
		const run = await assign.run({ mode: 'check', serviceKey: byKey(key) });
		const message = reason && `The service ${key} can't give data: ${reason}`;
		expect(errorOf(run)?.message).toBe(message);
		expect(stub.asked).toEqual([['GET /datagifting/v1/services']]);
	});

	it.each([
		{ status: 403 },
		{ body: [] },
		{ body: [{ id: 1 }] },
		{ body: [{ serviceKey: body.serviceKey, type: 'MB' }] },
	])('goes on if the platform shows nothing of services: %j', async (answer) => {
		stub.answersWith(answer);
		expect(itemsOf(await assign.run({ mode: 'check' }))).toMatchObject([{ outcome: 'checked' }]);
	});

	it.each(['={{ "send" }}', 'SEND', ''])(
		'and Send are told apart for sure, or nothing is sent: %j',
		async (mode) => {
			const run = await assign.run({ ...campaign, mode }, { items });
			expect(errorOf(run)).toMatchObject({
				message: "'Mode' must be 'check' or 'send', and takes no expression",
				description: 'Nothing was sent. Choose Only Check or Send from the list.',
			});
			expect(stub.asked).toEqual([]);
		},
	);
});
