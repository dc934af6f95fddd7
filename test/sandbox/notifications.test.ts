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

/** The fields of each notification, when every merchant was told. */
async function told() {
	while (shop.seller.sandbox.world.notifier.deliveries.some(({ status }) => status === 'PENDING')) {
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	return receiver.seen.map(({ path, body, headers }): Record<string, string> => {
		if (headers['content-type'] === 'application/json') return JSON.parse(body);
		return Object.fromEntries(new URLSearchParams(body || path.split('?')[1]));
	});
}

const failing = { msisdn: '33639980901' };

it.each([
	['get', 'GET', undefined, 'SHA1'],
	['form', 'POST', 'application/x-www-form-urlencoded', 'SHA256'],
	['json', 'POST', 'application/json', 'MD5'],
] as const)(
	'a notification as %s has the published fields, signed',
	async (encoding, method, type, algorithm) => {
		const signing = { algorithm, key: 'a key, ключ' };
		const { services } = shop.seller.sandbox.world.payments;
		Object.assign(services.named('COINSHOP07'), { signing, notificationEncoding: encoding });
		const order = { ...failing, clientid: 'a+b &c=100 % é', userid: 'Zoë' };
		const { transactionId } = (await shop.seller.subscribe(order)).data;
		const [{ sign, shop: own, ...fields } = {}] = await told();
		expect(receiver.seen[0]).toMatchObject({ method });
		expect(receiver.seen[0]?.headers['content-type']).toBe(type);
		expect(own).toBe(encoding === 'get' ? '7' : undefined);
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
		const signed = { ...fields, ...(own && { shop: own }) };
		expect(sign).toBe(signatureFor(signed, algorithm, signing.key));
	},
);

it('a notification is plain and unsigned if its service is, with the decimals of the currency', async () => {
	await service('TICKETS08', { notificationUrl: receiver.url });
	await shop.seller.subscribe({ apikey: 'TICKETS08', price: '7.00', msisdn: '999100000901' });
	const [fields] = await told();
	const transactionid = expect.stringMatching(/^\d+$/);
	expect(fields).toMatchObject({ transactionid, enduserprice: '7.000', revenuecurrency: 'XTS' });
	expect(fields).not.toHaveProperty('sign');
});

it('notifications tell how a subscription goes on', async () => {
	await service('GAMECLUB04', { notificationUrl: receiver.url });
	await shop.seller.optIn();
	await shop.seller.advance(7);
	await shop.seller.answer('33639980001', 'STOP');
	const events = await told();
	const types = events.map((one) => one.event_type).sort();
	expect(types).toEqual(['opt_in', 'opt_out', 'recurring_billing']);
	expect(events).toMatchObject(Array(3).fill({ status: 'success', country: 'FR' }));
});

it.each(['http://127.0.0.1@example.com/', 'http://[::ffff:10.0.0.1]/', 'file:///etc/passwd'])(
	'%s is not on this machine and is refused',
	async (url) => {
		expect((await service('COINSHOP07', { notificationUrl: url })).status).toBe(400);
	},
);

it.each([true, false])('a sample is found by searches if it is kept: %s', async (isKept) => {
	const fields = { status: 'failed' };
	const sample = { url: receiver.url, serviceKey: 'GAMECLUB04', fields, isKept };
	const { data } = await shop.seller.http.post('/_sandbox/notifications/fire', sample);
	const filter = { transactionId: data.plainTransactionId };
	const { data: found } = await shop.seller.post('/v1/transactions', filter);
	const kept = {
		transactionState: 'FAILED',
		errorType: 'NOT_ENOUGH_CREDIT',
		msisdn: '33639980001',
	};
	expect(found).toMatchObject(isKept ? [{ ...kept, merchantNotificationStatus: 'DELIVERED' }] : []);
});
