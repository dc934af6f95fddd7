import fc from 'fast-check';
import { DateTime } from 'luxon';
import { z } from 'zod';
import { normalizeMegabytes, normalizePrice } from '../../platform/amounts';
import { readOwnParameters, readQuery, readReturnUrl } from '../../platform/identificationInput';
import * as identifiers from '../../platform/identifiers';
import {
	checked,
	InputError,
	normalized,
	optionally,
	quoted,
	requiredText,
	textOf,
} from '../../platform/input';
import {
	attemptsLeft,
	earlierAttemptsSchema,
	normalizePin,
	priceSchema,
} from '../../platform/payment';
import { normalizeUtcTime } from '../../platform/times';
import { alike, gives, refuses } from '../support/examples';

const empty = 'is required';
const noText = 'must be text, not a list, an object or true/false';
const tooLong = 'must be text: a number of this length loses digits';

/** What a schema makes of a value, or throws. */
const readBy = (schema: z.ZodTypeAny) => (value: unknown) => {
	const { data, error } = schema.safeParse(value);
	const [issue] = error?.issues ?? [];
	if (!issue) return data as unknown;
	const { nextStep } =
		'params' in issue ? (issue.params as { nextStep: string }) : { nextStep: '' };
	throw new InputError(issue.message, nextStep);
};

describe('text', () => {
	gives('text', textOf, [['  a b ', 'a b'], [0, '0'], ...alike('', undefined, null)]);
	refuses('text', textOf, [
		[noText, true, [], {}, NaN],
		[tooLong, 2 ** 53, -1e21],
	]);
	refuses('required text', requiredText, [[empty, '', ' ', null]]);
	gives('a quotation', quoted, [
		['x'.repeat(40), `“${'x'.repeat(40)}”`],
		['x'.repeat(41), `“${'x'.repeat(40)}…”`],
	]);

	const pair = checked('pair', ({ first }: { first: string }) => {
		throw first === 'C' ? new InputError('is odd', 'Change it.', 'inner') : new Error('is broken');
	});
	const schema = z
		.object({ first: normalized(requiredText), second: optionally(normalizePrice) })
		.transform(pair);
	const issuesOf = (value: object) =>
		schema
			.safeParse(value)
			.error?.issues.map((one) => [one.path.join('.'), one.message, 'params' in one && one.params]);
	const nextStep = 'Fill it in, or fix the expression that sets it.';
	gives('what a schema refuses', issuesOf, [
		[{ second: '' }, [['first', empty, { nextStep }]]],
		[{ first: ' C ' }, [['pair.inner', 'is odd', { nextStep: 'Change it.' }]]],
		[{ first: 'D' }, [['pair', 'is broken', {}]]],
	]);
});

describe('an amount', () => {
	gives('a price to search for', normalizePrice, [
		...alike<unknown>('6.05', '6.05', 6.050000001, ' 6.050 '),
		[0.1 + 0.2, '0.30'],
	]);
	const noPrices = ['6,05', '-1', '6.0555', '1e3', '4.99 EUR', '.5', '1.', '1234567890'];
	refuses('a price to search for', normalizePrice, [
		[empty, ''],
		['must be a price with at most two decimals', ...noPrices, '6.055'],
	]);
	gives('a price to charge', readBy(priceSchema), [
		[' 1.005 ', '1.005'],
		[6.05, '6.05'],
	]);
	refuses('a price to charge', readBy(priceSchema), [
		[empty, ''],
		['must be a price with at most three decimals', ...noPrices, 0.1 + 0.2],
	]);
	gives('megabytes', normalizeMegabytes, [[' 1024 ', 1024]]);
	refuses('megabytes', normalizeMegabytes, [
		[empty, '', null],
		['must be a positive number', 0, -1, '1,5', '1e3', '5 MB', '9'.repeat(400)],
	]);
});

describe('a phone number', () => {
	const { normalizeMsisdn, msisdnSchema } = identifiers;
	const spellings = [
		...[436601234567, '+43 (0) 660 1234567', '0043 (0)660/123 45-67', '+43 (660) 1234567'],
		...['43.660.123.45.67', '436601234567.00', '+43\u2011660\u20131234567'],
	];
	gives('a phone number', normalizeMsisdn, [
		...alike<unknown>('436601234567', ...spellings),
		['12345678', '12345678'],
	]);
	refuses('a phone number', normalizeMsisdn, [
		[empty, '  '],
		['must have 8 to 15 digits with the country code', '1234567', '1234567890123456'],
		['must include the country code', '0660 1234567', '00 0660 1234567', '(0) 660 1234567'],
		['must not have decimals', '436 601 234 567.00', '436601234567.5'],
		[
			'must be a phone number',
			...[43660123456.25, -436601234567, '+43 (0660) 1234567', '+43 (0) (0) 660 1234567'],
			...['VX9cC2xFmkw4UTP', '436601234567;436601234568', '4.3660123456E+11', '٤٣٦٦٠١٢٣'],
		],
	]);

	test('means the same however it is spelled', () => {
		const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0', '\u2011', '\t');
		const number = fc.stringMatching(/^[1-9][0-9]{7,14}$/);
		const prefix = fc.constantFrom('', '+', '00', '+ ', ' +');
		const gaps = fc.array(separator, { minLength: 15, maxLength: 15 });
		fc.assert(
			fc.property(number, prefix, gaps, (digits, before, between) => {
				const text = before + [...digits].map((digit, at) => digit + between[at]).join('');
				// One dot with zeros or a single digit behind it may be decimals.
				fc.pre(!/^[^.]+\.(0+|\d)\s*$/.test(text));
				expect(msisdnSchema.parse(text)).toBe(digits);
			}),
		);
	});
});

describe('an identifier', () => {
	const { normalizeServiceKey, normalizeMccmnc, normalizeReturnUrl } = identifiers;
	const { normalizeSubscriptionId } = identifiers;
	gives('a service key', normalizeServiceKey, [[' abc \n', 'abc']]);
	refuses('a service key', normalizeServiceKey, [
		[empty, ''],
		['must have 1 to 32 letters and digits', 'A'.repeat(33), 'LOYALTY-01', '../x', 'A\nB'],
	]);
	gives('a network', normalizeMccmnc, [...alike<unknown>('50219', '502-19', 50219, '502 19')]);
	refuses('a network', normalizeMccmnc, [
		['must have 5 or 6 digits', '5021', '5021999', 'x50219', '50219x'],
	]);
	gives('a subscription', normalizeSubscriptionId, [[9007199254740991, '9007199254740991']]);
	refuses('a subscription', normalizeSubscriptionId, [['must have only digits', '1a', 'a1', '-1']]);
	gives('a return URL', normalizeReturnUrl, [
		[' https://shop.example/t?a=1 ', 'https://shop.example/t?a=1'],
		['com.shop.app:/back?order=17', 'com.shop.app:/back?order=17'],
	]);
	refuses('a return URL', normalizeReturnUrl, [
		[
			'must be a complete address',
			...['shop.example', 'shop.example:8080/back', 'https:/back', 'javascript:1', 'https://['],
		],
	]);

	test.each([
		['a client reference', identifiers.normalizeClientReference, 256],
		['a campaign', identifiers.normalizeCampaign, 180],
	])('%s is kept as written, but trimmed, up to a length', (_what, read, most) => {
		expect(read(' spring/2025 #1 – für Müller ')).toBe('spring/2025 #1 – für Müller');
		expect(read('x'.repeat(most))).toBe('x'.repeat(most));
		expect(read(' ')).toBeUndefined();
		expect(() => read('x'.repeat(most + 1))).toThrow(
			new InputError(`must have at most ${most} characters`, 'Shorten it.'),
		);
	});
});

describe('a PIN', () => {
	gives('a PIN', normalizePin, [
		[' 00 42 ', '0042'],
		[1234, '1234'],
	]);
	refuses('a PIN', normalizePin, [
		[empty, '   '],
		['must have up to 20 letters and digits', '12-34', 'x'.repeat(21), '<script>'],
		['must be text: a number of fewer than 4 digits may have lost a leading 0', 42],
	]);
	gives('the attempts left', attemptsLeft, [
		['invalidPin', 0, { attemptsLeft: 2 }],
		['invalidPin', 7, { attemptsLeft: 1 }],
		['invalidPin', undefined, {}],
		['attemptsExceeded', 0, { attemptsLeft: 0 }],
		['accepted', 1, {}],
	]);
	gives('earlier attempts', readBy(earlierAttemptsSchema), [
		['2', 2],
		['', undefined],
	]);
	refuses('earlier attempts', readBy(earlierAttemptsSchema), [
		['must be a whole number from 0', '-1', '1.5', '1234', 'x1'],
	]);
});

describe('a time that was picked', () => {
	const moment = DateTime.fromISO('2026-11-21T12:00:00+01:00', { setZone: true });
	gives('a time', normalizeUtcTime, [
		['2026-11-21T12:00:00+05:45', 'Europe/Vienna', '2026-11-21 06:15:00'],
		['2026-11-21 12:00:00', 'Europe/Vienna', '2026-11-21 11:00:00'],
		[moment, 'UTC', '2026-11-21 11:00:00'],
		[` ${JSON.stringify(moment)} `, 'UTC', '2026-11-21 11:00:00'],
	]);
	refuses('a time', (value) => normalizeUtcTime(value, 'UTC'), [
		['must be a time', '', 'soon', '2026-02-30', '21.11.2026', '1764000000', null, {}, []],
	]);
});

describe('a query that came back', () => {
	const query = { userid: 'u1', timestamp: '1789000000' };
	const read = (value: unknown) => readQuery(value).map((one) => Object.fromEntries(one));
	gives('a query', read, [
		[{ userid: 'u1', timestamp: 1789000000, sign: null }, [query]],
		[{ userid: ['u1', 'u1'], timestamp: ['1789000000'] }, [query]],
		[' {"userid":"u1","timestamp":"1789000000"}', [query]],
		['?userid=u1&timestamp=1789000000', [query]],
		...alike<unknown>([{ a: 'b c' }, { a: 'b+c' }], 'a=b+c', { a: 'b c' }),
		[{ a: true }, [{ a: 'true' }]],
	]);
	refuses('a query', readQuery, [
		['must be the query of a return', null, '', '  ', 17, [], '{broken'],
		['has more than 200 parameters', 'a&'.repeat(201), { a: Array(201).fill('1') }],
		['has a parameter “a” that is not text', '{"a":[{}]}', { a: { b: 1 } }, { a: 2 ** 53 }],
	]);

	gives('own parameters', readOwnParameters, [
		[' article, session,', ['article', 'session']],
		['', []],
	]);
	const taken = 'must not have the parameter “userid”, which the platform adds';
	refuses('own parameters', readOwnParameters, [[taken, 'article,userid']]);
	const address = 'https://shop.example/?article=9';
	gives('a Return URL', readReturnUrl, [[address, address]]);
	refuses('a Return URL', readReturnUrl, [[taken, `${address}&userid=eve`]]);
});
