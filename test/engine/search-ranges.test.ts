import type { INodeParameters } from 'n8n-workflow';
import { itemsOf, Office } from '../support/pollOffice';
import { errorOf } from '../support/runNode';

let office: Office;

beforeAll(async () => {
	office = await Office.open();
});
afterAll(() => office.close());
beforeEach(() => office.fresh());

async function sentFrom(
	resource: 'subscription' | 'transaction',
	filters: INodeParameters,
	zone: string,
) {
	itemsOf(await office.getMany(resource, { filters }, zone));
	return office.onlyBody;
}

describe('a time picked in the workflow’s time zone', () => {
	it.each([
		['Europe/Vienna', 'in winter', '2026-01-15T12:00:00', '2026-01-15 11:00:00'],
		['Europe/Vienna', 'in summer', '2026-07-15T12:00:00', '2026-07-15 10:00:00'],
		['Europe/Vienna', 'a second before summer time', '2026-03-29T01:59:59', '2026-03-29 00:59:59'],
		['Europe/Vienna', 'in the hour that is left out', '2026-03-29T02:30:00', '2026-03-29 01:30:00'],
		['Europe/Vienna', 'as summer time begins', '2026-03-29T03:00:00', '2026-03-29 01:00:00'],
		['Europe/Vienna', 'as summer time is over', '2026-10-25T03:00:00', '2026-10-25 02:00:00'],
		['Asia/Kathmandu', 'at midnight', '2026-11-21T00:00:00', '2026-11-20 18:15:00'],
		['Asia/Kathmandu', 'without seconds', '2026-11-21 06:00', '2026-11-21 00:15:00'],
		[
			'America/New_York',
			'with an offset of its own',
			'2026-11-21T12:00:00+05:45',
			'2026-11-21 06:15:00',
		],
		['America/New_York', 'in UTC', '2026-11-21T12:00:00.000Z', '2026-11-21 12:00:00'],
		['UTC', 'as a date', '2026-11-21', '2026-11-21 00:00:00'],
	])('of %s, %s, goes out in UTC', async (zone, _when, picked, utc) => {
		expect(await sentFrom('transaction', { timeChargedFrom: picked }, zone)).toEqual({
			timeCharged: { gt: utc },
		});
	});

	it('goes out in UTC when an expression worked it out', async () => {
		const filters = { timeUpdatedFrom: "={{ DateTime.fromISO('2026-11-21T00:00:00') }}" };
		expect(await sentFrom('transaction', filters, 'Asia/Kathmandu')).toEqual({
			timeUpdated: { gt: '2026-11-20 18:15:00' },
		});
	});

	it.each(['Europe/Vienna', 'Asia/Kathmandu', 'UTC'])(
		'goes out as it stands for Local fields, in %s',
		async (zone) => {
			const filters = {
				timeSubscribedLocalFrom: '2026-03-29T02:30:00',
				timeUnsubscribedLocalTo: '2026-10-25 02:30:00',
			};
			expect(await sentFrom('subscription', filters, zone)).toEqual({
				timeSubscribedLocal: { gt: '2026-03-29 02:30:00' },
				timeUnsubscribedLocal: { lt: '2026-10-25 02:30:00' },
			});
		},
	);

	it('goes out in UTC for fields given by name', async () => {
		const filter = [
			{ name: 'timeNotified', value: '2026-11-21T06:00:00' },
			{ name: 'timeChargedTo', value: '2026-11-21T06:00:00' },
		];
		await office.getMany('transaction', { otherFilters: { filter } }, 'Asia/Kathmandu');
		expect(office.onlyBody).toEqual({
			timeNotified: '2026-11-21 00:15:00',
			timeCharged: { lt: '2026-11-21 00:15:00' },
		});
	});
});

describe('a price', () => {
	it.each([
		['6', '6.00'],
		['6.5', '6.50'],
		[6.05, '6.05'],
		['={{ 0.1 + 0.2 }}', '0.30'],
	])('typed as %j goes out as %j', async (typed, sent) => {
		expect(await sentFrom('subscription', { priceFrom: typed }, 'UTC')).toEqual({
			price: { gt: sent },
		});
	});
});

describe('before any request', () => {
	it.each<[string, 'subscription' | 'transaction', INodeParameters, string]>([
		[
			'a time range that ends before it begins',
			'transaction',
			{ timeChargedFrom: '2026-11-21T12:00:00', timeChargedTo: '2026-11-21T11:00:00' },
			'timeCharged: nothing lies after 2026-11-21 12:00:00 and before 2026-11-21 11:00:00',
		],
		[
			'a time range between one second and the next',
			'transaction',
			{ timeUpdatedFrom: '2026-11-21T12:00:00', timeUpdatedTo: '2026-11-21T12:00:01' },
			'neither bound is part of the range',
		],
		[
			'a range of Local times from a time to itself',
			'subscription',
			{ timeSubscribedLocalFrom: '2026-11-21', timeSubscribedLocalTo: '2026-11-21' },
			'timeSubscribedLocal: nothing lies',
		],
		[
			'a price range between one cent and the next',
			'subscription',
			{ priceFrom: '4.99', priceTo: '5.00' },
			'price: nothing lies after 4.99 and before 5.00',
		],
		[
			'what is no time',
			'transaction',
			{ timeChargedFrom: 'yesterday' },
			'timeCharged: “yesterday” is not a time. Pick one',
		],
		['what is no price', 'subscription', { priceTo: '4,99' }, 'price: “4,99” is not a price'],
		[
			'what is no ID',
			'transaction',
			{ transactionId: 'abc' },
			'transactionId: “abc” is not a number',
		],
	])('%s is refused', async (_what, resource, filters, words) => {
		const run = await office.getMany(resource, { filters });
		expect(errorOf(run)?.message).toContain('Filters: ');
		expect(errorOf(run)?.message).toContain(words);
		expect(office.recorder.sent).toEqual([]);
	});

	const nothing = '={{ $json.nothing }}';
	it.each([
		[{ filters: { msisdn: nothing } }, 'Phone Number: '],
		[{ otherFilters: { filter: [{ name: 'userId', value: nothing }] } }, 'Other Filters: '],
	])(
		'a filter whose expression finds nothing, %j, does not find everything',
		async (fields, label) => {
			const run = await office.getMany('transaction', fields);
			expect(errorOf(run)?.message).toBe(
				`${label}You added this field, but its expression finds nothing. Mend it, or have it give '' where there may be none`,
			);
			expect(office.recorder.sent).toEqual([]);
		},
	);

	it('a value beside a range of the same field is refused', async () => {
		const filters = { timeChargedFrom: '2026-11-21' };
		const otherFilters = { filter: [{ name: 'timeCharged', value: '2026-11-21 00:00:00' }] };
		const run = await office.getMany('transaction', { filters, otherFilters });
		expect(errorOf(run)?.message).toContain('timeCharged: give either one value or a range');
		expect(office.recorder.sent).toEqual([]);
	});

	it('the narrowest ranges that can match are not refused', async () => {
		const filters = {
			timeChargedFrom: '2026-11-21T12:00:00',
			timeChargedTo: '2026-11-21T12:00:02',
		};
		expect(errorOf(await office.getMany('transaction', { filters }))).toBeUndefined();
		const price = { priceFrom: '4.99', priceTo: '5.01' };
		expect(errorOf(await office.getMany('subscription', { filters: price }))).toBeUndefined();
	});
});
