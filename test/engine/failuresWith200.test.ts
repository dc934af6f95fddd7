import { giveTo, recipients } from '../support/gifting';
import { giftPath, looks, n8nWith, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';
import { Shop, SUBSCRIBE_PATH } from './support/shop';

// Some platforms answer 200 whatever happened, and say in the body how it went.

const settings = { onError: 'continueRegularOutput' as const };
const options = { settlingTime: 0, tries: 3 };

describe('a gift', () => {
	let platform: Platform;
	beforeEach(async () => {
		platform = await Platform.start();
	});
	afterEach(() => platform.close());

	const giveOne = async () => {
		const run = await giveTo(n8nWith(platform.account), recipients(1), {
			parameters: { options },
			settings,
		});
		return outputOf(run)[0]?.json;
	};

	test.each([
		[{ error: true, message: 'Pool empty' }],
		[{ error: { code: 403, message: 'Pool empty' } }],
		[{ errors: [{ code: 'POOL_EMPTY', message: 'Pool empty' }] }],
		[{ errorCode: 'POOL_EMPTY', errorDescription: 'Pool empty' }],
		[{ errorType: 'NOT_ENOUGH_CREDIT' }],
		[{ status: false, message: 'Pool empty' }],
		[{ success: 0, message: 'Pool empty' }],
		[{ code: 500, message: 'Internal error' }],
		[{ statusCode: 500, message: 'Internal error' }],
		[{ data: { status: 'FAILED', errorMessage: 'Pool empty' } }],
		[{ transaction: { status: 'FAILED' } }],
		[{ status: { code: 'FAILED' } }],
		[{ status: 'NOK', message: 'Pool empty' }],
		[{ status: 'KO' }],
		[{ status: 'TIMEOUT' }],
		[{ status: 'ABORTED' }],
		[{ status: 'POOL_EMPTY' }],
		[{ status: 'NOT_ENOUGH_BALANCE' }],
		[{ status: 'UNKNOWN_MSISDN', message: 'no such number' }],
		[{ status: 'ERROR42', transactionId: 7 }],
		[{ status: 'STEP_0_FAILED', transactionId: 7 }],
		[{ code: 'FAILED1', message: 'Pool empty', requestId: 'ab12' }],
		[{ transactionId: 7, errorMessage: 'Timed out before the operation was completed' }],
		[{ transactionId: 7, errorMessage: 'Transaction completed: rejected by operator' }],
		[{ transactionId: 7, errorMessage: 'No errors found, but pool is empty' }],
		[{ transactionId: 7, errorMessage: 'No' }],
		[{ assigned: false, clientId: 'gift-0' }],
		[{ success: true, data: [{ status: 'FAILED', message: 'Pool empty' }] }],
		[{ status: 'PARTIAL', results: [{ error: 'Pool empty' }], transactionId: 7 }],
	])('is looked up after %j, and not called given', async (body) => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 200, body } });
		const item = await giveOne();
		expect(item?.outcome).toBeUndefined();
		expect(item?.message).toMatchObject({ advice: expect.stringContaining('can be sent again') });
	});

	test.each([
		[{ message: 'Pool empty', msg: 1 }],
		[{ message: 'The gift could not be assigned' }],
		[{ message: 'Request could not be completed', requestId: 'ab12' }],
		[{ message: 'No data pool found', clientId: 'gift-0' }],
	])('is not called given when the answer says nothing of a gift: %j', async (body) => {
		platform.answersGiftsWith(body);
		expect(await giveOne()).toMatchObject({ outcome: 'unknown', ...body });
	});

	test.each([
		[{ errorMessage: 'Operation successful' }],
		[{ errorMessage: 'Transaction completed' }],
		[{ errorMessage: 'Request accepted' }],
		[{ errorDescription: 'Gift assigned' }],
		[{ errorCode: 'S0' }],
		[{ errorCode: 201 }],
		[{ error: { code: 0, message: 'OK', timestamp: '2026-01-01T00:00:00Z' } }],
		[{ code: 500 }],
		[{ state: 'NOT_NOTIFIED' }],
		[{ result: '5 MB assigned, no SMS was sent' }],
		[{ status: 'Completed, unknown handset' }],
		[{ errorUrl: 'https://shop.example/help', failureAction: 'REFUND', retryOnFailure: true }],
		[{ errorMessage: 'no error occurred' }],
		[{ errorCode: 0, errors: [] }],
		[{ error: { code: 0, message: 'OK' } }],
		[{ isDefault: true }],
		[{ status: '1000' }],
		[{ result: '0 errors' }],
		[{ result: 'WITHOUT_ERRORS' }],
	])('is given when its record says %j', async (said) => {
		const record = { transactionId: 7, msisdn: '999000001000', clientId: 'gift-0', ...said };
		platform.faults(
			{ path: giftPath, fault: { kind: 'answer', when: 'after', status: 200, body: record } },
			{ path: looks, fault: { kind: 'answer', status: 200, body: [] } },
		);
		expect(await giveOne()).toMatchObject({ outcome: 'given' });
		expect(platform.requestsTo(`GET ${looks}`)).toEqual({});
	});

	test.each(['SKIPPED', 'ABORTED', 'EXPIRED', 'TIMEOUT', 'REVERSED', 'ROLLED_BACK', 'NOK', 'VOID'])(
		'is not called given when the record that a look-up finds says %s',
		async (status) => {
			const record = { msisdn: '999000001000', clientId: 'gift-0', status };
			platform.faults(
				{ path: giftPath, fault: { kind: 'drop', when: 'before' }, times: 1 },
				{ path: looks, fault: { kind: 'answer', status: 200, body: [record] } },
			);
			expect(await giveOne()).toMatchObject({ message: { outcomeUnknown: true } });
		},
	);

	test.each([
		{ status: 'NOT_COMPLETED' },
		{ status: 'Not done yet' },
		{ state: 'NOT_GIVEN' },
		{ status: false },
		{ success: 0 },
		{ ok: 'no' },
	])('is not given again when the record that a look-up finds says %j', async (said) => {
		const record = { msisdn: '999000001000', clientId: 'gift-0', ...said };
		platform.faults(
			{ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 },
			{ path: looks, fault: { kind: 'answer', status: 200, body: [record] } },
		);
		await giveOne();
		expect(platform.gifts()).toHaveLength(1);
	});

	test('that was answered with “see other” is looked up', async () => {
		const headers = { location: '/datagifting/v1/transaction/7' };
		platform.faults({
			path: giftPath,
			fault: { kind: 'answer', when: 'after', status: 303, headers },
		});
		expect(await giveOne()).toMatchObject({ confirmedByLookUp: true });
		expect(platform.gifts()).toHaveLength(1);
	});
});

describe('a payment', () => {
	test.each([
		[{ error: true, message: 'Internal error' }],
		[{ code: 500, message: 'Internal error' }],
		[{ error: { code: 500, message: 'Internal error' } }],
		[{ success: false, errors: [{ message: 'Internal error' }] }],
	])('is not called accepted after %j', async (body) => {
		const shop = await Shop.open();
		await shop.fresh();
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'answer', status: 200, body });
		const run = await shop.start({ clientid: 'order-17', options }, { settings });
		await shop.close();
		expect(outputOf(run)[0]?.json).toMatchObject({
			error: expect.stringContaining('Internal error'),
			message: { advice: expect.stringContaining('can be sent again') },
		});
	});
});
