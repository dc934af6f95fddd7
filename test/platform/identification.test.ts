import fc from 'fast-check';
import {
	identificationFields,
	identificationLink,
	readQuery,
	readStatusAnswer,
	verifyIdentificationReturn,
} from '../../platform/identification';
import { InputError } from '../../platform/input';
import { serviceOf, type Service } from '../../platform/service';
import { isSigned, signatureOf } from '../../platform/signature';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const seconds = String(now / 1000);
const signing = serviceOf({ serviceKey: 'GAMECLUB04', signingSecret: 'invented-signature-key' });
const keyless = serviceOf({ serviceKey: 'GAMECLUB04' });

describe('an identification request', () => {
	it('carries the Unix time in seconds, and is signed when the service has a key', () => {
		const fields = { apikey: 'GAMECLUB04', userid: 'u1' };
		const signed = identificationFields(fields, signing, now);
		expect(signed.timestamp).toBe(seconds);
		expect(isSigned(signed, signing)).toBe(true);
		expect(identificationFields(fields, keyless, now)).toEqual({ ...fields, timestamp: seconds });
	});

	it.each(['subIdentify', 'userIdentify'] as const)('as a link to %s keeps the query', (page) => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (returnurl) => {
				const request = { apikey: 'GAMECLUB04', returnurl };
				const link = new URL(
					identificationLink('https://billing.example', page, request, signing, now),
				);
				expect(link.origin + link.pathname).toBe(
					`https://billing.example/payment/pages/${page}.jsf`,
				);
				const query = Object.fromEntries(link.searchParams);
				expect(query).toMatchObject({ ...request, timestamp: seconds });
				expect(isSigned(query, signing)).toBe(true);
			}),
		);
	});
});

describe('the answer to an identification', () => {
	it.each([
		[false, false, 'noSubscription'],
		[true, false, 'renewalPending'],
		[false, true, 'alreadyPaid'],
		[true, true, 'active'],
		['false', 'false', 'noSubscription'],
		['TRUE', 'False', 'renewalPending'],
	])('active %p, valid %p is %s', (active, valid, outcome) => {
		expect(readStatusAnswer({ active, valid, operator: 'FR_DEMOTEL' })).toEqual({
			outcome,
			record: {
				operator: 'FR_DEMOTEL',
				active: /true/i.test(String(active)),
				valid: /true/i.test(String(valid)),
			},
		});
	});

	it.each([
		[{ active: 'maybe', valid: true }, 'unknown'],
		[{ userid: 'u1' }, 'unknown'],
		[{ status: 'ACCEPTED', errorMessage: null, active: true, valid: true }, 'active'],
		[{ errorMessage: 'database timeout', active: false, valid: false }, undefined],
		['a page', undefined],
	])('%j is outcome %s', (body, outcome) => {
		expect(Object(readStatusAnswer(body)).outcome).toBe(outcome);
	});

	it.each(['INVALID_SERVICE', 'INVALID_REQUEST'])('that says %s is a refusal', (status) => {
		const body = { status, errorMessage: 'no such service', active: false, valid: false };
		expect(readStatusAnswer(body)).toEqual({ refused: { code: status, words: 'no such service' } });
	});

	it.each([
		[Number(seconds), '2026-11-21T12:00:00.000Z'],
		[seconds, '2026-11-21T12:00:00.000Z'],
		['never', 'never'],
	])('that expires %j says so in ISO as %j', (expirationdate, iso) => {
		const { record } = Object(readStatusAnswer({ active: true, valid: true, expirationdate }));
		expect(record?.expirationdate).toBe(iso);
	});
});

describe('a return from identification', () => {
	const signed = (query: Record<string, string>) => ({
		...query,
		sign: signatureOf(query, signing),
	});
	const read = (query: Record<string, string>, ...services: Service[]) =>
		verifyIdentificationReturn(query, services.length > 0 ? services : [signing], 300, now);
	const user = { userid: 'u1', timestamp: seconds };
	const ago = (age: number) => ({ userid: 'u1', timestamp: String(Number(seconds) - age) });

	it.each([
		['signed', signed({ ...user, article: '9' }), signing, 'subscribed'],
		[
			'signed in milliseconds',
			signed({ ...user, timestamp: `${seconds}999` }),
			signing,
			'subscribed',
		],
		['signed without a user', signed({ timestamp: seconds }), signing, 'notSubscribed'],
		['without a signature key', user, keyless, 'unverified'],
		['without key and user', { timestamp: seconds }, keyless, 'notSubscribed'],
	])('that is %s', (_what, query, service, outcome) => {
		expect(read(query as Record<string, string>, service)).toEqual({
			outcome,
			...('userid' in query && { userId: 'u1' }),
			signatureChecked: service === signing,
		});
	});

	it.each<[string, Record<string, string>, RegExp]>([
		['unsigned', user, /missing/],
		['signed for another', { ...signed(user), userid: 'u2' }, /wrong/],
		['old', signed(ago(301)), /301 seconds old/],
		['from the future', signed(ago(-61)), /future/],
		['without a time', signed({ userid: 'u1' }), /timestamp/],
		['with an odd time', signed({ userid: 'u1', timestamp: '1e9' }), /timestamp/],
	])('that is %s is not genuine', (_, query, reason) => {
		const found = read(query);
		expect(found).toMatchObject({ outcome: 'notGenuine', reason: expect.stringMatching(reason) });
		expect(found.userId).toBeUndefined();
	});

	it('may be signed by any service of the credential that has a key', () => {
		const other = serviceOf({ serviceKey: 'QUIZNIGHT05', signingSecret: 'another-key' });
		expect(read(signed(user), keyless, other, signing).outcome).toBe('subscribed');
		expect(read(signed(user), keyless, other).outcome).toBe('notGenuine');
		expect(read(user, keyless, other).outcome).toBe('notGenuine');
	});

	it('that is old is not genuine without a signature key either', () => {
		expect(read(ago(301), keyless).outcome).toBe('notGenuine');
	});
});

describe('a query that came back', () => {
	it.each([
		[{ userid: 'u 1', timestamp: 1789000000 }],
		['{"userid":"u 1","timestamp":"1789000000"}'],
		['?userid=u+1&timestamp=1789000000'],
		['userid=u%201&timestamp=1789000000'],
	])('is read from %j', (value) => {
		expect(readQuery(value)).toEqual({ userid: 'u 1', timestamp: '1789000000' });
	});

	it('takes long numbers as text only', () => {
		const query = { userid: '9007199254740993', timestamp: '1789000000' };
		expect(readQuery(query)).toEqual(query);
		expect(() => readQuery('{"userid":9007199254740993}')).toThrow(InputError);
		expect(() => readQuery({ userid: 2 ** 53 })).toThrow(InputError);
	});

	it.each([null, '', '  ', 17, [], '{broken', '{"a":["1","2"]}', { a: { b: 1 } }, 'a=1&a=2'])(
		'%p is refused',
		(value) => {
			expect(() => readQuery(value)).toThrow(InputError);
		},
	);
});
