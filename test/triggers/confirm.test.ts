import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { TransactionRecord } from '../../sandbox/payments/records';
import * as transport from '../../nodes/engine/n8n/transport';
import { Office } from '../support/pollOffice';
import { signed, success, type Fields } from '../support/triggers/webhookEvents';
import { closeHosts, startHost, type Host } from '../support/triggers/webhookHost';

const coins = { serviceKey: 'COINSHOP07', signingSecret: 'a-key', signingAlgorithm: 'sha1' };

let office: Office;
let record: TransactionRecord;
beforeAll(async () => {
	office = await Office.open();
});
afterAll(() => office.close());
beforeEach(async () => {
	await office.fresh();
	record = office.sell(Date.now(), { merchantReference: 'order 7', endUserPrice: 0.99 });
	// It looks again after a quarter of a second to four; deadlines are longer.
	const { sleep } = transport.clock;
	jest
		.spyOn(transport.clock, 'sleep')
		.mockImplementation((ms, signal) => sleep(ms >= 250 && ms <= 4_000 ? 1 : ms, signal));
});
afterEach(closeHosts);

/** The notification of the transaction. */
const told = (change: Fields = {}): Fields => ({
	...success,
	transactionid: String(record.transactionId),
	phone: record.msisdn,
	service: 'COINSHOP07',
	enduserprice: '0.99',
	mnocode: 'FR_DEMOTEL',
	amount: '10',
	event_type: 'one_off',
	...change,
});
/** Without a service credential, calls needn't be signed. */
const begin = async (isSigned = true, more: INodeParameters = {}, mode?: 'manual') =>
	await startHost({
		account: office.credentials,
		credential: isSigned ? coins : null,
		mode,
		parameters: { authentication: 'confirm', ...more },
	});
const send = async (host: Host, fields: Fields) => {
	const { status, data } = await host.post(fields);
	return [status, data];
};
const searches = () =>
	Object.values(office.sandbox.world.traffic.report().routes['POST /v1/transactions'] ?? {}).reduce(
		(sum, one) => sum + one,
		0,
	);

const shown = () => ({
	status: 'success',
	transactionId: String(record.transactionId),
	msisdn: record.msisdn,
	price: 0.99,
	currency: 'EUR',
	quantity: 10,
	eventType: 'one_off',
	clientReference: 'order 7',
	serviceKey: 'COINSHOP07',
	operator: 'FR_DEMOTEL',
	country: 'FR',
});

it.each([
	['plain', false],
	['plain', true],
	['encrypted', true],
])(
	'a call with the %s ID that the platform confirms starts the workflow once: %s',
	async (form, isSigned) => {
		const host = await begin(isSigned);
		const ids = { plain: String(record.transactionId), encrypted: record.encryptedTransactionId };
		const call = (transactionid: string) => signed(told({ transactionid }), coins);
		const sent = call(ids[form as 'plain']);
		expect(await send(host, sent)).toEqual([200, 'OK']);
		const { unproven, raw, timeReceived, ...item } = host.started[0] ?? {};
		expect(item).toEqual({ ...shown(), confirmed: true, signatureChecked: isSigned });
		const share = { revenue: 0.6, revenueCurrency: 'EUR' };
		expect(unproven).toEqual({ userId: 'player-1', mccmnc: '20801', ...share });
		expect([raw, typeof timeReceived]).toEqual([sent, 'string']);
		// The other name of the same transaction is no other event.
		for (const id of Object.values(ids)) expect(await send(host, call(id))).toEqual([200, 'OK']);
		expect([host.started.length, host.unconfirmed]).toEqual([1, []]);
	},
);

it.each<[string, Fields, string]>([
	['another status', { status: 'failed' }, 'status'],
	['another number', { phone: '33639980002' }, 'msisdn'],
	['another price', { enduserprice: '9.90' }, 'price'],
])('a call with %s starts nothing, signed or not', async (_what, change, field) => {
	for (const isSigned of [false, true]) {
		const host = await begin(isSigned);
		const refused = [403, 'The platform does not confirm this'];
		expect(await send(host, signed(told(change), coins))).toEqual(refused);
		expect([host.started, host.unconfirmed]).toEqual([[], []]);
		expect(host.logged).toEqual([expect.stringContaining(`another value of ${field}`)]);
		// A refused call doesn't count as a duplicate: the genuine event comes through.
		expect(await send(host, signed(told(), coins))).toEqual([200, 'OK']);
		expect(host.started).toHaveLength(1);
	}
});

it('a call that names another service than the record starts nothing', async () => {
	const host = await begin(false);
	const refused = [403, 'The platform does not confirm this'];
	expect(await send(host, told({ service: 'TICKETS08' }))).toEqual(refused);
	expect([host.started, host.unconfirmed]).toEqual([[], []]);
});

it('a forged call that is confirmed says only what is true, and so does the genuine one after it', async () => {
	const host = await begin();
	const forged = told({ userid: 'eve', revenue: '60', reference: 'order 8', event_type: 'opt_in' });
	await send(host, signed(forged, coins));
	await send(host, signed(told(), coins));
	expect(host.started).toMatchObject([{ ...shown(), unproven: { userId: 'eve', revenue: 60 } }]);
});

it('a transaction that the search shows a little later is waited for', async () => {
	const host = await begin();
	office.answerWith([], 200, { times: 4 });
	expect(await send(host, signed(told(), coins))).toEqual([200, 'OK']);
	expect([host.started.length, searches()]).toEqual([1, 5]);
});

const unseen = 'The platform shows no such transaction in a final state';
describe('an event of which nothing is known starts the workflow as Unconfirmed, and later as confirmed', () => {
	it.each<[string, IDataObject | IDataObject[], number, string]>([
		['is down', {}, 503, 'The platform says: HTTP 503'],
		['refuses the account', { status: 'UNAUTHORIZED' }, 403, 'UNAUTHORIZED (HTTP 403)'],
		['answers anything else', { hello: 1 }, 200, "sent a response that can't be read"],
		['shows nothing', [], 200, unseen],
	])('while the platform %s', async (_what, body, status, reason) => {
		const host = await begin();
		office.answerWith(body, status);
		for (const userid of ['player-1', 'eve'])
			expect(await send(host, signed(told({ userid }), coins))).toEqual([200, 'OK']);
		const { unproven, timeReceived, raw, ...item } = host.unconfirmed[0] ?? {};
		expect(item).toEqual({
			confirmed: false,
			reason: expect.stringContaining(reason) as string,
			signatureChecked: true,
		});
		const transactionId = String(record.transactionId);
		expect(unproven).toMatchObject({ transactionId, status: 'success', userId: 'player-1' });
		expect([raw, typeof timeReceived]).toEqual([signed(told(), coins), 'string']);
		expect([host.started, host.unconfirmed.length]).toEqual([[], 1]);
		office.answerItself();
		for (let count = 0; count < 2; count++) await send(host, signed(told(), coins));
		expect([host.started.length, host.unconfirmed.length]).toEqual([1, 1]);
	});

	it.each<[string, Fields, string]>([
		['no price', { enduserprice: '' }, 'The call has no price'],
		['no number', { phone: '' }, 'The call has no msisdn'],
		['an unknown ID', { transactionid: '17' }, unseen],
	])('where the call has %s', async (_what, change, reason) => {
		const host = await begin();
		expect(await send(host, signed(told(change), coins))).toEqual([200, 'OK']);
		expect([host.started, host.unconfirmed]).toMatchObject([[], [{ confirmed: false, reason }]]);
		await send(host, signed(told(), coins));
		expect(host.started).toHaveLength(1);
	});
});

it('a value of Authentication that nobody knows opens nothing', async () => {
	const host = await begin(false, { authentication: 'off' });
	await send(host, told({ transactionid: '17' }));
	expect([host.started, host.unconfirmed.length]).toEqual([[], 1]);
});

it('in a manual test the editor shows what the platform says', async () => {
	const host = await begin(false, {}, 'manual');
	await send(host, told({ phone: '33639980002' }));
	await send(host, told());
	expect(host.failed).toMatchObject([
		{ description: 'The platform shows another value of msisdn for its transaction.' },
	]);
	expect(host.started).toHaveLength(1);
});

it.each<[string, INodeParameters, number]>([
	['results', { results: ['failed'] }, 0],
	['event types', { filters: { eventTypes: 'opt_in' } }, 1],
	['services', { filters: { serviceKeys: 'COINSHOP07', eventTypes: 'one_off' } }, 1],
])('filters by %s go by the record', async (what, filters, asked) => {
	const host = await begin(true, filters);
	await send(host, { ...told(), sign: 'f00' });
	await send(host, signed(told({ event_type: 'opt_in' }), coins));
	expect([host.started.length, searches()]).toEqual([what === 'services' ? 1 : 0, asked]);
});

describe('a customer who returns from a payment', () => {
	const event = 'returnedFromPayment';
	const back = (change: Fields = {}): Fields => ({
		status: 'success',
		trid: record.encryptedTransactionId,
		msisdn: record.msisdn,
		userid: 'eve',
		reference: 'order 8',
		order: '8',
		...change,
	});
	const options = { page: 'https://shop.example/thanks', unknownPage: 'https://shop.example/wait' };

	it('starts the workflow with the record, signed or not', async () => {
		const host = await begin(false, { event, options });
		for (let count = 0; count < 2; count++) {
			const { headers } = await host.get(back());
			expect(headers.location).toBe(options.page);
		}
		const { raw, timeReceived, ...item } = host.started[0] ?? {};
		expect(item).toEqual({
			...{ event, ...shown(), confirmed: true, signatureChecked: false },
			unproven: { userId: 'eve', parameters: { order: '8' } },
		});
		expect([host.started.length, raw, typeof timeReceived]).toEqual([1, back(), 'string']);
	});

	it.each<[string, Fields, string]>([
		['without a transaction', { trid: '' }, 'The call names no transaction'],
		['without a number', { msisdn: '' }, 'The call has no msisdn'],
		['without a known status', { status: 'ok' }, 'The call has no status'],
		['of a transaction that nobody knows', { trid: '17' }, unseen],
	])('%s starts it as Unconfirmed, and is told to wait', async (_what, change, reason) => {
		const host = await begin(true, { event, options });
		const { headers } = await host.get(signed(back(change), coins));
		expect(headers.location).toBe(options.unknownPage);
		const item = { event, confirmed: false, reason, signatureChecked: true };
		expect([host.started, host.unconfirmed]).toMatchObject([[], [item]]);
	});

	it('is refused if a failed payment says success, though the signature is right', async () => {
		const failed = { actionStatus: 'FAILED', transactionState: 'FAILED' } as const;
		record = office.sell(Date.now(), failed);
		const host = await begin(true, { event, options });
		const { status, data } = await host.get(signed(back(), coins));
		expect([status, data]).toEqual([403, 'This link is no longer valid. Start again']);
		expect([host.started, host.unconfirmed]).toEqual([[], []]);
	});
});
