import type { INodeParameters } from 'n8n-workflow';
import { transactionFields, subscriptionFields } from '../../platform/recordFields';
import type { SubscriptionRecord } from '../../sandbox/payments/subscription';
import type { TransactionRecord } from '../../sandbox/payments/transaction-record';
import { itemsOf, Office } from '../support/pollOffice';
import { errorOf } from '../support/runNode';

let office: Office;

beforeAll(async () => {
	office = await Office.open();
});
afterAll(() => office.close());
beforeEach(() => office.fresh());

const soughtTransaction: Omit<TransactionRecord, 'transactionId' | 'encryptedTransactionId'> = {
	action: 'SUB_ADMIN CANCEL',
	actionStatus: 'CANCELED',
	amount: 60,
	billingType: 'MO',
	comment: 'by hand',
	country: 'FR',
	currency: 'EUR',
	endUserPrice: 7,
	errorMessage: 'no credit',
	errorType: 'NOT_ENOUGH_CREDIT',
	executionTime: '2026-03-01 10:00:00',
	finishedBy: 'clerk',
	integrationSolution: 'SMS',
	ip: '192.0.2.17',
	keyword: 'GAME',
	merchantName: 'Demo Merchant',
	merchantNotificationStatus: 'REJECTED',
	merchantReference: 'order-17',
	moMessage: 'GAME GO',
	msisdn: '33639980001',
	mtMessage: 'Welcome',
	operator: 'FR_DEMOTEL',
	pinIdentification: '4711',
	price: 6.05,
	provider: 'SANDBOX',
	reference: 'op-17',
	serviceKey: 'COINSHOP07',
	serviceName: 'Coin Shop',
	servicePrice: 5.99,
	shortCode: '83000',
	subscriptionId: 5_000_123,
	timeCharged: '2026-03-01 09:30:00',
	timeChargedLocal: '2026-03-01 10:30:00',
	timeNotified: '2026-03-01 09:31:00',
	timeUpdated: '2026-03-01 09:30:30',
	transactionState: 'CANCELED',
};

const otherTransaction: typeof soughtTransaction = {
	action: 'SUB CANCEL',
	actionStatus: 'COMPLETED',
	amount: 10,
	billingType: 'DMB',
	comment: null,
	country: 'GB',
	currency: 'GBP',
	endUserPrice: 0.99,
	errorMessage: null,
	errorType: null,
	executionTime: null,
	finishedBy: null,
	integrationSolution: 'API',
	ip: null,
	keyword: null,
	merchantName: 'Another Name',
	merchantNotificationStatus: 'DELIVERED',
	merchantReference: null,
	moMessage: null,
	msisdn: '447700900001',
	mtMessage: '',
	operator: 'GB_SAMPLECELL',
	pinIdentification: null,
	price: 0.99,
	provider: 'OTHER',
	reference: null,
	serviceKey: 'TICKETS08',
	serviceName: 'Tickets',
	servicePrice: 0.99,
	shortCode: '',
	subscriptionId: 0,
	timeCharged: '2026-03-02 09:30:00',
	timeChargedLocal: '2026-03-02 09:30:00',
	timeNotified: null,
	timeUpdated: '2026-03-02 09:30:30',
	transactionState: 'FINISHED',
};

function twoTransactions(): TransactionRecord {
	office.sell(Date.now(), otherTransaction);
	return office.sell(Date.now(), soughtTransaction);
}

async function twoSubscriptions(): Promise<SubscriptionRecord> {
	await office.seller.optIn();
	await office.seller.optIn({ apikey: 'NEWSDAILY05', price: '0.49', msisdn: '33639980002' });
	const [sought, other] = office.sandbox.world.payments.subscriptions.all;
	if (!sought || !other) throw new Error('nobody subscribed');
	Object.assign(other.record, {
		active: false,
		country: 'GB',
		currency: 'GBP',
		merchant: 'Another Name',
		operator: 'GB_SAMPLECELL',
		provider: 'OTHER',
		period: 'DAY',
		periodAmount: 3,
		subscriptionControl: 'PROVIDER',
		timeSubscribed: '2026-03-02 09:30:00',
		timeSubscribedLocal: '2026-03-02 09:30:00',
		timeToExpire: null,
		userId: 'user-2',
	});
	return Object.assign(sought.record, {
		lastCharge: '2026-03-08 09:30:00',
		price: 6.05,
		providerReference: 'op-17',
		subscriptionControl: 'MERCHANT',
		timeSubscribed: '2026-03-01 09:30:00',
		timeSubscribedLocal: '2026-03-01 10:30:00',
		timeToExpire: '2026-03-15 09:30:00',
		timeUnsubscribed: '2026-03-09 09:30:00',
		timeUnsubscribedLocal: '2026-03-09 10:30:00',
	} as const);
}

const otherFilter = (name: string, value: string): INodeParameters => ({
	otherFilters: { filter: [{ name, value }] },
});

/** n8n drops an empty body, so there is always a filter. */
const allTransactions = { timeCharged: { gt: '1970-01-01 00:00:00' } };
const encryptedOne = 'encryptedTransactionId';

describe('a search of transactions', () => {
	it.each(Object.keys(transactionFields))('finds one by %s, given by name', async (name) => {
		const sought = twoTransactions();
		const value = sought[name as keyof TransactionRecord];
		const found = itemsOf(await office.getMany('transaction', otherFilter(name, String(value))));
		expect(found.map(({ transactionId }) => transactionId)).toEqual([sought.transactionId]);
		expect(office.onlyBody).toEqual({ [name]: value });
	});

	it.each<[INodeParameters, Record<string, unknown>]>([
		[{ action: 'SUB_ADMIN CANCEL' }, { action: 'SUB_ADMIN CANCEL' }],
		[{ actionStatus: 'CANCELED' }, { actionStatus: 'CANCELED' }],
		[{ billingType: 'MO' }, { billingType: 'MO' }],
		[{ integrationSolution: 'SMS' }, { integrationSolution: 'SMS' }],
		[{ merchantReference: 'order-17' }, { merchantReference: 'order-17' }],
		[{ country: 'fr' }, { country: 'FR' }],
		[{ errorType: 'NOT_ENOUGH_CREDIT' }, { errorType: 'NOT_ENOUGH_CREDIT' }],
		[{ merchantNotificationStatus: 'REJECTED' }, { merchantNotificationStatus: 'REJECTED' }],
		[{ operator: ' fr_demotel ' }, { operator: 'FR_DEMOTEL' }],
		[{ msisdn: '+33 6 39 98 00 01' }, { msisdn: '33639980001' }],
		[{ transactionState: 'CANCELED' }, { transactionState: 'CANCELED' }],
		[{ subscriptionId: '5000123' }, { subscriptionId: 5_000_123 }],
		[
			{ timeChargedFrom: '2026-03-01T09:29:59', timeChargedTo: '2026-03-01T09:30:01' },
			{ timeCharged: { gt: '2026-03-01 09:29:59', lt: '2026-03-01 09:30:01' } },
		],
		[
			{ timeChargedLocalTo: '2026-03-01T10:31:00' },
			{ timeChargedLocal: { lt: '2026-03-01 10:31:00' } },
		],
		[
			{ timeUpdatedFrom: '2026-03-01T09:30:29', timeUpdatedTo: '2026-03-02T09:30:30' },
			{ timeUpdated: { gt: '2026-03-01 09:30:29', lt: '2026-03-02 09:30:30' } },
		],
	])('finds one by the picked filters %j', async (filters, body) => {
		const sought = twoTransactions();
		const found = itemsOf(await office.getMany('transaction', { filters }));
		expect(found.map(({ transactionId }) => transactionId)).toEqual([sought.transactionId]);
		expect(office.onlyBody).toEqual(body);
	});

	it('finds one by its ID, a number typed or worked out', async () => {
		const { transactionId } = twoTransactions();
		for (const typed of [String(transactionId), transactionId]) {
			const filters = { transactionId: typed };
			expect(itemsOf(await office.getMany('transaction', { filters }))).toHaveLength(1);
		}
		expect(office.searches.map(({ body }) => body)).toEqual([{ transactionId }, { transactionId }]);
	});

	it.each(['SUB CANCEL', 'SUB_ADMIN CANCEL'])('keeps the odd spelling %s', async (action) => {
		twoTransactions();
		const found = itemsOf(await office.getMany('transaction', { filters: { action } }));
		expect(found).toEqual([expect.objectContaining({ action })]);
	});

	it('finds one by several filters at once, and none when one of them does not fit', async () => {
		twoTransactions();
		const fitting = { filters: { country: 'FR' }, ...otherFilter('ip', '192.0.2.17') };
		expect(itemsOf(await office.getMany('transaction', fitting))).toHaveLength(1);
		const unfitting = { filters: { country: 'GB' }, ...otherFilter('ip', '192.0.2.17') };
		expect(itemsOf(await office.getMany('transaction', unfitting))).toEqual([]);
	});

	it('finds all when every filter is left empty', async () => {
		twoTransactions();
		const filters = { msisdn: '', errorType: '', timeChargedFrom: '' };
		expect(itemsOf(await office.getMany('transaction', { filters }))).toHaveLength(2);
		expect(office.onlyBody).toEqual(allTransactions);
	});

	it('finds one of several by an encrypted ID with a plus and a slash', async () => {
		const { transactionId, encryptedTransactionId } = twoTransactions();
		const fields = otherFilter(encryptedOne, encryptedTransactionId);
		const found = itemsOf(await office.getMany('transaction', fields));
		expect(found).toEqual([expect.objectContaining({ transactionId })]);
	});

	it.each(['', '0017'])('refuses a %j that is no number of the customer', async (end) => {
		const run = await office.getMany('transaction', { filters: { msisdn: `no number${end}` } });
		expect(errorOf(run)?.message).toContain('Filters: msisdn:');
		expect(office.searches).toEqual([]);
	});
});

describe('a search of subscriptions', () => {
	it.each(Object.keys(subscriptionFields))('finds one by %s, given by name', async (name) => {
		const sought = await twoSubscriptions();
		const value = sought[name as keyof SubscriptionRecord];
		const found = itemsOf(await office.getMany('subscription', otherFilter(name, String(value))));
		expect(found.map(({ subscriptionId }) => subscriptionId)).toEqual([sought.subscriptionId]);
		expect(office.onlyBody).toEqual({ [name]: value });
	});

	it.each<[INodeParameters, Record<string, unknown>]>([
		[{ active: true }, { active: true }],
		[{ subscriptionControl: 'MERCHANT' }, { subscriptionControl: 'MERCHANT' }],
		[{ country: 'FR' }, { country: 'FR' }],
		[{ operator: 'FR_DEMOTEL' }, { operator: 'FR_DEMOTEL' }],
		[{ period: 'WEEK' }, { period: 'WEEK' }],
		[{ msisdn: '0033639980001' }, { msisdn: '33639980001' }],
		[{ userId: 'user-1' }, { userId: 'user-1' }],
		[{ subscriptionId: '5000001' }, { subscriptionId: 5_000_001 }],
		[{ optInTrid: '820000003' }, { optInTrid: 820_000_003 }],
		[{ priceFrom: '6', priceTo: '6.1' }, { price: { gt: '6.00', lt: '6.10' } }],
		[{ priceFrom: '6.04' }, { price: { gt: '6.04' } }],
		[
			{ timeSubscribedTo: '2026-03-02T09:30:00' },
			{ timeSubscribed: { lt: '2026-03-02 09:30:00' } },
		],
		[
			{ timeSubscribedLocalTo: '2026-03-01T10:30:01' },
			{ timeSubscribedLocal: { lt: '2026-03-01 10:30:01' } },
		],
		[{ timeToExpireFrom: '2026-03-15' }, { timeToExpire: { gt: '2026-03-15 00:00:00' } }],
		[
			{ timeUnsubscribedFrom: '2026-03-01', timeUnsubscribedTo: '2026-04-01' },
			{ timeUnsubscribed: { gt: '2026-03-01 00:00:00', lt: '2026-04-01 00:00:00' } },
		],
		[
			{ timeUnsubscribedLocalFrom: '2026-03-09 10:29:59' },
			{ timeUnsubscribedLocal: { gt: '2026-03-09 10:29:59' } },
		],
	])('finds one by the picked filters %j', async (filters, body) => {
		const sought = await twoSubscriptions();
		const found = itemsOf(await office.getMany('subscription', { filters }));
		expect(found.map(({ subscriptionId }) => subscriptionId)).toEqual([sought.subscriptionId]);
		expect(office.onlyBody).toEqual(body);
	});

	it('finds those that are not active', async () => {
		await twoSubscriptions();
		const found = itemsOf(await office.getMany('subscription', { filters: { active: false } }));
		expect(found).toEqual([expect.objectContaining({ active: false, serviceKey: 'NEWSDAILY05' })]);
		expect(office.onlyBody).toEqual({ active: false });
	});
});

describe('the service of a search', () => {
	const byKey = (value: string) => ({ serviceKey: { __rl: true, mode: 'id', value } });

	it('is the one of the service credential when the node names none', async () => {
		twoTransactions();
		office.useService('COINSHOP07');
		expect(itemsOf(await office.getMany('transaction'))).toHaveLength(1);
		expect(office.onlyBody).toEqual({ serviceKey: 'COINSHOP07' });
	});

	it('is the one the node names, whatever the credential says', async () => {
		twoTransactions();
		office.useService('COINSHOP07');
		await office.getMany('transaction', byKey('TICKETS08'));
		expect(office.onlyBody).toEqual({ serviceKey: 'TICKETS08' });
	});

	it('is any of them without both', async () => {
		twoTransactions();
		expect(itemsOf(await office.getMany('transaction'))).toHaveLength(2);
		expect(office.onlyBody).toEqual(allTransactions);
	});
});

describe('a filter the platform does not know', () => {
	it('goes out as it is, and the platform may leave it aside', async () => {
		twoTransactions();
		const found = itemsOf(await office.getMany('transaction', otherFilter('colour', 'blue')));
		expect(found).toHaveLength(2);
		expect(office.onlyBody).toEqual({ colour: 'blue' });
	});

	it('is named in the error when the platform refuses it', async () => {
		await office.seller.set({ unknownFilters: 'refuse' });
		const error = errorOf(await office.getMany('transaction', otherFilter('colour', 'blue')));
		expect(error?.message).toContain('colour: the record has no such field – INVALID_REQUEST');
		expect(error?.message).toContain('HTTP 400');
		expect(error?.description).toContain('nothing was done');
	});
});
