import fc from 'fast-check';
import { DateTime } from 'luxon';
import { retryAfterOf } from '../../platform/retryAfter';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

const after = (value: unknown, headers: Record<string, unknown> = {}) =>
	retryAfterOf({ ...headers, 'retry-after': value }, now);

/** A date as HTTP writes it, in each of its three ways (RFC 9110, 5.6.7). */
const dateFormats: [string, (moment: DateTime) => string][] = [
	['today’s', (moment) => moment.toHTTP() ?? ''],
	['the older', (moment) => moment.toFormat("EEEE, dd-MMM-yy HH:mm:ss 'GMT'")],
	[
		'the one of C',
		(moment) => moment.toFormat(`EEE MMM '${String(moment.day).padStart(2)}' HH:mm:ss yyyy`),
	],
];

const seconds = fc.integer({ min: 0, max: 100_000_000 });

describe('how long a platform wants to be left alone', () => {
	test('is so many seconds', () => {
		fc.assert(
			fc.property(seconds, fc.constantFrom('', ' ', '\t'), (wanted, space) => {
				expect(after(`${space}${wanted}${space}`)).toBe(wanted * 1000);
			}),
		);
	});

	test.each(dateFormats)('is until a date, written in %s way', (_name, written) => {
		fc.assert(
			fc.property(seconds, (wanted) => {
				const until = DateTime.fromMillis(now + wanted * 1000, { zone: 'utc', locale: 'en-US' });
				expect(after(written(until))).toBe(wanted * 1000);
			}),
		);
	});

	test.each(dateFormats)('is counted from the platform’s own clock (%s way)', (_name, written) => {
		const bySeconds = fc.integer({ min: -1_000_000, max: 1_000_000 });
		fc.assert(
			fc.property(seconds, bySeconds, (wanted, ahead) => {
				const there = DateTime.fromMillis(now + ahead * 1000, { zone: 'utc', locale: 'en-US' });
				const until = there.plus({ seconds: wanted });
				expect(after(written(until), { date: written(there) })).toBe(wanted * 1000);
			}),
		);
	});

	test('is nothing when the date is past', () => {
		expect(after('Sat, 21 Nov 2026 11:59:59 GMT')).toBe(0);
		const date = 'Sat, 21 Nov 2026 12:00:10 GMT';
		expect(after('Sat, 21 Nov 2026 12:00:05 GMT', { date })).toBe(0);
	});

	test('is counted from our clock when the platform shows none that can be read', () => {
		for (const date of [undefined, '', 'today', 5]) {
			expect(after('Sat, 21 Nov 2026 12:00:05 GMT', { date })).toBe(5000);
		}
	});

	test('is not said without the header', () => {
		expect(retryAfterOf({}, now)).toBeUndefined();
	});

	test.each([
		[''],
		['soon'],
		['-5'],
		['1.5'],
		['1e3'],
		['0x10'],
		['5 s'],
		['2 minutes'],
		['retry in 5'],
		['in May'],
		['1 May'],
		['Sat, 31 Nov 2026 12:00:00 GMT'],
		['Sat, 21 Nov 2026 25:00:00 GMT'],
		[120],
		[['120']],
		[null],
		[{}],
	])('is not said by %j', (value) => {
		expect(after(value)).toBeUndefined();
	});

	test('is a wait of at least nothing or not said, whatever stands there', () => {
		const text = fc.oneof(
			fc.string(),
			fc.string({ unit: fc.constantFrom('1', '9', ' ', ':', '-', 'M', 'a', 'y', 'G', ',') }),
		);
		fc.assert(
			fc.property(text, text, (value, date) => {
				const wait = after(value, { date });
				expect(wait === undefined || wait >= 0).toBe(true);
				if (!/^\s*\d+\s*$/.test(value)) expect(wait).toBeUndefined();
			}),
			{ numRuns: 1000 },
		);
	});
});
