import fc from 'fast-check';
import { DateTime } from 'luxon';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller } from './seller';

type Row = Record<string, unknown>;

const RANGES = {
	transactions: ['timeCharged', 'timeChargedLocal', 'timeUpdated'],
	subscriptions: [
		'timeSubscribed',
		'timeSubscribedLocal',
		'timeToExpire',
		'timeUnsubscribed',
		'timeUnsubscribedLocal',
	],
};
const KINDS = ['transactions', 'subscriptions'] as const;
const ID = { transactions: 'transactionId', subscriptions: 'subscriptionId' };

let sandbox: Sandbox;
let seller: Seller;
const own: Record<(typeof KINDS)[number], Row[]> = { transactions: [], subscriptions: [] };

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
	await seller.http.post('/_sandbox/history', { transactions: 800, days: 200, seed: 5 });
	const { transactions, subscriptions } = sandbox.world.payments;
	const isOwn = (row: { serviceKey: string }) => row.serviceKey !== 'OTHERSHOP01';
	own.transactions = transactions.all
		.map(({ record }) => ({ ...record }))
		.filter(isOwn)
		.sort((a, b) => inOrder(a, b, 'timeCharged', 'transactionId')) as Row[];
	own.subscriptions = subscriptions.all
		.map(({ record }) => ({ ...record }))
		.filter(isOwn)
		.sort((a, b) => inOrder(a, b, 'timeSubscribed', 'subscriptionId')) as Row[];
});
afterAll(() => sandbox.close());

function inOrder(a: object, b: object, time: string, id: string): number {
	const [one, other] = [a as Row, b as Row];
	return secondsOf(one[time]) - secondsOf(other[time]) || Number(one[id]) - Number(other[id]);
}

// Not as the sandbox does it, which compares texts.
const instants = new Map<unknown, number>();
function secondsOf(time: unknown): number {
	const known = instants.get(time) ?? DateTime.fromSQL(String(time), { zone: 'utc' }).toSeconds();
	instants.set(time, known);
	return known;
}

function textOf(seconds: number): string {
	return DateTime.fromSeconds(seconds, { zone: 'utc' }).toFormat('yyyy-MM-dd HH:mm:ss');
}

const search = async (kind: (typeof KINDS)[number], body: unknown) =>
	(await seller.post(`/v1/${kind}`, body)).data as Row[];

const fieldsOf = (kind: (typeof KINDS)[number]) => Object.keys(own[kind][0] ?? {});

describe.each(KINDS)('%s', (kind) => {
	test('without filters are all of the merchant, the oldest first', async () => {
		const all = await search(kind, {});
		expect(all.length).toBeGreaterThan(30);
		expect(all).toEqual(own[kind]);
	});

	test('are found by the value of any field, also by null', async () => {
		for (const field of fieldsOf(kind)) {
			for (const value of [...new Set(own[kind].map((row) => row[field]))].slice(0, 12)) {
				const expected = own[kind].filter((row) => row[field] === value);
				const found = await search(kind, { [field]: value });
				expect([field, value, found.map((row) => row[ID[kind]])]).toEqual([
					field,
					value,
					expected.map((row) => row[ID[kind]]),
				]);
				if (field !== 'active' && expected.length === 1) break;
			}
		}
	});

	test('are found by ranges of each listed time, exclusive to the second', async () => {
		for (const field of RANGES[kind]) {
			const rows = own[kind].filter((one) => one[field] !== null);
			const row = rows[rows.length >> 1];
			const at = secondsOf(row?.[field]);
			const ids = async (range: object) =>
				(await search(kind, { [field]: range })).map((one) => one[ID[kind]]);
			const id = row?.[ID[kind]];
			expect(await ids({ gt: textOf(at - 1), lt: textOf(at + 1) })).toContain(id);
			expect(await ids({ gt: textOf(at - 1) })).toContain(id);
			expect(await ids({ lt: textOf(at + 1) })).toContain(id);
			expect(await ids({ gt: textOf(at) })).not.toContain(id);
			expect(await ids({ lt: textOf(at) })).not.toContain(id);
			expect(await ids({ gt: textOf(at), lt: textOf(at) })).toEqual([]);
			expect(await ids({ gt: textOf(at + 9), lt: textOf(at - 9) })).toEqual([]);
		}
	});

	test('are those that fit every filter, whatever the filters are', async () => {
		const filter = fc.record({
			row: fc.nat(),
			fields: fc.uniqueArray(fc.constantFrom(...fieldsOf(kind)), { maxLength: 3 }),
			range: fc.constantFrom(...RANGES[kind]),
			before: fc.option(fc.nat({ max: 30 * 86_400 })),
			after: fc.option(fc.nat({ max: 30 * 86_400 })),
		});
		await fc.assert(
			fc.asyncProperty(filter, async ({ row, fields, range, before, after }) => {
				const sample = own[kind][row % own[kind].length] ?? {};
				const body: Row = Object.fromEntries(fields.map((field) => [field, sample[field]]));
				const at = secondsOf(sample[range]);
				const bounds: Record<string, string> = {};
				if (!Number.isNaN(at) && before !== null) bounds.gt = textOf(at - before);
				if (!Number.isNaN(at) && after !== null) bounds.lt = textOf(at + after);
				if (Object.keys(bounds).length > 0) body[range] = bounds;
				const fits = (one: Row) =>
					Object.entries(body).every(([field, value]) => {
						if (value !== bounds) return one[field] === value;
						if (one[field] === null) return false;
						const seconds = secondsOf(one[field]);
						const isAfter = bounds.gt === undefined || seconds > secondsOf(bounds.gt);
						return isAfter && (bounds.lt === undefined || seconds < secondsOf(bounds.lt));
					});
				expect(await search(kind, body)).toEqual(own[kind].filter(fits));
			}),
			{ numRuns: 50 },
		);
	});
});

test('subscriptions are found by price, as a number and between texts with two decimals', async () => {
	const prices = async (price: unknown) => [
		...new Set((await search('subscriptions', { price })).map((row) => row.price)),
	];
	expect(await prices(2.99)).toEqual([2.99]);
	expect((await prices({ gt: '0.48', lt: '3.00' })).sort()).toEqual([0.49, 2.99]);
	expect(await prices({ gt: '0.49', lt: '9.99' })).toEqual([2.99]);
	expect(await prices({ gt: '9.99' })).toEqual([]);
	expect(await prices({ lt: '0.49' })).toEqual([]);
});

const AT = '2026-01-31 10:00:00';
test.each([
	['transactions', 'msisdn', 33639980001],
	['transactions', 'msisdn', null],
	['transactions', 'msisdn', ['33639980001']],
	['transactions', 'transactionId', '82-3'],
	['transactions', 'subscriptionId', { gt: '1' }],
	['transactions', 'action', 'CANCEL'],
	['transactions', 'transactionState', 'finished'],
	['transactions', 'merchantNotificationStatus', null],
	['transactions', 'price', '2,99'],
	['transactions', 'price', { gt: '1.00', lt: '3.00' }],
	['transactions', 'endUserPrice', { gt: '1.00' }],
	['transactions', 'timeCharged', '2026-01-31'],
	['transactions', 'timeCharged', '2026-01-31T10:00:00'],
	['transactions', 'timeCharged', '2026-02-30 10:00:00'],
	['transactions', 'timeCharged', '2026-01-31 24:00:00'],
	['transactions', 'timeCharged', 1769853600],
	['transactions', 'timeCharged', null],
	['transactions', 'timeCharged', {}],
	['transactions', 'timeCharged', { gte: AT }],
	['transactions', 'timeCharged.gt', { gt: '2026-01-31 10:00' }],
	['transactions', 'timeChargedLocal.lt', { lt: 5 }],
	['transactions', 'timeUpdated.lt', { gt: AT, lt: null }],
	['transactions', 'timeUpdated', [AT]],
	['transactions', 'timeNotified', { gt: AT }],
	['transactions', 'executionTime', { lt: AT }],
	['subscriptions', 'active', 'true'],
	['subscriptions', 'period', 'YEAR'],
	['subscriptions', 'optInTrid', 'one'],
	['subscriptions', 'price', '2,99'],
	['subscriptions', 'price', null],
	['subscriptions', 'price.gt', { gt: 2 }],
	['subscriptions', 'price.gt', { gt: '2' }],
	['subscriptions', 'price.lt', { lt: '2.999' }],
	['subscriptions', 'price.lt', { lt: '-1.00' }],
	['subscriptions', 'lastCharge', { gt: AT }],
	['subscriptions', 'timeToExpire.gt', { gt: 'now' }],
	['subscriptions', 'timeSubscribed', null],
])('%s: %s as %j is refused in words that name the field', async (kind, field, value) => {
	const [name = ''] = field.split('.');
	const { status, data } = await seller.post(`/v1/${kind}`, { [name]: value });
	expect(status).toBe(400);
	expect(data).toMatchObject({ status: 'INVALID_REQUEST', field });
	expect(data.errorMessage).toMatch(new RegExp(`^${field}: .{8,}`));
});

test.each([[[]], ['[]'], ['"x"'], ['null'], ['{"timeCharged":']])(
	'the body %j is refused',
	async (body) => {
		const answer = await seller.post('/v1/transactions', body);
		expect([400, 415]).toContain(answer.status);
		expect(answer.data.status).toBe('INVALID_REQUEST');
	},
);
