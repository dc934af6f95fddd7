import { certaintyOfAnswer, recordsOf, isNothing, transactionNamed } from '../../platform/answer';
import { isTrouble, parseList, readDecision, readRefusal, verdictOn } from '../../platform/verdict';
import { start as startPayment } from '../../nodes/MobileBilling/operations/payment/start';
import { submitPin } from '../../nodes/MobileBilling/operations/payment/submitPin';
import { checkStatus } from '../../nodes/MobileBilling/operations/subscription/checkStatus';
import { recordsFound } from '../../platform/search';
import { simplified } from '../../platform/vocabulary';
import { alike, gives } from '../support/examples';

const page = '<html>Service</html>';

/** An answer as an operation reads it, without the fields that the request has. */
function readBy({ parse }: { parse: unknown }, status: number, body: unknown, params = {}) {
	const read = (parse as (answer: object, params: object) => object | undefined)(
		{ status, body },
		params,
	);
	return (
		read &&
		Object.fromEntries(Object.entries(read).filter(([name]) => !/^(known|ownFields)$/.test(name)))
	);
}
const readStartAnswer = (body: unknown) => readBy(startPayment, 200, body);
const readPinAnswer = (status: number, body: unknown) => readBy(submitPin, status, body);
const readStatusAnswer = (body: unknown) => readBy(checkStatus, 200, body);

describe('any answer', () => {
	gives('the certainty', certaintyOfAnswer, [
		[200, { status: 'ASSIGNED' }, 'answered'],
		[204, undefined, 'answered'],
		[400, {}, 'answered'],
		...[301, 302, 400, 403, 404, 406, 409, 413, 421, 451].flatMap(
			(status): [number, unknown, string][] => [
				[status, page, 'inDoubt'],
				[status, '', 'inDoubt'],
			],
		),
		[408, { status: 'TIMEOUT' }, 'inDoubt'],
		[401, page, 'notProcessed'],
		[429, page, 'notProcessed'],
		[500, {}, 'inDoubt'],
		[200, page, 'inDoubt'],
	]);

	gives('the refusal', readRefusal, [
		[
			{ status: ' X ', errorMessage: ' y ' },
			{ code: 'X', words: 'y' },
		],
		[
			{ status: 404, error: 'a', error_description: 'b' },
			{ code: 'a', words: 'b' },
		],
		[{ error: 'Not Found', message: 'No' }, Object.assign({ code: 'Not Found' }, { words: 'No' })],
		...alike<unknown>({}, { error: { code: 1 }, message: ['a'] }, page, [{ status: 'X' }]),
	]);

	const accepting = ['ACCEPTED', 'ASSIGNED', 'OK', 'SUCCESS', 'COMPLETED', null];
	const refusing = ['INVALID_MSISDN', 'INACTIVE', 'CHARGING_FAILED', 'DAILY_LIMIT_EXCEEDED'];
	const unclear = ['FAILED', 'NOT_INACTIVE', 'INACTIVE_NOT', 500];
	gives('the verdict', verdictOn, [
		...alike('ok', ...accepting.map((status) => ({ status, errorMessage: ' ' }))),
		...alike<unknown>('ok', { transactionId: 7, error: null }, [{ status: 'FAILED' }], null, ''),
		...alike('refused', ...refusing.map((status) => ({ status, transactionId: 7 }))),
		...alike<unknown>('unclear', ...unclear.map((status) => ({ status })), page, 42),
		...alike('unclear', { status: 'OK', errorMessage: 'timeout' }, { error: { code: 7 } }),
	]);

	gives('whether it is trouble', isTrouble, [
		[{ errorMessage: 'x' }, true],
		[{ errorMessage: 'x', transactionId: 1 }, false],
		[{ errorMessage: 'x', subscriptionId: 1 }, false],
		[{ status: 'OK' }, false],
	]);

	const records = [{ a: 1 }, { b: null }];
	gives('the records', recordsOf, [
		[records, records],
		[[], []],
		[{ transactions: records }, records],
		...[{ total: 2, transactions: records }, { codes: ['FR_ORANGE'] }].map((one) => {
			return [one, [one]] as [unknown, unknown];
		}),
		...alike<unknown>(undefined, 'OK', null, [1, 2], [{ a: 1 }, 'x'], [[]]),
	]);
	gives('the transaction named by', transactionNamed, [
		[{ transactionId: 7 }, '7'],
		[{ status: 'ERROR', data: { encryptedTransactionId: 'Lg+c' } }, 'Lg+c'],
		[[{ dataTransactionId: 'd-7' }], 'd-7'],
		...alike<unknown>(undefined, undefined, 'transactionId', { transactionId: 0 }, [{ id: 7 }]),
	]);
	gives('what counts as nothing', isNothing, [
		...alike<unknown>(true, null, ' ', '\u200B', '\u2060\u00AD'),
		...alike<unknown>(false, 0, false, '\u200Bx'),
	]);
	gives('the items', (status: number, body: unknown) => parseList({ status, body }), [
		[200, records, records],
		[400, records, undefined],
		[200, { status: 'ERROR', errorMessage: 'x' }, undefined],
	]);
});

describe('the answer to a request that is decided', () => {
	const decide = (status: number, body: unknown) =>
		readDecision({ status, body }, { accepted: 'canceled', notAcceptable: 'underWay' });
	const accepted = { status: 'ACCEPTED', errorMessage: null };
	const refused = { status: 'INVALID_SERVICE', errorMessage: 'no such service' };
	const underWay = { status: 'NOT_ACCEPTABLE', errorMessage: 'already canceled' };
	gives('the decision', decide, [
		[202, accepted, { outcome: 'canceled', records: [accepted] }],
		[406, refused, undefined],
		[406, underWay, { outcome: 'underWay', records: [underWay] }],
		[406, page, undefined],
		[200, refused, { refused: { code: 'INVALID_SERVICE', words: 'no such service' } }],
		[200, { ...accepted, errorMessage: 'later' }, undefined],
		[200, { status: 'OK' }, undefined],
		[500, accepted, undefined],
	]);
});

describe('the answer to a payment', () => {
	const start = (status: unknown, action: unknown, sessionStatus?: string) =>
		(readStartAnswer({ status, action, sessionStatus, errorMessage: 'why' }) ?? {}) as object;
	const outcomeOf = (...said: Parameters<typeof start>) =>
		Object.values(start(...said))[0] as unknown;
	gives('the outcome', outcomeOf, [
		['ACCEPTED', 'URL_REDIRECT', undefined, 'urlRedirect'],
		['ACCEPTED', 'PREMIUM', undefined, 'premium'],
		['ACCEPTED', 'HANDSHAKE', undefined, 'handshake'],
		['ACCEPTED', null, 'PENDING', 'unknown'],
		// It has a message besides, and nothing else says that all went well.
		[null, 'PIN', undefined, undefined],
		['DAILY_LIMIT_EXCEEDED', 'PIN', undefined, 'notCharged'],
		['MONTHLY_LIMIT_EXCEEDED', 'PIN', undefined, 'notCharged'],
		['ACCEPTED', 'PIN', 'COMPLETED', 'charged'],
		['EXISTING_SUBSCRIPTION', null, 'FAILED', 'existingSubscription'],
		['SOMETHING_NEW', null, 'FAILED', 'notCharged'],
		['SOMETHING_NEW', 'PIN', 'COMPLETED', undefined],
		...Object.entries({
			INVALID_REQUEST: undefined,
			UNAUTHORIZED: undefined,
			INVALID_SERVICE: 'serviceKey',
			INACTIVE: 'serviceKey',
			INVALID_MSISDN: 'msisdn',
			INVALID_OPERATOR_CODE: 'operator',
			INVALID_MCCMNC: 'mccmnc',
			INVALID_PRICE: 'price',
		}).map(([code, field]): [string, string, string, unknown] => [
			code,
			'PIN',
			'FAILED',
			{ code, words: 'why', field },
		]),
	]);
	gives('the start', readStartAnswer, [
		[{ action: 'PIN' }, { outcome: 'pin', records: [{ action: 'PIN' }] }],
		...alike<unknown>(undefined, page, {}),
	]);

	const outcomeOfPin = (status: number, body: unknown) => {
		const { outcome, records, ...others } = {
			outcome: '',
			records: [],
			...readPinAnswer(status, body),
		};
		expect([others, records]).toEqual([{}, outcome ? [body] : []]);
		return outcome;
	};
	gives('the outcome of a PIN', outcomeOfPin, [
		[200, { status: 'ACCEPTED', sessionStatus: 'PENDING' }, 'accepted'],
		[200, { status: 'ACCEPTED', sessionStatus: 'COMPLETED' }, 'charged'],
		[200, { status: 'ACCEPTED', sessionStatus: 'FAILED' }, 'notCharged'],
		[200, { status: 'EXISTING_SUBSCRIPTION' }, 'notCharged'],
		[406, '', ''],
		[406, { status: 'INVALID_PIN' }, 'invalidPin'],
		[200, { status: 'INVALID_PIN' }, 'invalidPin'],
		[403, { status: 'PIN_MAX_ATTEMPTS_EXCEEDED' }, 'attemptsExceeded'],
		[403, { status: 'ACCEPTED' }, ''],
		// A gateway forbids in the same way.
		[403, 'Forbidden', ''],
		[200, { status: 'SOMETHING_NEW' }, ''],
	]);
});

describe('the answer to an identification', () => {
	const read = (active: unknown, valid: unknown, expirationdate: unknown) => {
		const record = { active, valid, expirationdate };
		return [
			...Object.values(readStatusAnswer(record) ?? {}).slice(0, 1),
			simplified(record, 'all'),
		];
	};
	const iso = '2026-11-21T12:00:00.000Z';
	const is = (outcome: string, active: unknown, valid: unknown, timeToExpire = iso) => [
		outcome,
		{ active, valid, timeToExpire },
	];
	gives('the subscription', read, [
		[false, false, 1795262400, is('noSubscription', false, false)],
		[true, false, '1795262400', is('renewalPending', true, false)],
		['false', ' TRUE', 1795262400, is('alreadyPaid', false, true)],
		[true, true, 'never', is('active', true, true, 'never')],
		['maybe', true, 1795262400, is('unknown', 'maybe', true)],
	]);
	const flags = { active: true, valid: true };
	const refused = { status: 'INVALID_SERVICE', errorMessage: 'no', ...flags };
	gives('the answer', readStatusAnswer, [
		[{ userid: 'u1' }, { outcome: 'unknown', records: [{ userid: 'u1' }] }],
		[
			{ active: 'true', valid: 'False' },
			{ outcome: 'renewalPending', records: [{ active: 'true', valid: 'False' }] },
		],
		[
			{ status: 'OK', ...flags },
			{ outcome: 'active', records: [{ status: 'OK', ...flags }] },
		],
		[refused, { refused: { code: 'INVALID_SERVICE', words: 'no' } }],
		[{ errorMessage: 'database timeout', ...flags }, undefined],
	]);
});

describe('the answer to a search', () => {
	const found = (status: number, body: unknown) => recordsFound({ status, body });
	const one = { transactionId: 1, errorMessage: 'WRONG_PIN' };
	gives('what is found', found, [
		[200, [one, {}], [one, {}]],
		[200, { subscriptionId: '5' }, [{ subscriptionId: '5' }]],
		[200, [], []],
		[404, { status: 'NOT_FOUND' }, []],
		[404, { error: 'unknown path' }, undefined],
		[200, { status: 'NOT_FOUND' }, undefined],
		[200, [one, null], undefined],
		[400, [one], undefined],
	]);
});
