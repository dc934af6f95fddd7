import { DateTime } from 'luxon';
import { z } from 'zod';
import {
	megabytesSchema,
	normalizePrice,
	normalizeTotal,
	optionalTotal,
	priceSchema,
} from '../../platform/amounts';
import { createCustomerLink } from '../../nodes/MobileBilling/operations/identificationLinks';
import { verifyIdentificationReturn } from '../../nodes/MobileBilling/operations/subscription/verifyIdentificationReturn';
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
import { submitPin } from '../../nodes/MobileBilling/operations/payment/submitPin';
import { campaignKey } from '../../platform/reference';
import { normalizeUtcTime } from '../../platform/times';
import { alike, gives, refuses } from '../support/examples';
import { translated } from '../../platform/say';

const empty = 'is required';
const broken = 'must not be the result of a broken expression';
const noText = 'must be text, not a list, an object or true/false';
const tooLong = 'must be text: a number of this length loses digits';

/** Reads a value by a schema; gives the value, or the message of the error. */
const readBy = (schema: z.ZodTypeAny) => (value: unknown) => {
	const { data, error } = schema.safeParse(value);
	const [issue] = error?.issues ?? [];
	if (!issue) return data as unknown;
	const { nextStep } =
		'params' in issue ? (issue.params as { nextStep: string }) : { nextStep: '' };
	throw new InputError(issue.message, nextStep);
};

/** Reads a field of an operation, beside fields that are good. */
const fieldBy =
	(params: z.ZodTypeAny, name: string, others = {}) =>
	(value: unknown) =>
		(readBy(params)({ ...others, [name]: value }) as Record<string, unknown>)[name];

describe('text', () => {
	gives('text', textOf, [
		['  a b ', 'a b'],
		[0, '0'],
		['null', 'null'],
		...alike('', undefined, null),
	]);
	gives('text with invisible marks', textOf, [
		...alike('ab', '\u200e a\u00adb\u200f ', '\u202aa\u200b\u200db\u202c', '\ufeffa\u2060b\u2069'),
	]);
	gives("the key of a campaign's name", campaignKey, [
		...alike('é err', 'É Err', ' e\u0301  ERR ', 'é\u00a0err'),
		...alike('err', 'Err', 'err '),
		...alike('e-rr', 'E-rr'),
	]);
	refuses('text', textOf, [
		[noText, true, [], {}, NaN],
		[tooLong, 2 ** 53, -1e21],
	]);
	const brokenTexts = [
		'undefined',
		'null',
		'NaN',
		String({}),
		'Invalid Date',
		'Invalid DateTime',
		'order-undefined',
		'order_undefined_2',
		'a [object Promise]',
		'?order=null',
		'17/NaN',
	];
	gives('required text', requiredText, [
		...['nullified', 'Undefined', 'null-euro', 'dev null', 'banana'].map(
			(text): [string, string] => [text, text],
		),
	]);
	refuses('required text', requiredText, [
		[empty, '', ' ', null],
		[broken, ...brokenTexts],
	]);
	gives('a quotation', (text: string) => translated(quoted(text)), [
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
		...alike<unknown>('6.05', ' 6.05 ', 6.05, 6.050000001),
		[0.1 + 0.2, '0.30'],
	]);
	const notPlain = [
		'6,05',
		'1.000,00',
		'1,000.00',
		'1 000',
		"1'000",
		'-1',
		'+1',
		'007',
		'0x10',
		'0b1',
		'1e3',
		'.5',
		'1.',
		'１２',
		'१२',
		'Infinity',
		'4.99 EUR',
		'1_000',
		'1.2.3',
		'½',
		'٫5',
	];
	const noPrices = [...notPlain, '6.0555', '1234567890'];
	const doubtful = 'must not have exactly three decimals: the point may be for thousands';
	refuses('a price to search for', normalizePrice, [
		[empty, ''],
		['must be a price with at most two decimals', ...noPrices, 6.055],
		[doubtful, '6.050', '1.000', '479.000'],
	]);
	gives('a price to charge', readBy(priceSchema), [
		[' 1.005 ', '1.005'],
		[6.05, '6.05'],
	]);
	refuses('a price to charge', readBy(priceSchema), [
		[empty, ''],
		['must be a price with at most three decimals', ...noPrices, 0.1 + 0.2],
	]);
	gives('megabytes', readBy(megabytesSchema), [
		[' 1024 ', 1024],
		['0.125', 0.125],
		[1.125, 1.125],
		[1e7, 1e7],
	]);
	refuses('megabytes', readBy(megabytesSchema), [
		[empty, '', null],
		['must be a positive number', 0, -1, 1e-7, '5 MB', ...notPlain],
		[doubtful, '1.000', '999.999'],
		['must be at most 10 TB', 10_000_001, '33639980001', '9'.repeat(400)],
		[noText, Infinity, NaN, true, []],
	]);
	gives('megabytes of many', normalizeTotal, [
		[' 100000000 ', 1e8],
		['0.125', 0.125],
		[1e12, 1e12],
	]);
	gives('a limit in megabytes', optionalTotal, [
		...alike<unknown>(undefined, 0, '0', '', null),
		['10000001', 10_000_001],
	]);
	refuses('megabytes of many', normalizeTotal, [
		['must be a positive number', 0, '5 MB'],
		['must be at most 1 EB', 1e12 + 1, '9'.repeat(400)],
	]);
});

describe('an identifier', () => {
	const { normalizeServiceKey, normalizeReturnUrl } = identifiers;
	gives('a service key', normalizeServiceKey, [[' abc \n', 'abc']]);
	refuses('a service key', normalizeServiceKey, [
		[empty, ''],
		['must have 1 to 32 letters and digits', 'A'.repeat(33), 'LOYALTY-01', '../x', 'A\nB'],
	]);
	gives('a return URL', normalizeReturnUrl, [
		[' https://shop.example/t?a=1 ', 'https://shop.example/t?a=1'],
		['com.shop.app:/back?order=17', 'com.shop.app:/back?order=17'],
	]);
	refuses('a return URL', normalizeReturnUrl, [
		[
			'must be a complete address',
			'shop.example',
			'shop.example:8080/back',
			'https:/back',
			'javascript:1',
			'https://[',
		],
	]);

	const scripts = 'must not have letters of several scripts in a word';
	refuses('the name of a campaign', identifiers.normalizeCampaign, [
		[scripts, 'Summеr', 'Ѕummer 2026', 'Αpril', 'loyaltу-2026', 'Ꮪummer', 'ЛетoX'],
	]);
	gives('the name of a campaign', identifiers.normalizeCampaign, [
		...[
			'Été à Zürich, Łódź & İzmir',
			'Лето 2026 – Summer 2026',
			'Лето_gift',
			'夏のSummerキャンペーン',
			'여름Summer2026',
			'صيف ٢٠٢٦',
			'קיץ',
			'Summer 🎁',
			'ฤดูร้อน',
		].map((name): [string, string] => [name, name]),
	]);

	test.each([
		['a client reference', readBy(identifiers.clientReferenceSchema), 256],
		['a campaign', identifiers.normalizeCampaign, 180],
	])('%s is kept as written, but trimmed, up to a length', (_what, read, most) => {
		expect(read(' spring/2025 #1 – für Müller ')).toBe('spring/2025 #1 – für Müller');
		for (const mark of [...'\u200b\u200d\u202e\ufeff\u00ad\u3164\u2800\u{e0041}\ufe0f\n\u2028\0']) {
			expect(() => read(`a${mark}b`)).toThrow('must not have invisible characters');
		}
		expect(() => read('spring-undefined')).toThrow(broken);
		expect(read('x'.repeat(most))).toBe('x'.repeat(most));
		expect(read(' ')).toBeUndefined();
		expect(() => read('x'.repeat(most + 1))).toThrow(
			new InputError(`must have at most ${most} characters`, 'Shorten it.'),
		);
	});
});

describe('a PIN', () => {
	const payment = { transactionId: '17', pin: '0042' };
	const pinIn = fieldBy(submitPin.params, 'pin', payment);
	const earlierIn = fieldBy(submitPin.params, 'earlierAttempts', payment);
	const attemptsLeft = (status: string, earlierAttempts?: number) => {
		const read = submitPin.parse(
			{ status: 200, body: { status } },
			{ ...payment, earlierAttempts },
		);
		return read && 'ownFields' in read ? read.ownFields : undefined;
	};
	gives('a PIN', pinIn, [
		[' 00 42 ', '0042'],
		[1234, '1234'],
	]);
	refuses('a PIN', pinIn, [
		[empty, '   '],
		[broken, 'undefined', 'null', 'NaN', String({})],
		[noText, NaN, true, {}, []],
		['must have up to 20 letters and digits', '12-34', 'x'.repeat(21), '<script>'],
		['must be text: a number of fewer than 4 digits may have lost a leading 0', 42],
	]);
	gives('the attempts left', attemptsLeft, [
		['INVALID_PIN', 0, { attemptsLeft: 2 }],
		['INVALID_PIN', 7, { attemptsLeft: 1 }],
		['INVALID_PIN', undefined, {}],
		['PIN_MAX_ATTEMPTS_EXCEEDED', 0, { attemptsLeft: 0 }],
		['ACCEPTED', 1, {}],
	]);
	gives('earlier attempts', earlierIn, [
		['2', 2],
		['', undefined],
	]);
	refuses('earlier attempts', earlierIn, [
		['must be a whole number from 0', '-1', '1.5', '1234', 'x1', '0x1', '1e1'],
		[noText, false, true, [], Infinity],
	]);
});

describe('a time that was picked', () => {
	const moment = DateTime.fromISO('2026-11-21T12:00:00+01:00', { setZone: true });
	gives('a time', normalizeUtcTime, [
		['2026-11-21T12:00:00+05:45', 'Europe/Vienna', '2026-11-21 06:15:00'],
		['2026-11-21 12:00:00', 'Europe/Vienna', '2026-11-21 11:00:00'],
		[moment, 'UTC', '2026-11-21 11:00:00'],
		[` ${JSON.stringify(moment)} `, 'UTC', '2026-11-21 11:00:00'],
		['\u200e2026-11-21T12:00\u200e', 'UTC', '2026-11-21 12:00:00'],
		['2026-10-25T02:30:00+01:00', 'Europe/Vienna', '2026-10-25 01:30:00'],
		['2026-10-25T03:00:00', 'Europe/Vienna', '2026-10-25 02:00:00'],
		['2000-01-01', 'UTC', '2000-01-01 00:00:00'],
		['2100-12-31 23:59:59', 'UTC', '2100-12-31 23:59:59'],
	]);
	refuses('a time at a clock change', (value) => normalizeUtcTime(value, 'Europe/Vienna'), [
		[
			'must be a time that the clock shows exactly once',
			'2026-03-29T02:00:00',
			'2026-03-29 02:59',
			'2026-10-25T02:00:00',
			'2026-10-25 02:59:59',
		],
	]);
	refuses('a time', (value) => normalizeUtcTime(value, 'UTC'), [
		[
			'must be a time from 2000 to 2100',
			'+275760-09-13',
			'1999-12-31T23:59',
			'2101-01-01',
			'0026-11-21',
		],
		['must be a time', '', 'soon', '2026-02-30', '21.11.2026', '1764000000', null, {}, []],
	]);

	test('and exists twice is refused with both offsets', () => {
		const nextStep =
			'Add an offset to “2026-10-25T02:30”: Europe/Vienna changes from +02:00 to +01:00 then.';
		expect(() => normalizeUtcTime('2026-10-25T02:30', 'Europe/Vienna')).toThrow(
			expect.objectContaining({ nextStep }) as Error,
		);
	});
});

describe('a query that came back', () => {
	const query = { userid: 'u1', timestamp: '1789000000' };
	const queryIn = fieldBy(verifyIdentificationReturn.params, 'query');
	const read = (value: unknown) =>
		(queryIn(value) as [string, string][][]).map((one) => Object.fromEntries(one));
	gives('a query', read, [
		[{ userid: 'u1', timestamp: 1789000000, sign: null }, [query]],
		[{ userid: ['u1', 'u1'], timestamp: ['1789000000'] }, [query]],
		[' {"userid":"u1","timestamp":"1789000000"}', [query]],
		['?userid=u1&timestamp=1789000000', [query]],
		...alike<unknown>([{ a: 'b c' }, { a: 'b+c' }], 'a=b+c', { a: 'b c' }),
		[{ a: true }, [{ a: 'true' }]],
	]);
	refuses('a query', queryIn, [
		[
			'must be the query of a return',
			null,
			'',
			'  ',
			17,
			[],
			'{broken',
			'{"a":[{}]}',
			{ a: { b: 1 } },
		],
		['has more than 200 parameters', 'a&'.repeat(201), { a: Array(201).fill('1') }],
	]);

	const taken = 'must not have the parameter “userid”, which the platform adds';
	const address = 'https://shop.example/?article=9';
	const returnUrlIn = fieldBy(createCustomerLink.params, 'returnurl', { serviceKey: 'K1' });
	gives('a Return URL', returnUrlIn, [[address, address]]);
	refuses('a Return URL', returnUrlIn, [[taken, `${address}&userid=eve`]]);
});
