import fc from 'fast-check';
import type { PlatformRecord } from '../../platform/answer';
import { clientReferenceSchema } from '../../platform/identifiers';
import {
	findRecord,
	referenceOfGift,
	referenceOfTransaction,
	stateOfRecord,
} from '../../platform/ledger';
import { eventKeyOf, passes, readNotification } from '../../platform/notification';
import { operatorsOf, readRemains, servicesIn, withRemains } from '../../platform/pools';
import { withoutSecrets } from '../../platform/redact';
import { giftReference, nodeHash, paymentReference, withoutRun } from '../../platform/reference';
import {
	isTransaction,
	searchBody,
	transactionFilter,
	withoutPin,
	type Filter,
	type RecordFields,
} from '../../platform/search';
import { isoOfUtcTime, utcTimeOf } from '../../platform/times';
import { simplified } from '../../platform/vocabulary';
import { alike, gives, refuses } from '../support/examples';

describe('the reference of a gift that was given none', () => {
	/** Campaigns, also ones that look like what the reference adds to them. */
	const campaigns = fc.oneof(
		fc.string({ minLength: 1, maxLength: 180 }),
		fc.constantFrom('spring-2026', 'x-run.1', 'x-run.7.ab.0.3', '-run.', 'run.1', 'n8n'),
	);
	const msisdns = fc.stringMatching(/^[1-9][0-9]{7,14}$/);
	/** As the engine names a run: execution, node, round of the loop. */
	const runs = fc
		.tuple(fc.stringMatching(/^\w{1,10}$/), fc.string(), fc.nat(9999))
		.map(([execution, nodeId, round]) => `${execution}.${nodeHash(nodeId)}.${round}`);
	const items = fc.record({ run: runs, itemIndex: fc.nat(9_999_999) });

	test('is the same in every run where each number gets one, else names the run', () => {
		fc.assert(
			fc.property(campaigns, msisdns, items, items, (campaign, msisdn, one, other) => {
				const reference = `${campaign}-${msisdn}`;
				expect(giftReference({ campaign, msisdn, isOnce: true }, one)).toBe(reference);
				expect(withoutRun(reference)).toBe(reference);
				const gift = { campaign, msisdn, isOnce: false };
				const [first, second] = [giftReference(gift, one), giftReference(gift, other)];
				expect(withoutRun(first)).toBe(reference);
				const isSame = one.run === other.run && one.itemIndex === other.itemIndex;
				expect(first === second).toBe(isSame);
				expect(clientReferenceSchema.parse(first)).toBe(first.trim());
			}),
		);
	});

	const item = { run: '7.abc.0', itemIndex: 3 };
	gives('the reference of a payment', paymentReference, [[item, 'n8n-run.7.abc.0.3']]);
	gives('the reference without a campaign', giftReference, [
		[{ msisdn: '33639980001', isOnce: true }, item, 'n8n-run.7.abc.0.3'],
	]);
});

describe('finding a record', () => {
	gives('the reference of a gift', referenceOfGift, [
		[{ clientId: ' A1 ', clientid: 'B', reference: 'operator' }, 'A1'],
		[{ clientId: ' ', clientid: null, clientReference: 4711 }, '4711'],
		[{ reference: 'operator' }, undefined],
	]);
	gives('the reference of a transaction', referenceOfTransaction, [
		[{ merchantReference: 'A1', reference: 'B' }, 'A1'],
		[{ merchantReference: null, reference: 'B' }, undefined],
	]);
	gives('what a record says', stateOfRecord, [
		[{}, 'done'],
		[{ status: 'ASSIGNED' }, 'done'],
		[{ actionStatus: null, transactionState: 'FINISHED' }, 'done'],
		[{ actionStatus: 'COMPLETED', transactionState: 'PENDING', errorMessage: 'late' }, 'done'],
		[{ transactionState: 'EXECUTING' }, 'underWay'],
		[{ status: 'PENDING' }, 'underWay'],
		[{ status: 'FAILED' }, 'notDone'],
		[{ actionStatus: 'CANCELED', transactionState: 'FINISHED' }, 'notDone'],
		[{ status: 'INVALID_MSISDN' }, 'notDone'],
		[{ status: 'REVERSED' }, 'unclear'],
		[{ errorMessage: 'database timeout' }, 'unclear'],
		[{ status: 7 }, 'unclear'],
		[{ status: 'ASSIGNED', errorMessage: 'no such pool' }, 'unclear'],
	]);
	const own = 'Spring-2026-33639980001';
	const find = (...references: unknown[]) =>
		findRecord(
			references.map((clientId) => ({ clientId })),
			referenceOfGift,
			own,
		);
	const similar = (reference: string, isOtherCase = false) => ({
		state: 'unclear',
		words: `The platform shows a similar reference, ${reference}`,
		isOtherCase,
	});
	gives('what is found', find, [
		['x', ` ${own} `, { state: 'done', record: { clientId: ` ${own} ` } }],
		['x', 'Spring-2026-33639980002', { state: 'notDone' }],
		[own.toLowerCase(), similar(own.toLowerCase())],
		['Another-Reference', own.toLowerCase(), similar(own.toLowerCase(), true)],
		[`000${own}`, similar(`000${own}`)],
		[`${own}***`, similar(`${own}***`)],
		['Spring-2026-3363998', similar('Spring-2026-3363998')],
		['Spring-2026-3363998', 'a-much-longer-reference-is-not-cut', { state: 'notDone' }],
		['Spring-20', { state: 'notDone' }],
		[undefined, 'x', { state: 'notDone' }],
		[undefined, ' ', { state: 'unclear' }],
		[{ state: 'notDone' }],
	]);
	gives(
		'what is found where the record has a status',
		(...statuses: string[]) =>
			findRecord(
				statuses.map((status) => ({ clientId: own, status })),
				referenceOfGift,
				own,
			),
		[
			['FAILED', { state: 'notDone' }],
			['FAILED', 'ASSIGNED', { state: 'done', record: { clientId: own, status: 'ASSIGNED' } }],
			['ODD', { state: 'unclear', words: 'The platform shows it with the status ODD' }],
		],
	);
	gives('the filter', transactionFilter, [
		['17', { transactionId: 17 }],
		...['a1', '1a'].map((id) => [id, { encryptedTransactionId: id }] as [string, object]),
	]);
	gives('whether it is the transaction', isTransaction, [
		[{ transactionId: 17 }, '17', true],
		[{ transactionId: '17' }, '017', false],
		[{ transactionId: 17 }, '017', false],
		[{ transactionId: 17 }, '1.7e1', false],
		[{ encryptedTransactionId: 'a+' }, 'a+', true],
		[{}, 'a', false],
	]);
});

describe('the body of a search', () => {
	const fields: RecordFields = {
		action: { kind: 'choice' },
		active: { kind: 'flag' },
		msisdn: { kind: 'phone' },
		serviceKey: { kind: 'text' },
		userId: { kind: 'text' },
		optInTrid: { kind: 'number' },
		price: { kind: 'priceRange' },
		timeCharged: { kind: 'timeRange' },
		timeChargedLocal: { kind: 'localRange' },
		country: { kind: 'country' },
		timeNotified: { kind: 'time' },
	};
	const bodyOf = (filters: object) => searchBody(Object.entries(filters), fields, 'Europe/Vienna');
	const nothing = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
	const local = '2026-11-21 13:00:00';
	const utc = '2026-11-21 12:00:00';
	gives('the body', bodyOf, [
		[{ active: false }, { active: false }],
		[nothing, nothing],
		[
			{
				action: 'null',
				active: 'TRUE',
				optInTrid: '-1.5',
				price: 6.050000001,
				msisdn: '+33 6 39 98 00 01',
				userId: ' x ',
				serviceKey: ' z ',
				timeNotified: local,
				timeCharged: local,
				timeChargedLocal: local,
			},
			{
				action: null,
				active: true,
				optInTrid: -1.5,
				price: 6.05,
				msisdn: '33639980001',
				userId: 'x',
				serviceKey: 'z',
				timeNotified: utc,
				timeCharged: utc,
				timeChargedLocal: local,
			},
		],
		[{ optInTrid: '9007199254740993' }, { optInTrid: '9007199254740993' }],
		[{ priceFrom: '6', priceTo: 6.5 }, { price: { gt: '6.00', lt: '6.50' } }],
		[{ timeChargedTo: local }, { timeCharged: { lt: utc } }],
		[{ timeChargedLocalFrom: local }, { timeChargedLocal: { gt: local } }],
		[{ timeChargedLocal: '2026-11-21T13:00:00+05:45' }, { timeChargedLocal: local }],
		[{ timeChargedLocal: '2026-11-21' }, { timeChargedLocal: '2026-11-21 00:00:00' }],
		[
			{ country: 'fr', price: '1.250' },
			{ country: 'FR', price: 1.25 },
		],
	]);
	const isNoField = 'must be the name of a field';
	refuses('the body', (filters) => bodyOf(filters as object), [
		['must be a number', { optInTrid: '1e3' }],
		['must be a price with at most two decimals', { priceFrom: '4,99' }],
		['must be a price with at most three decimals', { price: '4,99' }, { price: 1.2345 }],
		['must be either one value or a range', { price: 1, priceFrom: 2 }, { priceTo: 2, price: 1 }],
		['must be text, not a list, an object or true/false', { userId: true }, { userId: { gt: 1 } }],
		['must be one value: the field has no range', { timeNotifiedFrom: local }, { userIdTo: 1 }],
		[isNoField, { toString: 'x' }, { From: 'x' }, { 'price.gt': '1' }, { MSISDN: 1 }, { '': 1 }],
		['must be a time', { timeChargedFrom: null }],
		['is required', { timeChargedLocalTo: null }, { priceFrom: null }],
		[
			'must be a time',
			...['21.11.2026', 'yesterday'].map((timeChargedLocalTo) => ({ timeChargedLocalTo })),
		],
		['must be a country', { country: 'France' }],
	]);
	it.each([
		['active', 'truest', 'Replace “truest”.'],
		['userid', 'u1', 'in place of “userid”.'],
		['userIdFrom', 'u1', 'Use userId without From or To.'],
	])('is refused with the name of %s, and a next step', (field, value, nextStep) => {
		const error = { field, nextStep: expect.stringMatching(nextStep) as string };
		expect(() => bodyOf({ [field]: value })).toThrow(expect.objectContaining(error) as Error);
	});
	it.each(['price', 'priceFrom'])('%s is set only once', (name) => {
		const twice = [1, 2].map((value): Filter => [name, value]);
		const error = { field: name, message: 'must be set only once' };
		expect(() => searchBody(twice, fields, 'UTC')).toThrow(expect.objectContaining(error) as Error);
	});
});

describe('a payment result', () => {
	const least = { transactionid: '17', status: ' SUCCESS ', service: 'K1' };
	const read = { transactionId: '17', status: 'success', serviceKey: 'K1' };
	const resultIn = (parameters: Record<string, string>) => {
		const notified = readNotification([Object.entries(parameters)], undefined);
		return notified.refused ?? notified.event;
	};
	gives('the result', resultIn, [
		[
			{
				...least,
				phone: '33639980001',
				userid: 'u1',
				mnocode: 'fr_orange',
				mno: '50219',
				country: 'fr',
				enduserprice: '479.000',
				revenue: '-0.7',
				revenuecurrency: 'eur',
				amount: '30',
				reference: 'a',
				clientid: 'b',
				event_type: 'OPT_IN',
				errormessage: 'no credit',
			},
			{
				...read,
				msisdn: '33639980001',
				userId: 'u1',
				operator: 'FR_ORANGE',
				mccmnc: '50219',
				country: 'FR',
				price: 479,
				revenue: -0.7,
				revenueCurrency: 'EUR',
				quantity: 30,
				clientReference: 'a',
				eventType: 'opt_in',
				errorMessage: 'no credit',
			},
		],
		[{ ...least, clientid: 'b' }, Object.assign({ clientReference: 'b' }, read)],
	]);

	const event = { ...read, eventType: 'opt_in', price: 1 };
	gives('the key', eventKeyOf, [
		[event, false, '["17","success"]'],
		[event, true, '["17","success","opt_out"]'],
	]);
	const all = { results: [], eventTypes: [], serviceKeys: [], operators: [] };
	const isWanted = (filter: object) => passes(event, { ...all, ...filter });
	gives('whether it passes', isWanted, [
		...alike<object>(true, {}, { eventTypes: ['OPT_IN'] }, { serviceKeys: ['A', 'k1'] }),
		...alike<object>(false, { eventTypes: ['opt_out'] }, { serviceKeys: ['K'] }),
		...alike<object>(false, { results: ['failed'] }, { results: ['success'], operators: ['A'] }),
	]);
});

describe('a data pool', () => {
	const now = Date.UTC(2026, 10, 21, 12, 0, 0);
	const full = { totalAmount: 1000, assignedAmount: '400' };
	const unreadable = [null, 'unlimited', ' '];
	gives('what remains in it', (pool: object) => withRemains({ ...pool }, now).remainingAmount, [
		[full, 600],
		[{ ...full, remainingAmount: 20 }, 20],
		...alike(undefined, ...unreadable.map((totalAmount) => ({ ...full, totalAmount }))),
	]);
	const ends = (expirationDate: unknown, more = {}) => ({ ...full, expirationDate, ...more });
	const judged = (pool: object) => withRemains({ ...pool }, now);
	gives(
		'its share and days',
		(pool: object) => {
			const { remainingPercent, daysLeft } = judged(pool);
			return [remainingPercent, daysLeft];
		},
		[
			[ends('2026-11-22 12:00:00'), [60, 1]],
			[ends('2026-11-22 11:59:59', { assignedAmount: '401' }), [59, 0]],
			[ends('2026-11-21 11:59:59', { totalAmount: 0.3, assignedAmount: 0.1 }), [66, -1]],
			[{ totalAmount: 0.3, assignedAmount: 0.24 }, [20, undefined]],
			[ends('soon', { totalAmount: 0, assignedAmount: 0 }), [undefined, undefined]],
			[ends('2027-01-01', { totalAmount: 'much' }), [undefined, 40]],
		],
	);
	const assumed = (end: string) =>
		`a data pool counts as open, because its end can't be read: “${end}”`;
	const remains = (...body: object[]) =>
		readRemains({ status: 200, body }, { serviceKey: 'A1', operator: 'FR_A' }, now);
	const firstEnd = (...pools: object[]) => remains(...pools)?.endsAt;
	gives('when the first one ends', firstEnd, [
		[ends('2027-01-31 00:00:00'), ends('2026-12-01 10:00:00'), '2026-12-01T10:00:00.000Z'],
		[ends('2026-11-21 11:59:59'), ends('2026-11-21 12:00:00'), '2026-11-21T12:00:00.000Z'],
		[ends('2026-12-01 10:00:00', { assignedAmount: 1000 }), ends('never'), full, undefined],
		[undefined],
	]);
	gives('what remains', (...pools: object[]) => remains(...pools)?.megabytes, [
		[0],
		[full, full, { totalAmount: '7', assignedAmount: 5 }, 1202],
		[full, { totalAmount: 5 }, undefined],
		[full, { expirationDate: '2026-11-21T12:59:59+01:00' }, 600],
		...[1577836800, '1577836800000', '2020-01-01', '2026-11-21'].map((end) => {
			return [full, ends(end), 600] as [object, object, number];
		}),
		[full, { ...full, operator: 'FR_B' }, { ...full, operator: 'FR_A', serviceKey: 'A1' }, 1200],
	]);
	gives('what is assumed', (...pools: object[]) => remains(...pools)?.doubts, [
		[full, ends('2027-01-01'), undefined],
		[ends('21.11.2026'), ends('21.11.2026'), [assumed('21.11.2026')]],
		[ends({ year: 2027 }), ends('soon', { assignedAmount: 1000 }), [assumed('{"year":2027}')]],
	]);
	gives('the warning', (pool: object) => withRemains({ ...pool }, now).warning, [
		[ends('soon'), assumed('soon').replace('a data', 'A data')],
		[ends('2020-01-01'), undefined],
	]);
	gives('the services', servicesIn, [
		[[{ name: 'no key' }, { serviceKey: '' }], []],
		[
			[{ apikey: 'a', serviceKey: 'K1', name: 'b' }],
			[{ serviceKey: 'K1', name: 'b (K1)', title: 'b' }],
		],
		[[{ apiKey: 'K3', service: 'Four' }], [{ serviceKey: 'K3', name: 'Four (K3)', title: 'Four' }]],
		[[{ apikey: 'K4' }], [{ serviceKey: 'K4', name: 'K4' }]],
	]);
	gives('the operator codes', (...all: object[]) => operatorsOf(all as PlatformRecord[], 'K9'), [
		[
			{ mno: 'GB_B', list: [{ code: 'FR_A' }] },
			{ operators: ['DE_C', 'FR_A'] },
			['DE_C', 'FR_A', 'GB_B'],
		],
		[{ code: 'E42', operator: 20801, name: 'Sold as FR_ORANGE', other: 'FR_A is sold' }, []],
	]);
});

describe('a time of the platform', () => {
	gives('the ISO time', isoOfUtcTime, [
		['2026-11-21 12:00:00.123456', '2026-11-21T12:00:00.123Z'],
		['2026-11-21T13:00:00+01:00', '2026-11-21T12:00:00.000Z'],
		['2026-11-21', '2026-11-21T00:00:00.000Z'],
		...alike<unknown>('2025-11-24T16:00:00.000Z', 1764000000, ' 1764000000 '),
		...alike<unknown>('2025-11-24T16:00:00.000Z', 1764000000000, '1764000000000'),
		...alike<unknown>(undefined, '2026-13-01 00:00:00', null, '1764000000 s', NaN, 0, 20261121),
		...alike<unknown>(undefined, '21.11.2026', '2026-11-21x', '', {}),
	]);
	gives('the text', utcTimeOf, [[1764000000999, '2025-11-24 16:00:00']]);
});

describe('a record in the words of this package', () => {
	const all = {
		transactionid: 700000123,
		subscriptionId: 0,
		parentTransactionId: 7,
		notification: 8,
		merchantReference: ' ',
		clientId: 'x',
		clientid: 'y',
		endUserPrice: ' 4.990',
		price: 4,
		timeCharged: '2026-11-21 12:00:00',
		timeChargedLocal: '2026-11-21 13:00:00',
		expirationDate: 'soon',
		errorMessage: null,
		userid: 'u',
		apikey: 'k',
		mno: 'm',
		countryCode: 'c',
	};
	gives('the record', (record: Record<string, unknown>) => simplified(record, 'all'), [
		[
			all,
			{
				transactionId: '700000123',
				parentTransactionId: '7',
				notification: 8,
				clientReference: 'x',
				price: 4.99,
				timeToExpire: 'soon',
				timeCharged: '2026-11-21T12:00:00.000Z',
				timeChargedLocal: '2026-11-21 13:00:00',
				userId: 'u',
				serviceKey: 'k',
				operator: 'm',
				country: 'c',
			},
		],
		[{ actionStatus: 'COMPLETED', transactionState: 'PENDING' }, { status: 'success' }],
		[{ actionStatus: null, transactionState: 'FINISHED' }, { status: 'success' }],
		[{ sessionStatus: 'PENDING', status: 'ACCEPTED' }, { status: 'pending' }],
		[{ status: 7 }, { status: 7 }],
	]);
	gives('the error', (record: Record<string, unknown>) => simplified(record, ['errorType']), [
		[{ status: 'ACCEPTED' }, {}],
		[{ status: 'DAILY_LIMIT_EXCEEDED' }, { errorType: 'DAILY_LIMIT_EXCEEDED' }],
	]);
	test('keeps its unknown fields, and what was asked fills what it leaves empty', () => {
		const record = { clientid: 'a', msisdn: null, package: { id: 1 } };
		expect(simplified(record, 'all', { msisdn: '33639980001', clientid: 'b' })).toEqual({
			clientReference: 'a',
			msisdn: '33639980001',
			package: { id: 1 },
		});
	});
});

describe('a secret', () => {
	const token = 'eyJhbGciOi12';
	gives('what the platform said', (said: unknown) => withoutSecrets(said, ['1234', token, '']), [
		[
			{ id: '991234', words: 'PIN 1234 is wrong', pin: '1234' },
			{ id: '991234', words: 'PIN ••• is wrong' },
		],
		[[{ Password: 'x', pins: 'y', note: `{${token}` }], [{ pins: 'y', note: '{•••' }]],
	]);
	const odd = `K7"Q9/<ü&'pass word>`;
	const base64 = (text: string) => Buffer.from(text).toString('base64');
	test.each<[string, string]>([
		['itself', odd],
		['JSON', JSON.stringify({ said: odd })],
		['JSON in ASCII', String.raw`K7\"Q9\/<\u00fc&'pass word>`],
		['an address', `https://a.example/?p=${encodeURIComponent(odd)}&q=1`],
		[
			'an address in small letters',
			encodeURIComponent(odd).toLowerCase().replace('k7', 'K7').replace('q9', 'Q9'),
		],
		['a form', new URLSearchParams({ p: odd }).toString()],
		['HTML', `<p>K7&quot;Q9/&lt;ü&amp;&#39;pass word&gt;</p>`],
		['other HTML', `<p>K7&quot;Q9/&lt;ü&amp;&#x27;pass word&gt;</p>`],
		...['', 'a', 'ab', 'abc', 'user:'].flatMap((before): [string, string][] => [
			[`base64 behind “${before}”`, base64(`${before}${odd}`)],
			[`base64 between “${before}” and more`, base64(`${before}${odd}:x`)],
			[`base64url behind “${before}”`, Buffer.from(before + odd).toString('base64url')],
		]),
	])('is masked in %s', (_, said) => {
		const shown = JSON.stringify(withoutSecrets({ [said]: [said, `x ${said}`] }, [odd]));
		expect(shown.match(/•••/g)).toHaveLength(3);
		for (const part of ['pass', 'word', base64('pass word').slice(0, 8)]) {
			expect(shown).not.toContain(part);
		}
	});

	const empty = { pinIdentification: null, mtMessage: null };
	const masked = { pinIdentification: '•••', mtMessage: 'PIN:•••, 4.99 EUR' };
	gives('the record', withoutPin, [
		[empty, empty],
		[{ pinIdentification: '471', mtMessage: 'PIN:471, 4.99 EUR' }, masked],
		[{ ...masked, pinIdentification: 4711 }, masked],
	]);

	test('never gets through prose, at whatever depth', () => {
		const prose = fc.constantFrom('you said 1234', '{"p":"pa55 word"}', 'pa55 word');
		const said = fc.array(fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), prose)));
		fc.assert(
			fc.property(said, (value) => {
				const shown = JSON.stringify(withoutSecrets(value, ['1234', 'pa55 word']));
				expect(shown).not.toMatch(/said 1234|pa55 word/);
			}),
		);
	});
});
