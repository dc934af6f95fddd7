import { itemsOf, Office } from '../support/pollOffice';
import { errorOf } from '../support/runNode';

let office: Office;

beforeAll(async () => {
	office = await Office.open();
});
afterAll(() => office.close());
beforeEach(() => office.fresh());

const sale = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('the answer of a search', () => {
	it('is one item per record of a list, oldest or newest first as the platform has it', async () => {
		const ids = [0, 1, 2].map((minutes) => office.sell(sale + minutes * 60_000).transactionId);
		expect(itemsOf(await office.getMany('transaction')).map((item) => item.transactionId)).toEqual(
			ids,
		);
		await office.seller.set({ queryOrder: 'newest' });
		expect(itemsOf(await office.getMany('transaction')).map((item) => item.transactionId)).toEqual(
			ids.toReversed(),
		);
	});

	it('is one item when an older platform answers with one record', async () => {
		await office.seller.set({ queryAnswer: 'record' });
		const { transactionId } = office.sell(sale);
		await office.seller.optIn();
		expect(itemsOf(await office.getMany('transaction', oneBy(transactionId)))).toEqual([
			expect.objectContaining({ transactionId }),
		]);
		expect(itemsOf(await office.getMany('subscription'))).toEqual([
			expect.objectContaining({ serviceKey: 'GAMECLUB04', active: true }),
		]);
	});

	it('says, where all were asked for, that more may hide behind one record', async () => {
		office.sell(sale);
		const all = { returnAll: true };
		const listed = itemsOf(await office.getMany('transaction', all));
		expect(listed).toEqual([
			expect.not.objectContaining({ warning: expect.anything() as unknown }),
		]);
		await office.seller.set({ queryAnswer: 'record' });
		expect(itemsOf(await office.getMany('transaction', all))).toEqual([
			expect.objectContaining({ warning: expect.stringContaining('more may match') as string }),
		]);
	});

	it('is no item when nothing was found, by a list and by one record', async () => {
		const nobody = { filters: { msisdn: '33639980009' } };
		expect(itemsOf(await office.getMany('transaction', nobody))).toEqual([]);
		await office.seller.set({ queryAnswer: 'record' });
		expect(itemsOf(await office.getMany('transaction', nobody))).toEqual([]);
		expect(itemsOf(await office.getMany('subscription', nobody))).toEqual([]);
	});

	it.each([
		['null', null],
		['an empty record', {}],
		['an empty list', []],
	])('is no item when it is %s', async (_what, body) => {
		office.answerWith(body);
		expect(itemsOf(await office.getMany('transaction'))).toEqual([]);
	});

	it('is the list when the platform wraps it up', async () => {
		office.answerWith({ transactions: [{ transactionId: 1 }, { transactionId: 2 }] });
		expect(itemsOf(await office.getMany('transaction'))).toHaveLength(2);
	});

	it('keeps fields, enumeration values and types that the contract does not know', async () => {
		const record = {
			transactionId: 'TX-17',
			action: 'SUB_UPGRADE',
			transactionState: null,
			price: '6.05',
			timeCharged: 1_764_000_000,
			loyalty: { tier: 'gold', points: [1, 2] },
		};
		office.answerWith([record]);
		expect(itemsOf(await office.getMany('transaction'))).toEqual([record]);
	});

	it('keeps a record with an error of its own as a good item', async () => {
		office.answerWith([{ transactionId: 1, error: 'declined' }]);
		expect(itemsOf(await office.getMany('transaction'))).toEqual([
			{ transactionId: 1, platformError: 'declined' },
		]);
	});

	it.each([
		['a page', '<html>Welcome</html>', 200, 'answered with something that is no data'],
		['a list of text', ['a', 'b'], 200, 'answered with something that is no data'],
		['a page that is not there', '<html>Not found</html>', 404, 'HTTP 404'],
		['a refusal', { status: 'UNAUTHORIZED', errorMessage: 'not yours' }, 403, 'not yours'],
	])('is an error when it is %s', async (_what, body, status, words) => {
		office.answerWith(body, status);
		expect(errorOf(await office.getMany('transaction'))?.message).toContain(words);
	});
});

describe('a record that is shown simplified', () => {
	it('has the ten fields people look at, and its time as ISO too', async () => {
		const { transactionId } = office.sell(sale, { pinIdentification: '4711' });
		const [item] = itemsOf(await office.getMany('transaction', { simplify: true }));
		expect(item).toEqual({
			transactionId,
			action: 'CHARGE',
			transactionState: 'FINISHED',
			actionStatus: 'COMPLETED',
			msisdn: '33639980001',
			operator: 'FR_DEMOTEL',
			serviceKey: 'COINSHOP07',
			endUserPrice: 0.99,
			errorType: null,
			timeCharged: '2026-11-21 12:00:00',
			timeChargedIso: '2026-11-21T12:00:00.000Z',
		});
	});

	it('is a subscription with the ten fields people look at', async () => {
		await office.seller.optIn();
		const [subscription] = office.sandbox.world.payments.subscriptions.all;
		Object.assign(subscription?.record ?? {}, {
			timeSubscribed: '2026-11-21 12:00:00',
			timeToExpire: null,
		});
		const [item] = itemsOf(await office.getMany('subscription', { simplify: true }));
		expect(item).toEqual({
			subscriptionId: 5_000_001,
			msisdn: '33639980001',
			userId: 'user-1',
			serviceKey: 'GAMECLUB04',
			operator: 'FR_DEMOTEL',
			active: true,
			price: 2.99,
			currency: 'EUR',
			timeSubscribed: '2026-11-21 12:00:00',
			timeSubscribedIso: '2026-11-21T12:00:00.000Z',
			timeToExpire: null,
		});
	});

	it('has times as they came when they are none', async () => {
		office.answerWith([{ transactionId: 1, timeCharged: 'soon' }]);
		const [item] = itemsOf(await office.getMany('transaction', { simplify: true }));
		expect(item).toMatchObject({ timeCharged: 'soon' });
		expect(item).not.toHaveProperty('timeChargedIso');
	});
});

describe('a record that is shown in full', () => {
	it('is as the platform sent it, but for the PIN', async () => {
		const record = office.sell(sale, { pinIdentification: '4711' });
		const [item] = itemsOf(await office.getMany('transaction'));
		expect(item).toEqual({ ...record, pinIdentification: '•••' });
		expect(JSON.stringify(item)).not.toContain('4711');
	});

	it('has no PIN where there is none', async () => {
		office.sell(sale, { pinIdentification: null });
		expect(itemsOf(await office.getMany('transaction'))).toEqual([
			expect.objectContaining({ pinIdentification: null }),
		]);
	});
});

describe('how many records are given', () => {
	beforeEach(() => {
		for (let index = 0; index < 60; index++) office.sell(sale + index * 1000);
	});

	it.each([
		['all of them', { returnAll: true }, 60],
		['all of them, whatever limit there was before', { returnAll: true, limit: 3 }, 60],
		['fifty unless told', { returnAll: false }, 50],
		['up to a limit', { returnAll: false, limit: 7 }, 7],
		['all of fewer than the limit', { returnAll: false, limit: 100 }, 60],
	])('is %s', async (_what, fields, count) => {
		expect(itemsOf(await office.getMany('transaction', fields))).toHaveLength(count);
	});

	it('is refused when the limit is no number above nothing', async () => {
		const run = await office.getMany('transaction', { returnAll: false, limit: 0 });
		expect(errorOf(run)?.message).toContain('Limit: ');
		expect(office.searches).toEqual([]);
	});
});

function oneBy(transactionId: number) {
	return { filters: { transactionId: String(transactionId) } };
}
