import type { IDataObject } from 'n8n-workflow';
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
	// It looks again after a second or two.
	const { sleep } = transport.clock;
	jest
		.spyOn(transport.clock, 'sleep')
		.mockImplementation((ms, signal) => sleep([1_000, 2_000].includes(ms) ? 0 : ms, signal));
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
const begin = async (authentication = 'signature', mode: 'webhook' | 'manual' = 'webhook') =>
	await startHost({
		account: office.credentials,
		credential: coins,
		mode,
		parameters: { authentication, confirm: true },
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

it.each([
	['plain', 'none'],
	['plain', 'signature'],
	['encrypted', 'signature'],
])(
	'a call with the %s ID that the platform confirms starts the workflow once: %s',
	async (form, authentication) => {
		const host = await begin(authentication);
		const ids = { plain: String(record.transactionId), encrypted: record.encryptedTransactionId };
		const call = (transactionid: string) => signed(told({ transactionid }), coins);
		expect(await send(host, call(ids[form as 'plain']))).toEqual([200, 'OK']);
		const [item] = host.started;
		expect(item).toMatchObject({
			confirmed: true,
			signatureChecked: authentication === 'signature',
			price: 0.99,
			msisdn: record.msisdn,
			clientReference: 'order 7',
			eventType: 'one_off',
			quantity: 10,
		});
		expect(item?.userId).toBe(authentication === 'signature' ? 'player-1' : undefined);
		// The other name of the same transaction is no other event.
		for (const id of Object.values(ids)) expect(await send(host, call(id))).toEqual([200, 'OK']);
		expect(host.started).toHaveLength(1);
	},
);

const no = [403, 'The platform does not confirm this'];
const later = [503, 'This could not be confirmed. Send it again'];
it.each<[string, Fields, unknown[], string]>([
	['another status', { status: 'failed' }, no, 'status'],
	['another number', { phone: '33639980002' }, no, 'phone'],
	['another price', { enduserprice: '9.90' }, no, 'enduserprice'],
	['an unknown ID', { transactionid: '17' }, later, 'shows no such transaction in a final state'],
])('a call with %s starts nothing, signed or not', async (_what, change, answer, cause) => {
	for (const authentication of ['none', 'signature']) {
		const host = await begin(authentication);
		expect(await send(host, signed(told(change), coins))).toEqual(answer);
		expect(host.started).toEqual([]);
		expect(host.logged).toEqual([expect.stringContaining(cause)]);
		// What was refused is no event: the genuine one comes through.
		expect(await send(host, signed(told(), coins))).toEqual([200, 'OK']);
		expect(host.started).toHaveLength(1);
	}
});

it('a transaction that the search shows a little later is waited for', async () => {
	const host = await begin();
	office.answerWith([], 200, { times: 2 });
	expect(await send(host, signed(told(), coins))).toEqual([200, 'OK']);
	expect(searches()).toBe(3);
});

it.each<[string, IDataObject, number, string]>([
	['is down', {}, 503, 'HTTP 503'],
	['refuses the account', { status: 'UNAUTHORIZED' }, 403, 'UNAUTHORIZED (HTTP 403)'],
	['answers anything else', { hello: 1 }, 200, "sent a response that can't be read"],
])(
	'a call is refused for now, and the log says why, while the platform %s',
	async (_what, body, status, cause) => {
		const host = await begin();
		office.answerWith(body, status);
		expect(await send(host, signed(told(), coins))).toEqual(later);
		expect(host.logged).toEqual([expect.stringContaining(cause)]);
		office.answerItself();
		expect(await send(host, signed(told(), coins))).toEqual([200, 'OK']);
		expect(host.started).toHaveLength(1);
	},
);

it('in a manual test the editor shows what the platform says', async () => {
	const host = await begin('none', 'manual');
	await send(host, told({ phone: '33639980002' }));
	await send(host, told());
	expect(host.failed).toMatchObject([
		{ description: 'The platform shows another value of phone for its transaction.' },
	]);
	expect(host.started).toHaveLength(1);
});

it('nothing is looked up for forged, filtered and known calls', async () => {
	const host = await startHost({
		account: office.credentials,
		credential: coins,
		parameters: { confirm: true, results: ['success'] },
	});
	await send(host, { ...told(), sign: 'f00' });
	await send(host, signed(told({ status: 'failed' }), coins));
	for (let count = 0; count < 3; count++) await send(host, signed(told(), coins));
	expect(searches()).toBe(1);
});

it('the log names what could not be confirmed, so that somebody can look it up', async () => {
	const host = await begin('none');
	const past = jest.spyOn(Date, 'now').mockReturnValue(0);
	office.answerWith({}, 503);
	for (const id of ['17', '18', '17', '19 x']) await send(host, told({ transactionid: id }));
	past.mockRestore();
	await send(host, told({ transactionid: '20' }));
	expect(host.logged).toEqual([
		expect.stringMatching(/Look up the transactions that were not confirmed: 17, 18$/),
	]);
});
