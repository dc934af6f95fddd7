import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorOf, failureIn, fieldsOf } from '../support/runNode';
import { leftBy, CANCEL_PATH, REFUND_PATH, Shop } from './support/shop';

let shop: Shop;
beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());

const quick = { options: { maxTries: 5 } };
const nothing = '={{ $json.nothing }}';
const continued = { settings: { onError: 'continueRegularOutput' as const } };
const lost = { kind: 'drop', when: 'after' };
const signedBy = (serviceKey: string, name: string) => {
	const signingSecret = `demo-signing-key-${name}`;
	shop.useService({ serviceKey: '', moreServices: { service: [{ serviceKey, signingSecret }] } });
};
const sentTo = async (operation: string) =>
	(await shop.received()).filter((one) => one.operation === operation);
const unclear = (item: IDataObject) => {
	expect(failureIn(item)).toMatchObject({
		message: expect.stringMatching(/^Outcome unknown/) as string,
		outcomeUnknown: true,
	});
};

describe('Subscription: Cancel', () => {
	beforeEach(async () => {
		await shop.fresh();
		signedBy('GAMECLUB04', 'gameclub');
		await shop.seller.set({ cancelDelaySeconds: 0 });
		await shop.seller.optIn();
	});
	const cancel = async (fields: INodeParameters = {}, call = {}) =>
		fieldsOf(await shop.cancel({ ...quick, ...fields }, { ...continued, ...call }));
	const subscriptionId = async () =>
		String((await shop.seller.subscriptions())[0].subscriptionId as number);
	const isActive = async () => (await shop.seller.cases())[0];

	it.each([200, 202])('ends it, by either ID, as text (HTTP %i)', async (acceptedStatus) => {
		await shop.seller.set({ acceptedStatus });
		const id = await subscriptionId();
		const canceled = { outcome: 'canceled', serviceKey: 'GAMECLUB04' };
		const byId = { cancelBy: 'subscriptionId', subscriptionId: id };
		expect(await cancel(byId)).toMatchObject([{ ...canceled, subscriptionId: id }]);
		expect(await isActive()).toBe(false);
		expect((await sentTo('unsubscribe'))[0]?.asked).toEqual({
			apikey: 'GAMECLUB04',
			subscriptionid: id,
			sign: expect.stringMatching(/^[\da-f]{40}$/) as string,
		});
		await shop.seller.optIn({ msisdn: '33639980002', userid: 'user-2' });
		expect(await cancel({ userId: 'user-2' })).toMatchObject([{ ...canceled, userId: 'user-2' }]);
	});

	it('is accepted though it takes effect later, and says when one is under way', async () => {
		await shop.seller.set({ cancelDelaySeconds: 3600 });
		expect(await cancel()).toMatchObject([{ outcome: 'canceled' }]);
		expect(await isActive()).toBe(true);
		expect(await cancel()).toMatchObject([
			{ outcome: 'alreadyBeingCanceled', errorType: 'NOT_ACCEPTABLE' },
		]);
	});

	it('whose answer is lost is found', async () => {
		await shop.breakWith(CANCEL_PATH, lost, { times: 1 });
		expect(await cancel()).toMatchObject([
			{ outcome: 'canceled', confirmedByLookUp: true, userId: 'user-1' },
		]);
		expect(await sentTo('unsubscribe')).toHaveLength(1);
	});

	it('that was lost is sent again', async () => {
		await shop.breakWith(CANCEL_PATH, { kind: 'drop' }, { times: 1 });
		const [item] = await cancel();
		expect(item).toMatchObject({ outcome: 'canceled' });
		expect(item).not.toHaveProperty('confirmedByLookUp');
		expect(await isActive()).toBe(false);
	});

	it('whose answer is lost, and that takes a while, is already being canceled', async () => {
		await shop.seller.set({ cancelDelaySeconds: 3600 });
		await shop.breakWith(CANCEL_PATH, lost, { times: 1 });
		expect(await cancel()).toMatchObject([{ outcome: 'alreadyBeingCanceled' }]);
	});

	it('is in doubt when everything fails', async () => {
		await shop.breakWith('*', { kind: 'answer', when: 'after', status: 500 });
		const [item = {}] = await cancel({ options: { maxTries: 1 } });
		unclear(item);
	});

	it('is in doubt when the only record of a user is old, on an older platform', async () => {
		await cancel();
		await shop.seller.set({ queryAnswer: 'record' });
		await shop.breakWith(CANCEL_PATH, lost, { times: 1 });
		const [item = {}] = await cancel();
		unclear(item);
	});

	it('twice in a list is sent once', async () => {
		const [one, other] = await cancel({}, { items: [{}, {}] });
		expect(one).toMatchObject({ outcome: 'canceled' });
		expect(other).toMatchObject({ outcome: 'canceled', skipped: expect.any(String) as string });
		expect(await sentTo('unsubscribe')).toHaveLength(1);
	});

	it.each<INodeParameters>([
		{ userId: 'nobody' },
		{ cancelBy: 'subscriptionId', subscriptionId: '90071992547409931' },
	])('of %j is no such subscription', async (fields) => {
		expect(await cancel(fields)).toMatchObject([
			{ outcome: 'noSuchSubscription', errorMessage: 'Subscription does not exists.' },
		]);
	});

	it.each<[string, INodeParameters, string]>([
		['with a wrong key', {}, 'Signature validation failed! – INVALID_REQUEST (HTTP 400)'],
		[
			'without an ID',
			{ cancelBy: 'subscriptionId', subscriptionId: nothing },
			"'Subscription ID' is required",
		],
		[
			'with a wrong ID',
			{ cancelBy: 'subscriptionId', subscriptionId: 'a1' },
			'must have only digits',
		],
		['without a user', { userId: nothing }, "'User ID' is required"],
	])('%s is an error', async (_what, fields, words) => {
		signedBy('GAMECLUB04', 'another');
		expect(errorOf(await shop.cancel(fields))?.message).toContain(words);
		expect(await isActive()).toBe(true);
	});
});

describe('Payment: Refund', () => {
	let transactionId: string;
	beforeEach(async () => {
		await shop.fresh();
		signedBy('COINSHOP07', 'coinshop');
		transactionId = await buy('order-1');
	});
	const buy = async (clientid: string | undefined, price = '0.99') => {
		const { data } = await shop.seller.subscribe({ clientid, price });
		await shop.seller.pin(data.transactionId as string, await shop.seller.readPin());
		return String(data.transactionId);
	};
	const refund = async (fields: INodeParameters = {}, call = {}) =>
		fieldsOf(await shop.refund({ ...quick, transactionId, ...fields }, { ...continued, ...call }));
	const refunds = async () =>
		((await shop.seller.post('/v1/transactions', { action: 'REFUND' })).data as IDataObject[])
			.length;

	it.each([200, 202])('gives the money back (HTTP %i)', async (acceptedStatus) => {
		await shop.seller.set({ acceptedStatus });
		expect(await refund()).toMatchObject([
			{ outcome: 'refunded', transactionId, serviceKey: 'COINSHOP07' },
		]);
		expect((await sentTo('refund'))[0]?.asked).toEqual({
			apikey: 'COINSHOP07',
			transactionid: transactionId,
			sign: expect.stringMatching(/^[\da-f]{40}$/) as string,
		});
		expect(await refund()).toMatchObject([{ outcome: 'refused', errorType: 'NOT_ACCEPTABLE' }]);
		expect(await refunds()).toBe(1);
	});

	it.each(['plain', 'encrypted'])('whose answer is lost is found by a %s ID', async (form) => {
		const { encryptedTransactionId } = (await shop.seller.payment(transactionId)).transaction;
		const id = form === 'plain' ? transactionId : String(encryptedTransactionId);
		await shop.breakWith(REFUND_PATH, lost, { times: 1 });
		expect(await refund({ transactionId: id })).toMatchObject([
			{
				outcome: 'refunded',
				confirmedByLookUp: true,
				transactionId: id,
				refundTransactionId: expect.anything() as unknown,
			},
		]);
		expect(await sentTo('refund')).toHaveLength(1);
	});

	it('that was lost is sent again, though the customer has another refund', async () => {
		await refund({ transactionId: await buy('order-2') });
		await shop.breakWith(REFUND_PATH, { kind: 'drop' }, { times: 1 });
		const [item] = await refund();
		expect(item).toMatchObject({ outcome: 'refunded' });
		expect(await refunds()).toBe(2);
	});

	it.each<[string, string, () => Promise<unknown>]>([
		[
			'another charge of the same kind was refunded',
			REFUND_PATH,
			async () => {
				transactionId = await buy(undefined);
				await refund({ transactionId: await buy(undefined) });
			},
		],
		[
			'the platform shows one record at a time',
			REFUND_PATH,
			async () => shop.seller.set({ queryAnswer: 'record' }),
		],
		['the searches fail, too', '*', () => Promise.resolve()],
	])('is in doubt when %s', async (_what, path, arrange) => {
		await arrange();
		await shop.breakWith(path, { kind: 'answer', status: 500 });
		const [item = {}] = await refund({ options: { maxTries: 1 } });
		unclear(item);
	});

	it('twice in a list is sent once', async () => {
		const [one, other] = await refund({}, { items: [{}, {}] });
		expect(one).toMatchObject({ outcome: 'refunded' });
		expect(other).toMatchObject({ outcome: 'refunded', skipped: expect.any(String) as string });
		expect(await refunds()).toBe(1);
	});

	it('of an old charge is refused', async () => {
		await shop.seller.advance(31);
		expect(await refund()).toMatchObject([
			{ outcome: 'refused', errorMessage: expect.stringContaining('expired') as string },
		]);
	});

	it.each<[string, INodeParameters, string]>([
		['of nothing', { transactionId: '90071992547409931' }, 'Transaction does not exists.'],
		['without an ID', { transactionId: nothing }, "'Transaction ID' is required"],
	])('%s is an error', async (_what, fields, words) => {
		expect(errorOf(await shop.refund({ transactionId, ...fields }))?.message).toContain(words);
	});

	it('with a wrong key is an error', async () => {
		signedBy('COINSHOP07', 'another');
		const words = 'Signature validation failed! – INVALID_REQUEST (HTTP 400)';
		expect(errorOf(await shop.refund({ transactionId }))?.message).toContain(words);
		expect(await refunds()).toBe(0);
	});

	it('is shown by a dry run, and not sent', async () => {
		const fields = { transactionId, options: { dryRun: true } };
		const left = leftBy(await shop.refund(fields, { split: true }), [
			'Refunded',
			'Refused',
			'Dry Run',
		]);
		const wouldSend = expect.objectContaining({ method: 'POST' }) as unknown;
		expect(left).toEqual({ 'Dry Run': [{ dryRun: true, wouldSend, outcome: 'dryRun' }] });
		expect(await sentTo('refund')).toEqual([]);
	});
});
