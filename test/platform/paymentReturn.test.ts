import { createHmac } from 'node:crypto';
import { readPaymentReturn } from '../../platform/paymentReturn';
import { serviceOf } from '../../platform/service';

const secret = 'invented-signature-key';
const service = serviceOf({ serviceKey: 'GAMECLUB04', signingSecret: secret });
const other = serviceOf({ serviceKey: 'QUIZNIGHT05', signingSecret: 'another-key' });
const keyless = serviceOf({ serviceKey: 'GAMECLUB04' });

type Entries = [string, string][];

/** The recipe of the public facts: values sorted by name, HMAC-SHA1, hex. */
const signOf = (entries: Entries, key = secret) =>
	createHmac('sha1', key)
		.update(
			[...entries]
				.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
				.map(([, value]) => value)
				.join(''),
		)
		.digest('hex');
const queryOf = (entries: Entries) =>
	entries.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');

/** A return after a one-off payment, with what the facts show. */
const own: Entries = [
	['status', 'success'],
	['trid', 'Lg+csT/uQVWFW+BQbUQyJA=='],
	['userid', 'player-1'],
	['reference', 'order 17'],
	['operator', 'FR_ORANGE'],
	['msisdn', '33639981234'],
	['subscriptionid', '9007199254740993'],
	['timestamp', '1764000000123'],
];
const fields = {
	status: 'success',
	transactionId: 'Lg+csT/uQVWFW+BQbUQyJA==',
	userId: 'player-1',
	clientReference: 'order 17',
	operator: 'FR_ORANGE',
	msisdn: '33639981234',
	subscriptionId: '9007199254740993',
	timeReturned: '2025-11-24T16:00:00.123Z',
};
const mine: Entries = [
	['order', '17 b'],
	['userid', 'my own'],
];

describe('a return from payment', () => {
	it('that is unsigned is what it is: a hint', () => {
		expect(readPaymentReturn(queryOf(own), [service])).toEqual({
			...fields,
			parameters: {},
			signatureChecked: false,
			raw: Object.fromEntries(own),
		});
	});

	it.each<[string, Entries]>([
		['over all parameters', [...mine, ...own]],
		['over the platform’s own', own],
	])('may be signed %s', (_what, signed) => {
		const query = queryOf([...mine, ...own, ['sign', signOf(signed)]]);
		const found = readPaymentReturn(query, [other, service]);
		expect(found).toMatchObject({ ...fields, signatureChecked: true });
		expect(found?.parameters).toEqual({ order: '17 b', userid: 'my own' });
	});

	it.each<[string, Entries]>([
		['of another key', [...own, ['sign', signOf(own, 'a key nobody has')]]],
		['of other values', [['status', 'failed'], ...own.slice(1), ['sign', signOf(own)]]],
		['that is cut short', [...own, ['sign', signOf(own).slice(1)]]],
	])('with a signature %s is refused', (_what, entries) => {
		expect(readPaymentReturn(queryOf(entries), [service, other])).toBeUndefined();
	});

	it.each([
		['a service without a key', [keyless]],
		['no service', []],
		['no authentication', undefined],
	])('is unchecked with %s, whatever its signature', (_what, services) => {
		const query = queryOf([...own, ['sign', 'f00']]);
		expect(readPaymentReturn(query, services)).toMatchObject({ signatureChecked: false });
	});

	it.each([true, false])('may hold a plus that was not encoded (signed: %j)', (isSigned) => {
		const raw = queryOf(own).replaceAll('%2B', '+').replaceAll('%20', '+');
		const query = isSigned ? `${raw}&sign=${signOf(own)}` : raw;
		const { transactionId, clientReference } = readPaymentReturn(query, [service]) ?? {};
		expect([transactionId, clientReference]).toEqual([fields.transactionId, 'order 17']);
	});

	it.each([
		['status=+FAILED', { status: 'failed' }],
		['status=canceled&trid=', { status: 'canceled' }],
		['timestamp=1764000000', { timeReturned: '2025-11-24T16:00:00.000Z' }],
		['timestamp=soon', {}],
		['', {}],
		['%zz=1', {}],
		['__proto__=1&constructor=2', {}],
	])('%j is read as %j', (query, expected) => {
		const { parameters, raw, signatureChecked, ...found } = readPaymentReturn(query) ?? {};
		expect(found).toEqual(expected);
		expect(signatureChecked).toBe(false);
		expect(Object.keys({ ...parameters, ...raw })).not.toContain('__proto__');
	});
});
