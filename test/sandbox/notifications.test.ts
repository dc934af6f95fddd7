import { sellerForEach, signatureFor } from '../support/sandbox/seller';
import { type Endpoint, type PlainAnswer, startEndpoint } from '../support/endpoint';

const shop = sellerForEach();
let receiver: Endpoint;
let answer: PlainAnswer;

beforeAll(async () => {
	receiver = await startEndpoint(() => answer);
});
afterAll(() => receiver.close());
beforeEach(async () => {
	receiver.seen.length = 0;
	answer = {};
	await service('COINSHOP07', { notificationUrl: `${receiver.url}/hook?shop=7` });
});

const service = (serviceKey: string, change: Record<string, unknown>) =>
	shop.seller.http.patch(`/_sandbox/services/${serviceKey}`, change);
const fire = (body: Record<string, unknown>) =>
	shop.seller.http.post('/_sandbox/notifications/fire', body);

/** Waits until every merchant was told. */
async function allTold() {
	while (shop.seller.sandbox.world.notifier.deliveries.some(({ status }) => status === 'PENDING')) {
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

/** A payment that fails at once, with how its merchant was told. */
async function failed(change: Record<string, unknown> = {}) {
	const { data } = await shop.seller.subscribe({ msisdn: '33639980901', ...change });
	await allTold();
	const { merchantNotificationStatus: status, timeNotified } = (
		await shop.seller.payment(data.transactionId)
	).transaction;
	return { status, timeNotified, transactionId: data.transactionId as string };
}

function fieldsOf({ path, body, headers }: Endpoint['seen'][number]): Record<string, string> {
	if (headers['content-type'] === 'application/json') return JSON.parse(body);
	return Object.fromEntries(new URLSearchParams(body || path.split('?')[1]));
}

describe.each([
	['get', 'GET', undefined],
	['form', 'POST', 'application/x-www-form-urlencoded'],
	['json', 'POST', 'application/json'],
	['query', 'POST', 'application/x-www-form-urlencoded'],
])('as %s', (notificationEncoding, method, type) => {
	it.each(['SHA1', 'SHA256', 'MD5'])(
		'has the published fields, signed with %s',
		async (algorithm) => {
			const key = 'a key, ключ';
			await service('COINSHOP07', { notificationEncoding, signing: { algorithm, key } });
			const { transactionId } = await failed({ clientid: 'a+b &c=100 % é', userid: 'Zoë' });
			const [seen] = receiver.seen;
			if (!seen) throw new Error('Nobody was notified');
			expect([seen.method, seen.headers['content-type']]).toEqual([method, type]);
			const { sign, shop: own, ...fields } = fieldsOf(seen);
			const inQuery = ['get', 'query'].includes(notificationEncoding);
			expect(own).toBe(inQuery ? '7' : undefined);
			expect(fields).toEqual({
				transactionid: transactionId,
				phone: '33639980901',
				userid: 'Zoë',
				country: 'FR',
				mno: '00111',
				mnocode: 'FR_DEMOTEL',
				amount: '10',
				status: 'failed',
				enduserprice: '0.99',
				revenue: '0.00',
				revenuecurrency: 'EUR',
				service: 'COINSHOP07',
				reference: 'a+b &c=100 % é',
				event_type: 'one_off',
				errormessage: 'the customer has not enough credit',
			});
			expect(sign).toBe(signatureFor({ ...fields, ...(inQuery && { shop: '7' }) }, algorithm, key));
		},
	);
});

it('is plain and unsigned where the service is, with the decimals of the currency', async () => {
	await service('TICKETS08', { notificationUrl: receiver.url });
	await failed({ apikey: 'TICKETS08', price: '7.00', msisdn: '999100000901' });
	const fields = fieldsOf(receiver.seen[0] ?? ({} as never));
	expect(fields).toMatchObject({ enduserprice: '7.000', revenuecurrency: 'XTS' });
	expect(fields.transactionid).toMatch(/^\d+$/);
	expect(fields).not.toHaveProperty('sign');
});

it('may name the action, and the country in lower case', async () => {
	await shop.seller.set({ notificationForm: 'actions' });
	await service('GAMECLUB04', { notificationUrl: receiver.url });
	await shop.seller.optIn();
	await allTold();
	expect(receiver.seen.map(fieldsOf)).toMatchObject([{ event_type: 'SUB_START', country: 'fr' }]);
});

it('tells every kind of final state', async () => {
	await service('GAMECLUB04', { notificationUrl: receiver.url });
	await shop.seller.optIn();
	await shop.seller.optIn({ msisdn: '33639980934', userid: 'user-2' });
	await shop.seller.advance(7);
	await shop.seller.answer('33639980001', 'STOP');
	const asked = { apikey: 'GAMECLUB04', price: '2.99', msisdn: '447700900501' };
	await shop.seller.subscribe(asked);
	await shop.seller.answer(asked.msisdn, 'NO');
	await failed();
	const told = receiver.seen
		.map(fieldsOf)
		.map(({ event_type, status }) => `${event_type} ${status}`);
	expect(told.sort()).toEqual([
		'one_off failed',
		'opt_in canceled',
		'opt_in success',
		'opt_in success',
		'opt_out success',
		'recurring_billing failed',
		'recurring_billing success',
	]);
});

it.each<[string, PlainAnswer]>([
	['DELIVERED', { status: 200 }],
	['DELIVERED', { status: 299 }],
	['REJECTED', { status: 401 }],
	['REJECTED', { status: 422 }],
	['FAILED', { status: 404 }],
	['FAILED', { status: 500 }],
	['FAILED', { status: 302, headers: { location: 'http://example.com/' } }],
])('is %s by the answer %j', async (status, given) => {
	answer = given;
	const told = await failed();
	expect(told.status).toBe(status);
	expect(told.timeNotified !== null).toBe(status === 'DELIVERED');
	expect(receiver.seen).toHaveLength(1);
});

it('a sample is signed as its service signs, with the fields that are given', async () => {
	answer = { status: 202, body: 'noted' };
	const fields = { status: 'failed', event_type: 'recurring_billing', amount: 3, mno: null };
	const asked = { url: receiver.url, serviceKey: 'GAMECLUB04', encoding: 'json', fields };
	const { data } = await fire(asked);
	expect(data).toMatchObject({ status: 'DELIVERED', answer: { httpStatus: 202, body: 'noted' } });
	const seen = fieldsOf(receiver.seen[0] ?? ({} as never));
	expect(seen).toMatchObject({ status: 'failed', event_type: 'recurring_billing', amount: '3' });
	expect(seen).not.toHaveProperty('mno');
	expect(seen.sign).toBe(signatureFor(seen, 'SHA1', 'demo-signing-key-gameclub'));
	const again = (await fire({ url: receiver.url })).data;
	expect(again.plainTransactionId).not.toBe(data.plainTransactionId);
	expect(again.fields).not.toHaveProperty('sign');
});

it.each([
	'http://example.com/hook',
	'http://127.0.0.1.example.com/',
	'http://127.0.0.1@example.com/',
	'http://10.0.0.1/',
	'http://0.0.0.0/',
	'http://[::ffff:10.0.0.1]/',
	'file:///etc/passwd',
])('%s is not on this machine and is refused', async (url) => {
	for (const { status, data } of [
		await service('COINSHOP07', { notificationUrl: url }),
		await fire({ url }),
	]) {
		expect(status).toBe(400);
		expect(data.errorMessage).toContain('the sandbox never talks to the outside');
	}
});
