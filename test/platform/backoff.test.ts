import fc from 'fast-check';
import { backoffOf } from '../../platform/backoff';

const tries = fc.integer({ min: 1, max: 2000 });
const chance = fc.double({ min: 0, max: 1, noNaN: true });

describe('the wait before trying again', () => {
	test.each([
		[1, 250, 500],
		[2, 500, 1000],
		[3, 1000, 2000],
		[6, 8000, 16_000],
		[7, 15_000, 30_000],
		[20, 15_000, 30_000],
		[2000, 15_000, 30_000],
	])('after %d tries lies between %d and %d ms', (count, least, most) => {
		expect(backoffOf(count, 0)).toBe(least);
		expect(backoffOf(count, 1)).toBe(most);
	});

	test('is always between a quarter of a second and half a minute, in whole milliseconds', () => {
		fc.assert(
			fc.property(tries, chance, (count, by) => {
				const wait = backoffOf(count, by);
				expect(Number.isInteger(wait)).toBe(true);
				expect(wait).toBeGreaterThanOrEqual(250);
				expect(wait).toBeLessThanOrEqual(30_000);
			}),
		);
	});

	test('is never shorter after one more try, whatever chance says', () => {
		fc.assert(
			fc.property(tries, chance, chance, (count, one, other) => {
				expect(backoffOf(count + 1, one)).toBeGreaterThanOrEqual(
					Math.min(backoffOf(count, other), 15_000),
				);
			}),
		);
	});

	test('is drawn from its latter half evenly, so that many do not come back together', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 20 }), chance, (count, by) => {
				const [least, most] = [backoffOf(count, 0), backoffOf(count, 1)];
				expect(least).toBe(most / 2);
				expect(Math.abs(backoffOf(count, by) - (least + (most - least) * by))).toBeLessThan(1);
			}),
		);
	});
});
