import fc from 'fast-check';
import {
	cameToNothing,
	endOfNumber,
	isOfAnother,
	isOfLongAgo,
	isWhole,
	mayBe,
	referencesOnGift,
	referencesOnTransaction,
} from '../../platform/ownRecord';
import { giftReference } from '../../platform/reference';

describe('the references on the record of a gift', () => {
	test.each([
		'clientId',
		'clientid',
		'client_id',
		'clientReference',
		'merchantReference',
		'reference',
	])('may be called %s', (name) => {
		fc.assert(
			fc.property(fc.string({ minLength: 1 }), (value) => {
				expect(referencesOnGift({ transactionId: 7, [name]: value })).toEqual([value]);
			}),
		);
	});

	test("may be numbers, and several: one of them is the merchant's", () => {
		expect(referencesOnGift({ clientId: 0 })).toEqual(['0']);
		expect(referencesOnGift({ clientReference: 'gift-1', clientId: 'shop' })).toEqual([
			'shop',
			'gift-1',
		]);
	});

	test.each([[null], [undefined], [''], [{}], [['a']], [true]])('are none in %j', (clientId) => {
		expect(referencesOnGift({ clientId, msisdn: '33639980001' })).toEqual([]);
	});
});

test('the reference on a transaction is not the one that the operator gave it', () => {
	const record = { merchantReference: 'order-17', reference: 'op-9' };
	expect(referencesOnTransaction(record)).toEqual(['order-17']);
	expect(referencesOnTransaction({ reference: 'op-9' })).toEqual([]);
});

describe('a reference that is shown', () => {
	test.each([
		'order-17',
		'spring-33639980001',
		'n8n-run.a1.0123abcd.0.0',
		'0',
		'x',
		'Exxon',
		'#17',
		'why?',
	])('is whole: %s', (reference) => {
		expect(isWhole(reference)).toBe(true);
	});

	test.each(['or****17', 'a*b', 'spring-••••0001', '##17', 'xxxx-17', 'order…', 'orde...'])(
		'is not whole: %j',
		(reference) => {
			expect(isWhole(reference)).toBe(false);
		},
	);

	test('is whole when the node made it', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^\d{8,15}$/), fc.nat(), (msisdn, itemIndex) => {
				const item = { run: 'aB3dE5fG7h.0123abcd.0', itemIndex };
				const campaign = { campaign: 'spring', msisdn, isOnce: false };
				expect(isWhole(giftReference(campaign, item))).toBe(true);
			}),
		);
	});

	test.each([
		['order-17', 'order-17'],
		['ORDER-17', 'order-17'],
		['order-17 ', 'order-17'],
		['or****17', 'order-17'],
		['order*17', 'order-17'],
		['●●●●●-17', 'order-17'],
		['XXXXXX17', 'order-17'],
		['spring-2026-33639980', 'spring-2026-336399800001'],
		['spring-3363998…', 'spring-33639980001'],
		['Fr?hling-33639980001', 'Frühling-33639980001'],
		['Fr\uFFFDhling-33639980001', 'Frühling-33639980001'],
		['FrÃ¼hling-33639980001', 'Frühling-33639980001'],
		['Fru\u0308hling-33639980001', 'Frühling-33639980001'],
	])('%s may be ours: %s', (shown, reference) => {
		expect(mayBe(shown, reference)).toBe(true);
	});

	test.each([
		['order-16', 'order-17'],
		['order-1', 'order-17'],
		['or****16', 'order-17'],
		['summer-336', 'spring-33639980001'],
		['order-2024-1', 'order-2024-12'],
		['n8n-run.7.0123abcd.0.1', 'n8n-run.7.0123abcd.0.112'],
		['spring-2026', 'spring-2026-33639980001'],
		['customer-1', 'customer-1000'],
		['invoice-2026-1', 'invoice-2026-1-again'],
		['Frähling-33639980001', 'Frühling-33639980001'],
		['夏-33639980001', '春-33639980001'],
		['a?-33639980001', 'b?-33639980001'],
		['order-170', 'order-17'],
	])('%s is another than %s', (shown, reference) => {
		expect(mayBe(shown, reference)).toBe(false);
	});

	test('may be ours whatever part of it is hidden', () => {
		const text = fc.string({ minLength: 1, maxLength: 30 });
		fc.assert(
			fc.property(text, text, text, (before, hidden, after) => {
				expect(mayBe(`${before}***${after}`, `${before}${hidden}${after}`)).toBe(true);
			}),
		);
	});
});

describe('the number on a record', () => {
	const msisdn = '436601234567';

	test.each([
		'436601234567',
		'+43 660 1234567',
		'+43 (0)660 1234567',
		'0043-660-1234567',
		'06601234567',
		'43660****567',
		'43660...567',
		'****567',
		'43660xxxx567',
		'tel:+43-660-1234567',
		'AT436601234567',
		'436601234567 mobile',
		'9f86d081884c7d659a2feaa0c55ad015',
		'n4bQgYhMfWWaL+qgxVrQFQ==',
		'11223344556677889900',
		'',
		'hidden',
		436601234567,
		null,
		undefined,
	])('may be ours: %j', (shown) => {
		expect(isOfAnother({ msisdn: shown }, msisdn)).toBe(false);
	});

	test.each(['436601234568', '43660****568', '07701234567', 436601234560, 'AT436601234568'])(
		"is somebody else's: %j",
		(shown) => {
			expect(isOfAnother({ msisdn: shown }, msisdn)).toBe(true);
		},
	);

	test('ends as ours does, where it shows its end and is ours', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[1-9]\d{7,14}$/), fc.nat(4), (number, cut) => {
				const shown = { msisdn: number.slice(Math.min(cut, number.length - 6)) };
				expect(isOfAnother(shown, number)).toBe(false);
				expect(endOfNumber(shown)).toBe(endOfNumber({ msisdn: number }));
			}),
		);
		expect(endOfNumber({ msisdn: '43660****567' })).toBe('567');
		expect(endOfNumber({ msisdn: '43660****67' })).toBeUndefined();
	});
});

describe('a record of long ago', () => {
	const now = Date.parse('2026-11-22T00:00:00Z');

	test.each([
		{ timeCharged: '2026-11-19 23:59:59' },
		{ timeCreated: '2020-01-01T00:00:00Z' },
		{ createdAt: '2020-01-01 00:00:00', timeCreated: 'soon' },
		{ createdAt: 1_577_934_245_000 },
		{ timestamp: 1_577_934_245 },
		{ date: '2020-01-01', timeUpdated: '2020-01-01T01:00:00+02:00' },
	])('is %j', (record) => {
		expect(isOfLongAgo(record, now)).toBe(true);
	});

	test.each([
		{ timeCharged: '2026-11-20 00:00:00' },
		{ timeCharged: '2026-11-23 00:00:00', createdAt: '2020-01-01 00:00:00' },
		{ timeCreated: 'yesterday' },
		{ expirationDate: '2020-01-01 00:00:00' },
		{},
	])('is not surely %j', (record) => {
		expect(isOfLongAgo(record, now)).toBe(false);
	});
});

describe('a record', () => {
	test.each([
		'FAILED',
		'failed',
		'FAILURE',
		'REJECTED',
		'REFUSED',
		'CANCELED',
		'CANCELLED',
		'ERROR',
		'INTERNAL_ERROR',
		'DECLINED',
	])('says that nothing came of it: %s', (status) => {
		expect(cameToNothing({ status })).toBe(true);
	});

	test.each(['actionStatus', 'transactionState', 'sessionStatus'])('says so in %s too', (name) => {
		expect(cameToNothing({ status: 'OK', [name]: 'FAILED' })).toBe(true);
	});

	test.each([
		'NO_ERROR',
		'NOT_CANCELED',
		'CANCEL_REQUESTED',
		'INACTIVE',
		'ASSIGNED',
		'PENDING',
		'OK',
		'SUCCESS',
		'',
		'SOMETHING_NEW',
		7,
		null,
		undefined,
		{},
	])('does not say so: %j', (status) => {
		expect(cameToNothing({ status })).toBe(false);
	});
});
