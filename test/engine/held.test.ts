import fc from 'fast-check';
import { Held } from '../../nodes/engine/held';
import type { Trace } from '../../nodes/engine/operation';
import { giftTrace } from '../../nodes/MobileDataGifting/operations/dataGift/giftTrace';
import { comparable, isOfAnother, mayBe, referencesOnGift } from '../../platform/ownRecord';
import type { PlatformRecord } from '../../platform/records';

const number = fc.constantFrom('33639980001', '33639980101', '436601234567');
const name = fc.constantFrom('spring', 'spring-bonus', 'Spring-2026', 'autumn');
const recipient = fc.tuple(name, number).map(([campaign, msisdn]) => ({
	msisdn,
	reference: `${campaign}-${msisdn}`,
}));
const hiding = fc.constantFrom(
	(text: string) => text,
	(text: string) => text.toUpperCase(),
	(text: string) => text.slice(0, 12),
	(text: string) => `${text.slice(0, 4)}****${text.slice(-2)}`,
	(text: string) => `****${text.slice(-4)}`,
	() => undefined,
);
const record = fc
	.tuple(recipient, hiding, hiding)
	.map(([{ msisdn, reference }, hideNumber, hideName]): PlatformRecord => ({
		msisdn: hideNumber(msisdn),
		clientId: hideName(reference),
	}));

const whole = (records: PlatformRecord[], wanted: { msisdn: string; reference: string }[]) =>
	new Held(
		giftTrace as Trace,
		records,
		new Map(wanted.map(({ reference }) => [comparable(reference), 1])),
	);

describe('what a platform holds, looked up by groups', () => {
	test('is found as if every record were looked at', () => {
		fc.assert(
			fc.property(fc.array(record), fc.array(recipient, { minLength: 1 }), (records, wanted) => {
				const held = whole(records, wanted);
				for (const { reference, msisdn } of wanted) {
					const theirs = records.filter((one) => !isOfAnother(one, msisdn));
					const shows = (one: PlatformRecord) =>
						referencesOnGift(one).some((shown) => comparable(shown) === comparable(reference));
					expect(held.find({ references: [reference], msisdn }) !== undefined).toBe(
						theirs.some(shows),
					);
				}
			}),
		);
	});

	test('may be hidden wherever a record may show a part of a reference', () => {
		fc.assert(
			fc.property(fc.array(record), fc.array(recipient, { minLength: 1 }), (records, wanted) => {
				const held = whole(records, wanted);
				const all = new Set(wanted.map((one) => comparable(one.reference)));
				for (const { reference, msisdn } of wanted) {
					const mayShow = (one: PlatformRecord) =>
						!isOfAnother(one, msisdn) &&
						referencesOnGift(one).some(
							(shown) => !all.has(comparable(shown)) && mayBe(shown, reference),
						);
					expect(held.mayHide({ references: [reference], msisdn })).toBe(records.some(mayShow));
				}
			}),
		);
	});

	test('does not look at records of other campaigns that show no number', () => {
		const looked = jest.fn(referencesOnGift);
		const records = Array.from({ length: 2000 }, (_, at) => ({ clientId: `autumn-${at}` }));
		const wanted = Array.from({ length: 2000 }, (_, at) => `spring-${at}`);
		const held = new Held(
			{ ...(giftTrace as Trace), referencesOn: looked },
			records,
			new Map(wanted.map((one) => [one, 1])),
		);
		const tests = jest.spyOn(RegExp.prototype, 'test');
		for (const reference of wanted)
			expect(held.mayHide({ references: [reference], msisdn: '33639980001' })).toBe(false);
		const count = tests.mock.calls.length;
		tests.mockRestore();
		expect(count).toBeLessThan(20_000);
	});
});
