import fc from 'fast-check';
import { normaliseClientReference } from '../../platform/clientReference';
import { InputError } from '../../platform/input';
import {
	giftReference,
	nodeMark,
	normaliseCampaign,
	paymentReference,
	withoutRun,
} from '../../platform/reference';

/** Campaigns, also ones that look like what the reference adds to them. */
const campaign = fc.oneof(
	fc.string({ minLength: 1, maxLength: 180 }),
	fc.constantFrom('spring-2026', 'x-run.1', 'x-run.7.ab.0.3', '-run.', 'run.1', 'n8n'),
);
const msisdn = fc
	.integer({ min: 1_000_000, max: 999_999_999_999_999 })
	.map((number) => String(number));
/** As the engine names a run: execution, node, round of the loop. */
const word = fc.string({ unit: fc.constantFrom(...'abcXYZ0189_'), minLength: 1, maxLength: 10 });
const run = fc
	.tuple(word, fc.string(), fc.nat(9999))
	.map(([execution, nodeId, round]) => `${execution}.${nodeMark(nodeId)}.${round}`);
const item = fc.record({ run, itemIndex: fc.nat(9_999_999) });

describe('the reference of a gift that was given none', () => {
	test('is campaign and number where each number gets one, in every run the same', () => {
		fc.assert(
			fc.property(campaign, msisdn, item, (name, number, one) => {
				const reference = giftReference({ campaign: name, msisdn: number, isOnce: true }, one);
				expect(reference).toBe(`${name}-${number}`);
				expect(withoutRun(reference)).toBe(reference);
			}),
		);
	});

	test('where each number may get several, is the same but for the run, which can be taken off', () => {
		fc.assert(
			fc.property(campaign, msisdn, item, (name, number, one) => {
				const reference = giftReference({ campaign: name, msisdn: number, isOnce: false }, one);
				expect(reference).not.toBe(`${name}-${number}`);
				expect(withoutRun(reference)).toBe(`${name}-${number}`);
			}),
		);
	});

	test('where each number may get several, differs with run and item', () => {
		fc.assert(
			fc.property(campaign, msisdn, item, item, (name, number, one, other) => {
				const [first, second] = [one, other].map((each) =>
					giftReference({ campaign: name, msisdn: number, isOnce: false }, each),
				);
				const isSame = one.run === other.run && one.itemIndex === other.itemIndex;
				expect(first === second).toBe(isSame);
			}),
		);
	});

	test('without a campaign is that of any item', () => {
		fc.assert(
			fc.property(msisdn, fc.boolean(), item, (number, isOnce, one) => {
				const reference = giftReference({ campaign: undefined, msisdn: number, isOnce }, one);
				expect(reference).toBe(paymentReference(one));
			}),
		);
	});

	test('fits into what the platform takes', () => {
		fc.assert(
			fc.property(campaign, msisdn, fc.boolean(), item, (name, number, isOnce, one) => {
				const known = normaliseCampaign(name);
				const reference = giftReference({ campaign: known, msisdn: number, isOnce }, one);
				expect(normaliseClientReference(reference)).toBe(reference);
			}),
		);
	});
});

describe('the reference of a payment that was given none', () => {
	test('says whose it is and tells any two items of any two runs apart', () => {
		expect(paymentReference({ run: '7.abc.0', itemIndex: 3 })).toBe('n8n-run.7.abc.0.3');
		fc.assert(
			fc.property(item, item, (one, other) => {
				const isSame = one.run === other.run && one.itemIndex === other.itemIndex;
				expect(paymentReference(one) === paymentReference(other)).toBe(isSame);
			}),
		);
	});
});

describe('a reference without its run', () => {
	test.each(['', 'order-17', 'trial-run', 'dry-run.', 'my-run.1-33639980001', 'run.5'])(
		'is the reference when it names none (%j)',
		(reference) => {
			expect(withoutRun(reference)).toBe(reference);
		},
	);
});

describe('the name of a campaign', () => {
	test('has at most 180 characters', () => {
		expect(normaliseCampaign('x'.repeat(180))).toHaveLength(180);
		expect(() => normaliseCampaign('x'.repeat(181))).toThrow(/181 characters.*180 leave room/);
	});

	test('may be a number in the list', () => {
		expect(normaliseCampaign(2026)).toBe('2026');
	});

	test.each(['', '  ', null, undefined])('left empty (%j) is none', (value) => {
		expect(normaliseCampaign(value)).toBeUndefined();
	});

	test.each([[true], [['a']], [{}]])('cannot be %p', (value) => {
		expect(() => normaliseCampaign(value)).toThrow(InputError);
	});

	test('comes out trimmed and otherwise unchanged', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (text) => {
				expect(normaliseCampaign(text) ?? '').toBe(text.trim());
			}),
		);
	});
});
