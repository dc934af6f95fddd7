import fc from 'fast-check';
import { DateTime } from 'luxon';
import { InputError } from '../../platform/input';
import {
	isoOfUtcTime,
	millisecondsOfUtcTime,
	normalizeUtcTime,
	utcTimeOf,
} from '../../platform/times';

const zones = ['UTC', 'Europe/Vienna', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'];

describe('a time of the query APIs', () => {
	it('is read back as it was written, to the second', () => {
		const seconds = fc.integer({ min: 0, max: 4_102_444_799 });
		fc.assert(
			fc.property(seconds, (at) => {
				expect(millisecondsOfUtcTime(utcTimeOf(at * 1000 + 999))).toBe(at * 1000);
			}),
		);
	});

	it.each([
		['2026-11-21 12:00:00', '2026-11-21T12:00:00.000Z'],
		['2026-11-21 12:00:00.0', '2026-11-21T12:00:00.000Z'],
		['2026-11-21 12:00:00.123456', '2026-11-21T12:00:00.123Z'],
		['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
	])('is %s as ISO %s', (text, iso) => {
		expect(isoOfUtcTime(text)).toBe(iso);
	});

	it.each(['', 'soon', '2026-11-21', '2026-13-01 00:00:00', null, undefined, 1_764_000_000, {}])(
		'is not %j',
		(value) => {
			expect(isoOfUtcTime(value)).toBeUndefined();
		},
	);
});

describe('a time that was picked', () => {
	it.each(zones)('without an offset is one of %s', (zone) => {
		const minutes = fc.integer({ min: 0, max: 60 * 24 * 365 });
		fc.assert(
			fc.property(minutes, (after) => {
				const moment = DateTime.fromISO('2026-01-01T00:00:00Z').plus({ minutes: after });
				const clock = moment.setZone(zone).toFormat("yyyy-MM-dd'T'HH:mm:ss");
				const utc = normalizeUtcTime(clock, zone);
				// An hour that comes twice a year may be either of the two.
				const back = DateTime.fromSQL(utc, { zone: 'utc' }).setZone(zone);
				expect(back.toFormat("yyyy-MM-dd'T'HH:mm:ss")).toBe(clock);
			}),
		);
	});

	it.each(zones)('with an offset is the same moment in %s', (zone) => {
		expect(normalizeUtcTime('2026-11-21T12:00:00+05:45', zone)).toBe('2026-11-21 06:15:00');
		expect(normalizeUtcTime('2026-11-21T12:00:00Z', zone)).toBe('2026-11-21 12:00:00');
	});

	it('may be a Date or a DateTime, or one in quotes', () => {
		const moment = DateTime.fromISO('2026-11-21T12:00:00+01:00', { setZone: true });
		for (const value of [moment, moment.toJSDate(), JSON.stringify(moment.toJSON())]) {
			expect(normalizeUtcTime(value, 'UTC')).toBe('2026-11-21 11:00:00');
		}
	});

	it.each(['', ' ', 'soon', '2026-02-30', '21.11.2026', '1764000000', null, {}, []])(
		'is not %j',
		(value) => {
			expect(() => normalizeUtcTime(value, 'UTC')).toThrow(InputError);
			expect(() => normalizeUtcTime(value, 'UTC')).toThrow('must be a time');
		},
	);
});
