import { createSandbox } from '../../sandbox/sandbox';
import { NotifiedSeller } from './notified-seller';
import { pause, signatureFor, until } from './receiver';

let seller: NotifiedSeller;

beforeAll(async () => {
	seller = await NotifiedSeller.open();
});
afterAll(() => seller.close());
beforeEach(() => seller.freshWithAddress());

const COINS = ['SHA1', 'demo-signing-key-coinshop'] as const;
const resend = (id: unknown, body?: object) =>
	seller.http.post(`/_sandbox/notifications/${encodeURIComponent(String(id))}/resend`, body);

describe('the list', () => {
	test('is newest first, by transaction, service, status and kind, up to a limit', async () => {
		await seller.service('TICKETS08', { notificationUrl: seller.receiver.url });
		seller.receiver.answer = ({ fields }) => (fields.service === 'TICKETS08' ? 403 : 200);
		const coins = await seller.fail();
		const tickets = await seller.fail({ apikey: 'TICKETS08', price: '7.00' });
		await seller.settled();
		const ids = async (params: Record<string, unknown>) =>
			(await seller.notifications(params)).notifications.map(
				(one: { plainTransactionId: number }) => String(one.plainTransactionId),
			);
		expect(await ids({})).toEqual([tickets, coins]);
		expect(await ids({ limit: 1 })).toEqual([tickets]);
		expect(await ids({ serviceKey: 'COINSHOP07' })).toEqual([coins]);
		expect(await ids({ status: 'REJECTED' })).toEqual([tickets]);
		expect(await ids({ kind: 'resent' })).toEqual([]);
		const { encryptedTransactionId } = (await seller.payment(coins)).transaction;
		for (const transactionId of [coins, encryptedTransactionId]) {
			expect(await ids({ transactionId })).toEqual([coins]);
		}
		expect(await seller.notifications()).toMatchObject({
			total: 2,
			counts: { PENDING: 0, DELIVERED: 1, REJECTED: 1, FAILED: 0 },
		});
	});

	test('shows where it went, what was sent, every try and the answer', async () => {
		seller.receiver.answerFirst({ status: 200, body: 'thank you' });
		await seller.fail({ clientid: 'order-1' });
		await seller.settled();
		const [shown] = (await seller.notifications()).notifications;
		expect(shown).toMatchObject({
			notificationId: 1,
			kind: 'event',
			status: 'DELIVERED',
			serviceKey: 'COINSHOP07',
			url: seller.receiver.url,
			encoding: 'get',
			tampering: null,
			answer: 'thank you',
		});
		expect(shown.fields).toEqual(seller.receiver.calls[0]?.fields);
		expect((await seller.http.get('/_sandbox/notifications/1')).data).toEqual(shown);
	});
});

describe('resend', () => {
	test('sends a failed one once more, as the service is set up now', async () => {
		await seller.set({ notificationAttempts: 1 });
		seller.receiver.answerFirst(500);
		const id = await seller.fail();
		await until(async () => (await seller.told(id))[0] === 'FAILED');
		await seller.service('COINSHOP07', { notificationEncoding: 'json' });
		const { data } = await resend(1);
		expect(data).toMatchObject({ kind: 'resent', status: 'DELIVERED', encoding: 'json' });
		expect(data.attempts).toHaveLength(1);
		expect(await seller.told(id)).toEqual(['DELIVERED', expect.any(String)]);
	});

	test('takes the id of a transaction too, also of one that was excluded', async () => {
		await seller.service('COINSHOP07', { notificationUrl: null });
		const id = await seller.fail();
		expect((await resend(id)).status).toBe(409);
		await seller.service('COINSHOP07', { notificationUrl: seller.receiver.url });
		const { encryptedTransactionId } = (await seller.payment(id)).transaction;
		expect((await resend(encryptedTransactionId)).data.status).toBe('DELIVERED');
		expect((await seller.told(id))[0]).toBe('DELIVERED');
	});

	test('of one that was delivered leaves the record as it is', async () => {
		const id = await seller.fail();
		await seller.settled();
		const told = await seller.told(id);
		seller.receiver.answer = () => 500;
		expect((await resend(1)).data.status).toBe('FAILED');
		expect(await seller.told(id)).toEqual(told);
	});

	test('goes on trying when it is asked to', async () => {
		seller.receiver.answerFirst(200, 500);
		await seller.fail();
		await seller.settled();
		expect((await resend(1, { retry: true })).data.status).toBe('PENDING');
		await until(() => seller.receiver.calls.length === 3);
	});

	test('repeats a sample one as it was', async () => {
		const fired = { url: seller.receiver.url, serviceKey: 'COINSHOP07', tamper: 'key' };
		const { notificationId, fields } = (await seller.fire(fired)).data;
		expect((await resend(notificationId)).data).toMatchObject({ fields, tampering: 'key' });
	});
});

describe('fire', () => {
	test('sends a signed standard event to any address on this machine and answers what came back', async () => {
		seller.receiver.answerFirst({ status: 202, body: 'noted' });
		const { data } = await seller.fire({ url: seller.receiver.url, serviceKey: 'COINSHOP07' });
		expect(data).toMatchObject({ kind: 'fired', status: 'DELIVERED', answer: 'noted' });
		expect(data.attempts[0].httpStatus).toBe(202);
		const fields = seller.receiver.calls[0]?.fields ?? {};
		expect(fields).toEqual(data.fields);
		expect(fields).toMatchObject({ status: 'success', event_type: 'one_off', amount: '10' });
		expect(fields.sign).toBe(signatureFor(fields, ...COINS));
	});

	test('takes fields, one of them away, an encoding, and no service for no signature', async () => {
		const fields = { status: 'failed', event_type: 'recurring_billing', amount: 3, mno: null };
		await seller.fire({
			url: seller.receiver.url,
			encoding: 'json',
			fields: { ...fields, extra: 'é' },
		});
		const [call] = seller.receiver.calls;
		expect(call?.method).toBe('POST');
		expect(call?.fields).toMatchObject({
			status: 'failed',
			event_type: 'recurring_billing',
			amount: '3',
			extra: 'é',
			errormessage: 'the customer has not enough credit',
		});
		expect(call?.fields).not.toHaveProperty('mno');
		expect(call?.fields).not.toHaveProperty('sign');
	});

	test.each(['value', 'id', 'extra', 'unsigned', 'key', true])('forged: %s', async (tamper) => {
		await seller.fire({ url: seller.receiver.url, serviceKey: 'COINSHOP07', tamper });
		const fields = seller.receiver.calls[0]?.fields ?? {};
		expect(fields.sign).not.toBe(signatureFor(fields, ...COINS));
		expect(fields.sign === undefined).toBe(tamper === 'unsigned');
	});

	test('every event has an id that no other has, also after a reset', async () => {
		const ids = new Set<string>();
		for (const reset of [false, false, true]) {
			if (reset) await seller.freshWithAddress();
			ids.add((await seller.fire({ url: seller.receiver.url })).data.transactionId);
		}
		expect(ids.size).toBe(3);
	});

	test('says so when nobody is there', async () => {
		const { data } = await seller.fire({ url: 'http://127.0.0.1:9/' });
		expect(data).toMatchObject({ status: 'FAILED', attempts: [{ error: 'ECONNREFUSED' }] });
	});
});

test.each([
	'http://example.com/hook',
	'http://127.0.0.1.example.com/',
	'http://127.0.0.1@example.com/',
	'http://10.0.0.1/',
	'http://0.0.0.0/',
	'http://[::ffff:10.0.0.1]/',
	'http://169.254.169.254/latest',
	'file:///etc/passwd',
	'nonsense',
])('%s is not on this machine and is refused in words', async (url) => {
	const answers = [
		await seller.service('COINSHOP07', { notificationUrl: url }),
		await seller.fire({ url }),
	];
	for (const { status, data } of answers) {
		expect(status).toBe(400);
		expect(data.errorMessage).toContain('the sandbox never talks to the outside');
	}
});

test('a redirect to the outside is not followed', async () => {
	const headers = { location: 'http://example.com/' };
	seller.receiver.answer = () => ({ status: 307, headers });
	const { data } = await seller.fire({
		url: seller.receiver.url.replace('127.0.0.1', 'localhost'),
	});
	expect(data).toMatchObject({ status: 'FAILED', attempts: [{ httpStatus: 307 }] });
});

test.each([
	['GET', '/notifications?status=SENT', undefined, 400],
	['GET', '/notifications/7', undefined, 404],
	['POST', '/notifications/7/resend', undefined, 404],
	['POST', '/notifications/fire', {}, 400],
	['POST', '/notifications/fire', { url: 'http://127.0.0.1:9', tamper: true }, 400],
	['POST', '/notifications/fire', { serviceKey: 'NOSUCHSERVICE' }, 404],
	['POST', '/notifications/fire', { serviceKey: 'GAMECLUB04' }, 400],
	['PATCH', '/settings', { notificationAttempts: 0 }, 400],
	['PATCH', '/services/COINSHOP07', { notificationEncoding: 'xml' }, 400],
])('%s %s %j is refused with %i in words', async (method, path, data, status) => {
	const answer = await seller.http.request({ method, url: `/_sandbox${path}`, data });
	expect([answer.status, typeof answer.data.errorMessage]).toEqual([status, 'string']);
});

test('a reset stops what waits and what is under way, and touches no record of before', async () => {
	const { transactions } = seller.sandbox.world.payments;
	seller.receiver.answer = ({ fields }) => (fields.reference === 'hangs' ? 'hang' : 500);
	await seller.fail({ clientid: 'hangs' });
	await seller.fail({ clientid: 'waits' });
	await until(() => seller.receiver.calls.length > 1);
	await seller.http.post('/_sandbox/reset');
	const calls = seller.receiver.calls.length;
	await until(() => seller.receiver.inFlight === 0);
	await pause(100);
	expect(seller.receiver.calls.length).toBe(calls);
	expect(transactions.all.map(({ record }) => record.merchantNotificationStatus)).toEqual([
		'PENDING',
		'PENDING',
	]);
	await seller.as();
	expect((await seller.notifications()).total).toBe(0);
	expect((await seller.told(await seller.fail()))[0]).toBe('EXCLUDED');
});

test('a sandbox that closes waits for nobody', async () => {
	const other = await createSandbox({ port: 0 });
	const closing = new NotifiedSeller(other, seller.receiver);
	await closing.freshWithAddress();
	seller.receiver.answer = () => 'hang';
	await closing.fail();
	await until(() => seller.receiver.calls.length === 1);
	const started = performance.now();
	await other.close();
	expect(performance.now() - started).toBeLessThan(4000);
});
