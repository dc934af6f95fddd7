import { certaintyOfAnswer } from '../../platform/answer';
import { resultOf } from '../../nodes/engine/core/result';
import type { RemoteOperation } from '../../nodes/engine/panel/operation';
import { resources as billing } from '../../nodes/MobileBilling/operations';
import { resources as gifting } from '../../nodes/MobileDataGifting/operations';
import { byKey, continued, endsOf, Stub } from '../support/stub';

const stub = Stub.forEach();
const msisdn = '33639980001';
const ids = { serviceKey: 'A1', transactionId: '7', subscriptionId: '7', id: '7', by: 'userId' };
/** The parameters of all operations. */
const params = {
	...ids,
	msisdn,
	amount: 5,
	clientReference: 'gift-1',
	returnAll: true,
};

/** Every operation that asks the platform. */
const remote = [...gifting, ...billing].flatMap(({ value, operations }) =>
	operations.flatMap((operation): [name: string, operation: RemoteOperation][] =>
		'parse' in operation ? [[`${value} ${operation.value}`, operation]] : [],
	),
);
const changing = remote.filter(([, { effect }]) => effect !== 'read');
const reading = remote.filter(([, { effect }]) => effect === 'read');
const operations = new Map(remote);

/** `yes` and `no` without another question; `open`: looked up where that's possible, else in doubt. */
type Verdict = 'yes' | 'no' | 'open';

/** The verdict of an operation on an answer. */
function verdictOf(name: string, body: unknown, status = 200): Verdict {
	const operation = operations.get(name);
	if (!operation) throw new Error(`There is no ${name}`);
	const answer = { status, body };
	const certainty = certaintyOfAnswer(status, body);
	const result = resultOf(operation, params, { answer, certainty });
	// An unknown status leaves on the output Other.
	if (result.kind === 'done' && result.result.outcome !== 'unknown') return 'yes';
	return result.kind === 'refused' ? 'no' : 'open';
}

/** An answer of 200 that says no, or nothing that anybody understands, in shapes that platforms use. */
const saysNo = [
	{ success: false },
	{ success: 'false', message: 'Not enough data' },
	{ ok: false, error: 'Not enough data' },
	{ isSuccess: 0 },
	{ status: false, message: 'Not enough data' },
	{ result: 'REJECTED' },
	{ status: 'DENIED' },
	{ code: 'SUBSCRIBER_BLACKLISTED', message: 'The number is blacklisted' },
	{ errorCode: 'NOT_ENOUGH_CREDIT' },
];
const saysNothing = [
	{ code: 4021, description: 'Not enough data' },
	{ code: '4021' },
	{ statusCode: 422, message: 'Not enough data' },
	{ resultCode: '17' },
	{ errors: [{ code: 'E17', message: 'Not enough data' }] },
	{ errors: ['Not enough data'] },
	{ errorCode: 4021 },
	{ errorCode: '4021', errorDescription: 'Not enough data' },
	{ error: { code: 17 } },
	{ errorType: 'POOL_EMPTY' },
	{ fault: { faultstring: 'Not enough data' } },
	{ message: 'Not enough data' },
	{ reason: 'Not enough data' },
	{ status: 'ERROR', errorMessage: 'database timeout' },
	{ status: 'FAILED' },
	{ status: 'OK', success: false },
	{ status: 'OK', errorMessage: 'timeout' },
	{ success: 'perhaps' },
	{ data: { success: false } },
	{ actionStatus: 'FAILED', transactionId: 5 },
	{ success: false, transactionId: 5 },
	'OK',
	7,
];

describe.each([...saysNo, ...saysNothing])('%j', (body) => {
	const isNo = (saysNo as unknown[]).includes(body);

	it.each(changing)('proves nothing to %s', (name) => {
		expect(verdictOf(name, body)).toBe(isNo ? 'no' : 'open');
	});
});

/** In a lone record, prose and IDs are the record's own. */
const isError = (body: unknown) =>
	!/^(\{"(message|reason|data|actionStatus)"|.*Id")/.test(JSON.stringify(body));

describe.each([...saysNo, ...saysNothing].filter(isError))('%j', (body) => {
	it.each(reading)('is no record for %s', (name) => {
		expect(verdictOf(name, body)).not.toBe('yes');
	});
});

const own = { msisdn, clientId: 'gift-1' };
it.each<[verdict: Verdict, body: unknown]>([
	['yes', ''],
	['yes', []],
	['yes', {}],
	['yes', { status: 'ASSIGNED' }],
	['yes', { status: 'ok' }],
	['yes', { success: true }],
	['yes', { success: 'true', code: 0, message: 'Done' }],
	['yes', { status: true }],
	['yes', { code: 0, status: 'Success', errorCode: null, errors: [], errorMessage: '' }],
	['yes', { transactionId: 7 }],
	['yes', { dataTransactionId: 'd-7', poolId: 8, code: '00' }],
	['yes', { id: 7 }],
	['yes', { data: { transactionId: 7, status: 'COMPLETED' } }],
	['yes', { actionStatus: 'COMPLETED', transactionId: 7 }],
	['yes', own],
	['yes', { msisdn: Number(msisdn), amount: '5' }],
	['yes', [{ transactionId: 7 }]],
	// Prose may say no, and so may a code.
	['open', { id: 'e-17', message: 'Not enough data' }],
	['open', { ...own, description: 'Not enough data' }],
	['open', { transactionId: 7, code: 4021 }],
	['open', { code: 0 }],
	// The number of another customer, or none.
	['open', { msisdn: '33639980002', clientId: 'gift-1' }],
	['open', { msisdn }],
	['open', { amount: 5 }],
	// Not over, or over in another way.
	['open', { actionStatus: null, transactionId: 7 }],
	['open', { status: 'PENDING', transactionId: 7 }],
	['open', { data: { transactionId: 7, status: 'FAILED' } }],
	['open', [{ success: false }]],
	['open', [{ transactionId: 7 }, {}]],
])('a gift is %s by %j', (verdict, body) => {
	expect(verdictOf('dataGift assign', body)).toBe(verdict);
});

it.each<[verdict: Verdict, body: object, status?: number]>([
	['yes', { status: 'ACCEPTED', action: 'PIN', transactionId: 7 }],
	['yes', { status: 'ACCEPTED', action: 'PIN', errorMessage: 'Enter the PIN', errorCode: '0' }],
	['yes', { action: 'PIN', sessionStatus: 'PENDING' }],
	['open', { status: 'ACCEPTED', action: 'PIN', errorCode: 4021 }],
	['open', { status: 'ACCEPTED', success: false }],
	['open', { action: 'PIN', errorMessage: 'Not enough credit' }],
	['no', { action: 'PIN', success: false }],
	['no', { status: 'ACCEPTED', action: 'PIN' }, 400],
])('a payment is %s by %j', (verdict, body, status = 200) => {
	expect(verdictOf('payment start', body, status)).toBe(verdict);
});

it.each<[verdict: Verdict, body: object]>([
	['yes', { status: 'ACCEPTED', transactionId: 7 }],
	['open', { status: 'ACCEPTED', errors: ['wrong'] }],
	['open', { status: 'ACCEPTED', success: false }],
	['open', { success: true }],
])('a PIN is %s by %j', (verdict, body) => {
	expect(verdictOf('payment submitPin', body)).toBe(verdict);
});

it.each<[verdict: Verdict, body: object]>([
	['yes', { status: 'ACCEPTED', errorMessage: null }],
	['open', { status: 'ACCEPTED', errorCode: 17 }],
	['open', { success: true }],
	['open', { status: 'OK' }],
])('a cancellation and a refund are %s by %j', (verdict, body) => {
	expect(verdictOf('subscription cancel', body)).toBe(verdict);
	expect(verdictOf('payment refund', body)).toBe(verdict);
});

it.each([
	[[], { message: 'The platform says: Not enough data – 4021', retryable: true }],
	[[{ clientId: 'gift-1' }], { outcome: 'given', confirmedByLookUp: true }],
])('an answer with a code is looked up, and the look-up decides: %j', async (shown, end) => {
	stub.answersWith({ body: { code: 4021, description: 'Not enough data' } }, { body: shown });
	const gift = {
		resource: 'dataGift',
		operation: 'assign',
		amount: 5,
		clientReference: 'gift-1',
		msisdn,
	};
	const options = { skipLookUp: true };
	const run = await stub.run({ ...gift, serviceKey: byKey('A1'), options }, continued);
	expect(endsOf(run)).toEqual([expect.objectContaining(end)]);
	expect(stub.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
