import fc from 'fast-check';
import { normalizeClientReference } from '../../platform/identifiers';
import {
	findRecord,
	giftReference,
	nodeMark,
	normalizeReference,
	paymentReference,
	referenceOfGift,
	referenceOfTransaction,
	withoutRun,
} from '../../platform/ledger';

/** Campaigns, also ones that look like what the reference adds to them. */
const campaigns = fc.oneof(
	fc.string({ minLength: 1, maxLength: 180 }),
	fc.constantFrom('spring-2026', 'x-run.1', 'x-run.7.ab.0.3', '-run.', 'run.1', 'n8n'),
);
const msisdns = fc.stringMatching(/^[1-9][0-9]{7,14}$/);
/** As the engine names a run: execution, node, round of the loop. */
const runs = fc
	.tuple(fc.stringMatching(/^\w{1,10}$/), fc.string(), fc.nat(9999))
	.map(([execution, nodeId, round]) => `${execution}.${nodeMark(nodeId)}.${round}`);
const items = fc.record({ run: runs, itemIndex: fc.nat(9_999_999) });

describe('the reference of a gift that was given none', () => {
	test('is campaign and number where each number gets one, in every run the same', () => {
		fc.assert(
			fc.property(campaigns, msisdns, items, (campaign, msisdn, item) => {
				const reference = giftReference({ campaign, msisdn, isOnce: true }, item);
				expect(reference).toBe(`${campaign}-${msisdn}`);
				expect(withoutRun(reference)).toBe(reference);
			}),
		);
	});

	test('where each number may get several, differs with run and item, which can be taken off', () => {
		fc.assert(
			fc.property(campaigns, msisdns, items, items, (campaign, msisdn, one, other) => {
				const gift = { campaign, msisdn, isOnce: false };
				const [first, second] = [giftReference(gift, one), giftReference(gift, other)];
				expect(withoutRun(first)).toBe(`${campaign}-${msisdn}`);
				const isSame = one.run === other.run && one.itemIndex === other.itemIndex;
				expect(first === second).toBe(isSame);
				expect(normalizeClientReference(first)).toBe(first.trim());
			}),
		);
	});

	test('without a campaign is that of the item, as for a payment', () => {
		const item = { run: '7.abc.0', itemIndex: 3 };
		expect(paymentReference(item)).toBe('n8n-run.7.abc.0.3');
		expect(giftReference({ msisdn: '33639980001', isOnce: true }, item)).toBe('n8n-run.7.abc.0.3');
	});
});

test.each(['', 'order-17', 'trial-run', 'dry-run.', 'my-run.1-33639980001', 'run.5'])(
	'a reference that names no run stays as it is (%j)',
	(reference) => {
		expect(withoutRun(reference)).toBe(reference);
	},
);

describe('the reference on a record', () => {
	test.each([
		[{ clientId: 'A1' }, 'A1'],
		[{ clientid: 'A1', reference: 'operator' }, 'A1'],
		[{ clientReference: 'A1' }, 'A1'],
		[{ clientId: 4711 }, '4711'],
		[{ clientId: ' ', clientid: null }, undefined],
		[{ reference: 'operator' }, undefined],
	])('of a gift %j is %j', (record, reference) => {
		expect(referenceOfGift(record)).toBe(reference);
	});

	test('of a transaction is its merchantReference', () => {
		expect(referenceOfTransaction({ merchantReference: 'A1', reference: 'B' })).toBe('A1');
		expect(referenceOfTransaction({ merchantReference: null, reference: 'B' })).toBeUndefined();
	});
});

describe('finding a record', () => {
	const find = (records: Record<string, unknown>[]) =>
		findRecord(records, referenceOfGift, (reference) => reference === normalizeReference('Spring'));

	test.each([
		['the same text', [{ clientId: 'other' }, { clientId: 'Spring' }], { clientId: 'Spring' }],
		['another case, with spaces', [{ clientId: ' SPRING ' }], { clientId: ' SPRING ' }],
		['a part of it', [{ clientId: 'Sprin' }], 'absent'],
		['a masked one', [{ clientId: 'Sp***' }], 'absent'],
		['no records', [], 'absent'],
		['records without references, but one', [{ a: 1 }, { clientId: 'x' }], 'absent'],
		['records without references', [{ a: 1 }, { clientId: '' }], 'unreadable'],
	])('by %s', (_how, records, found) => {
		expect(find(records)).toEqual(found);
	});
});
