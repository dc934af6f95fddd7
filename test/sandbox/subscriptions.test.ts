import { DateTime } from 'luxon';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller } from './seller';

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

const LATE = '33639980933';
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const utc = (text: string) => DateTime.fromSQL(text, { zone: 'utc' });

describe('an opt-in', () => {
	test('opens a subscription record with every field', async () => {
		await seller.optIn({ clientid: 'order-1' });
		const [record] = await seller.subscriptions();
		const [{ transaction }] = await seller.payments();
		expect(record).toEqual({
			active: true,
			country: 'FR',
			currency: 'EUR',
			lastCharge: transaction.timeCharged,
			merchant: 'Demo Merchant',
			msisdn: '33639980001',
			operator: 'FR_DEMOTEL',
			optInTrid: transaction.transactionId,
			period: 'WEEK',
			periodAmount: 1,
			price: 2.99,
			provider: 'SANDBOX',
			providerReference: null,
			service: 'Game Club',
			serviceKey: 'GAMECLUB04',
			subscriptionControl: 'SYSTEM',
			subscriptionId: transaction.subscriptionId,
			timeSubscribed: transaction.timeCharged,
			timeSubscribedLocal: transaction.timeChargedLocal,
			timeToExpire: utc(transaction.timeCharged).plus({ weeks: 1 }).toFormat('yyyy-MM-dd HH:mm:ss'),
			timeUnsubscribed: null,
			timeUnsubscribedLocal: null,
			userId: 'user-1',
		});
	});

	test('is a transaction record with every field', async () => {
		await seller.optIn({ clientid: 'order-1' });
		const [{ transaction }] = await seller.payments();
		const time = expect.stringMatching(TIME);
		expect(transaction).toEqual({
			action: 'SUB_START',
			actionStatus: 'COMPLETED',
			amount: 7,
			billingType: 'MT',
			comment: null,
			country: 'FR',
			currency: 'EUR',
			encryptedTransactionId: expect.stringMatching(/==$/),
			endUserPrice: 2.99,
			errorMessage: null,
			errorType: null,
			executionTime: null,
			finishedBy: null,
			integrationSolution: 'API',
			ip: '127.0.0.1',
			keyword: null,
			merchantName: 'Demo Merchant',
			merchantNotificationStatus: 'EXCLUDED',
			merchantReference: 'order-1',
			moMessage: null,
			msisdn: '33639980001',
			mtMessage: '**** is your PIN to buy Game Club for 2.99 EUR.',
			operator: 'FR_DEMOTEL',
			pinIdentification: null,
			price: 2.99,
			provider: 'SANDBOX',
			reference: expect.stringContaining('FR_DEMOTEL-'),
			serviceKey: 'GAMECLUB04',
			serviceName: 'Game Club',
			servicePrice: 2.99,
			shortCode: '90004',
			subscriptionId: expect.any(Number),
			timeCharged: time,
			timeChargedLocal: time,
			timeNotified: null,
			timeUpdated: time,
			transactionId: expect.any(Number),
			transactionState: 'FINISHED',
		});
	});

	test('uses the number when there is no userid', async () => {
		await seller.optIn({ userid: undefined });
		expect(await seller.cases('33639980001')).toEqual([true, true]);
	});

	test('again is EXISTING_SUBSCRIPTION, also when both were begun before', async () => {
		const asked = { apikey: 'GAMECLUB04', price: '2.99' };
		const second = (await seller.subscribe(asked)).data.transactionId;
		const secondPin = await seller.readPin();
		await seller.optIn();
		expect((await seller.subscribe(asked)).data.status).toBe('EXISTING_SUBSCRIPTION');
		expect((await seller.pin(second, secondPin)).data.status).toBe('EXISTING_SUBSCRIPTION');
		expect(await seller.subscriptions()).toHaveLength(1);
	});

	test('at an operator that keeps subscriptions has its reference', async () => {
		const msisdn = '447700900501';
		await seller.subscribe({ apikey: 'GAMECLUB04', price: '2.99', msisdn });
		await seller.answer(msisdn, 'YES');
		const [record] = await seller.subscriptions();
		expect(record).toMatchObject({ subscriptionControl: 'PROVIDER', currency: 'GBP' });
		expect(record.providerReference).toContain('GB_MADEUP');
	});

	test.each([
		['999000000001', 'XTS', 2.99, 5 * 60 + 45],
		['33639980001', 'EUR', 2.99, undefined],
	])('of %s has currency, price and local time of its country', async (msisdn, ...expected) => {
		const [currency, endUserPrice, minutesAhead] = expected;
		await seller.optIn({ msisdn });
		const [{ transaction }] = await seller.payments();
		expect(transaction).toMatchObject({ currency, endUserPrice });
		const ahead = utc(transaction.timeChargedLocal).diff(utc(transaction.timeCharged), 'minutes');
		expect([60, 120, minutesAhead]).toContain(ahead.minutes);
	});
});

test('the end user price holds the taxes that a country puts on top', async () => {
	const msisdn = '46701740605';
	await seller.subscribe({ msisdn, price: '9.99', returnurl: 'https://shop.example/' });
	const [{ transaction }] = await seller.payments();
	expect(transaction).toMatchObject({ price: 9.99, endUserPrice: 10.59, currency: 'SEK' });
});

describe('the four cases', () => {
	test('false, false: nobody has subscribed', async () => {
		expect((await seller.identify()).data).toEqual({
			status: 'ACCEPTED',
			errorMessage: null,
			active: false,
			valid: false,
			msisdn: null,
			operator: null,
			expirationdate: null,
			userid: 'user-1',
		});
	});

	test('true, true: subscribed and paid', async () => {
		await seller.optIn();
		const { data } = await seller.identify();
		const [{ timeToExpire }] = await seller.subscriptions();
		expect(data).toEqual({
			status: 'ACCEPTED',
			errorMessage: null,
			active: true,
			valid: true,
			msisdn: '33639980001',
			operator: 'FR_DEMOTEL',
			expirationdate: utc(timeToExpire).toSeconds(),
			userid: 'user-1',
		});
	});

	test('true, false: the renewal has failed; true, true once it has worked', async () => {
		await seller.optIn({ msisdn: LATE });
		await seller.advance(7);
		expect(await seller.cases()).toEqual([true, false]);
		expect((await seller.subscriptions())[0].timeToExpire).toBeNull();
		await seller.advance(1);
		expect(await seller.cases()).toEqual([true, true]);
		expect(await seller.history()).toEqual([
			'SUB_START COMPLETED',
			'SUB_RENEW FAILED',
			'SUB_RENEW COMPLETED',
		]);
	});

	test('false, true: ended, but the period is paid; false, false when it is over', async () => {
		await seller.optIn();
		const { data } = await seller.answer('33639980001', 'stop game');
		expect(data.understood).toBe('STOP');
		expect(await seller.cases()).toEqual([false, true]);
		const [record] = await seller.subscriptions();
		expect(record).toMatchObject({
			active: false,
			timeUnsubscribed: expect.stringMatching(TIME),
			timeUnsubscribedLocal: expect.stringMatching(TIME),
		});
		await seller.advance(8);
		expect(await seller.cases()).toEqual([false, false]);
		expect((await seller.subscriptions())[0].timeToExpire).toBeNull();
		expect(await seller.history()).toEqual(['SUB_START COMPLETED', 'SUB CANCEL COMPLETED']);
	});

	test('a new opt-in after the end counts', async () => {
		await seller.optIn();
		await seller.answer('33639980001', 'STOP');
		await seller.optIn();
		expect(await seller.cases()).toEqual([true, true]);
	});

	test('are text when the setting says so', async () => {
		await seller.set({ flagsAsText: true });
		expect(await seller.cases()).toEqual(['false', 'false']);
		await seller.optIn();
		expect(await seller.cases()).toEqual(['true', 'true']);
	});
});

test('STOP without a keyword ends every subscription of the number', async () => {
	await seller.optIn();
	await seller.optIn({ apikey: 'NEWSDAILY05', price: '0.49' });
	await seller.optIn({ msisdn: '33639980002' });
	const { data } = await seller.answer('33639980001', 'STOP');
	expect(data.subscriptionIds).toHaveLength(2);
	const records = await seller.subscriptions();
	expect(records.map(({ active }: { active: boolean }) => active)).toEqual([true, false, false]);
	const [{ transaction }] = await seller.payments();
	expect(transaction).toMatchObject({ moMessage: 'STOP', integrationSolution: 'SMS', price: 0 });
});
