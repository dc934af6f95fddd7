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

test('payments are listed newest first, by service and number, up to a limit', async () => {
	for (const n of [1, 2, 3]) await seller.subscribe({ msisdn: `3363998000${n}` });
	await seller.subscribe({ apikey: 'TICKETS08', price: '7.00' });
	const numbers = async (params: Record<string, unknown>) => {
		const payments = await seller.payments(params);
		return payments.map((one: { transaction: { msisdn: string } }) => one.transaction.msisdn);
	};
	const [one, two, three] = ['33639980001', '33639980002', '33639980003'];
	expect(await numbers({})).toEqual([one, three, two, one]);
	expect(await numbers({ serviceKey: 'COINSHOP07' })).toEqual([three, two, one]);
	expect(await numbers({ serviceKey: 'COINSHOP07', msisdn: one })).toEqual([one]);
	expect(await numbers({ limit: 2 })).toEqual([one, three]);
	expect(await numbers({ msisdn: '33639980009' })).toEqual([]);
});

test('a reset forgets payments, subscriptions, messages and changed services', async () => {
	await seller.http.patch('/_sandbox/services/GAMECLUB04', { active: false });
	await seller.optIn({ apikey: 'NEWSDAILY05', price: '0.49' });
	await seller.fresh();
	expect(await seller.payments()).toEqual([]);
	expect(await seller.subscriptions()).toEqual([]);
	expect(await seller.inbox('33639980001')).toEqual([]);
	await seller.optIn();
	expect(await seller.subscriptions()).toHaveLength(1);
});

test('services are shown without their secrets, and can be changed', async () => {
	const { data } = await seller.http.get('/_sandbox/services');
	const shown = JSON.stringify(data);
	expect(shown).not.toContain('signing-key');
	expect(shown).not.toContain('demo-panel');
	const change = {
		active: false,
		notificationUrl: 'http://127.0.0.1:5678/webhook/x',
		signing: { algorithm: 'MD5', key: 'new-key' },
	};
	const answer = await seller.http.patch('/_sandbox/services/COINSHOP07', change);
	expect(answer.data).toMatchObject({
		active: false,
		notificationUrl: change.notificationUrl,
		algorithm: 'MD5',
	});
	expect(JSON.stringify(answer.data)).not.toContain('new-key');
	expect((await seller.subscribe()).data.status).toBe('INACTIVE');
});

test('a service with a notification address has transactions to notify', async () => {
	const notificationUrl = 'http://127.0.0.1:5678/webhook/x';
	await seller.http.patch('/_sandbox/services/COINSHOP07', { notificationUrl });
	await seller.subscribe({ msisdn: '33639980901' });
	const [{ transaction }] = await seller.payments();
	expect(transaction.merchantNotificationStatus).toBe('PENDING');
});

test.each([
	['PATCH', '/services/COINSHOP07', { notificationUrl: 'ftp://x' }, 400],
	['PATCH', '/services/COINSHOP07', { price: 1 }, 400],
	['PATCH', '/services/NOSUCHSERVICE', {}, 404],
	['PATCH', '/settings', { paymentErrorStatus: 500 }, 400],
	['PATCH', '/settings', { visitorMsisdn: '+336' }, 400],
	['GET', '/payments?limit=0', undefined, 400],
	['GET', '/payments/820000003', undefined, 404],
	['GET', '/handset/33639980404', undefined, 404],
	['POST', '/handset/33639980404', { text: 'YES' }, 404],
	['POST', '/handset/33639980001', { text: ' ' }, 400],
	['POST', '/handset/33639980001', {}, 400],
	['POST', '/identifications', { serviceKey: 'COINSHOP07', msisdn: '1' }, 404],
	['POST', '/identifications', { serviceKey: 'NOSUCHSERVICE', msisdn: '33639980001' }, 404],
])('%s %s %j is refused with %i in words', async (method, path, data, status) => {
	const answer = await seller.http.request({ method, url: `/_sandbox${path}`, data });
	expect(answer.status).toBe(status);
	expect(answer.data.errorMessage).toEqual(expect.any(String));
});

test('faults strike at payments, before or after the platform has acted', async () => {
	const path = '/api/payment/1_4/subscribe';
	const drop = (when: string) => [{ path, fault: { kind: 'drop', when } }];
	for (const [when, transactions] of [
		['before', 0],
		['after', 1],
	] as const) {
		await seller.http.put('/_sandbox/faults', drop(when));
		await expect(seller.subscribe()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(await seller.payments()).toHaveLength(transactions);
	}
});
