import axios from 'axios';

import type { Seller } from '../support/sandbox/seller';
import {
	Calling,
	executionOf,
	itemsStarting,
	lenient,
	moreLooks,
	post,
	publishPolling,
	startedBy,
	takesCalls,
	type Operation,
} from '../support/e2e/calling';
import {
	basic,
	called,
	everyTwoSeconds,
	ofBody,
	to,
	triggered,
	workflowOf,
} from '../support/e2e/drawing';
import type { Workspace } from '../support/workspace';

const operations = {
	transaction: ['transaction.get', { transactionId: ofBody('id') }],
} satisfies Record<string, Operation>;

const notice = (id: string, event: string) =>
	triggered(id, 'mobileBillingTrigger', { event, authentication: 'signature' });
const poll = (id: string, event: string) =>
	triggered(id, 'mobileBillingTransactionTrigger', { pollTimes: everyTwoSeconds, event });

const source = (name: string) =>
	basic(name, 'set', 3.4, {
		mode: 'raw',
		jsonOutput: `={{ JSON.stringify($json.body.${name}) }}`,
		options: {},
	});

/** Takes an item of each trigger by a call and answers with what a Merge node makes of the two. */
const merging = workflowOf(
	'Merge',
	[
		called('merging'),
		source('notified'),
		source('polled'),
		basic('Merge', 'merge', 3.2, { mode: 'combine', fieldsToMatchString: 'transactionId' }),
	],
	{
		Call: {
			main: [['notified', 'polled'].map((node) => ({ node, type: 'main', index: 0 }))],
		},
		notified: to('Merge'),
		polled: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
	},
);

let n8n: Calling<keyof typeof operations>;
let workspace: Workspace;
let seller: Seller;

const urlOf = (id: string) => `${workspace.url}/webhook/${id}/mobile-billing`;

beforeAll(async () => {
	n8n = await Calling.start(operations, () => ({
		returned: notice('returned', 'returnedFromPayment'),
		notified: notice('notified', 'paymentResult'),
		merging,
	}));
	({ workspace } = n8n);
	({ seller } = workspace);
	for (const id of ['returned', 'notified']) await takesCalls(urlOf(id));
	await publishPolling(workspace, 'ended', poll('ended', 'subscriptionEnded'));
	await publishPolling(workspace, 'polled', poll('polled', 'any'));
	// The first look may have been of the other one.
	await moreLooks(workspace, 3);
});

afterAll(async () => {
	await workspace.close();
});

describe('both triggers', () => {
	const msisdn = '33639980001';

	it('give items that a Merge joins by transactionId, with the same values', async () => {
		await seller.set({ transactionIds: 'plain' });
		const change = { notificationUrl: urlOf('notified') };
		await seller.http.patch('/_sandbox/services/GAMECLUB04', change);
		await seller.optIn({ msisdn, clientid: 'order-1' });
		const [notified = {}] = itemsStarting(await executionOf(workspace, 'notified'));
		const [polled = {}] = itemsStarting(await executionOf(workspace, 'polled'));

		const joined = await post(`${workspace.url}/webhook/merging`, { notified, polled });
		const same = ['transactionId', 'status', 'msisdn', 'operator', 'serviceKey', 'price'];
		for (const name of [...same, 'country', 'clientReference']) {
			expect([name, polled[name]]).toEqual([name, notified[name]]);
		}
		// Merge joins objects field by field.
		const raw = Object.assign({}, notified.raw, polled.raw) as object;
		expect(joined).toEqual([{ ...notified, ...polled, raw }]);
		expect(joined).toMatchObject([{ eventType: 'opt_in', action: 'SUB_START' }]);
	});

	it('keep every digit of an ID above 2^53 and no PIN, as a search does', async () => {
		const { all } = workspace.sandbox.world.payments.transactions;
		const record = all.find((payment) => payment.record.msisdn === msisdn)?.record;
		const timeUpdated = new Date().toISOString().slice(0, 19).replace('T', ' ');
		const [short, long] = [`Id":${record?.transactionId}`, '9007199254740993'];
		const body = JSON.stringify([{ ...record, timeUpdated }]).replace(short, `Id":${long}`);
		const headers = { 'content-type': 'application/json' };
		const fault = { kind: 'answer', status: 200, headers, body };
		await seller.http.put('/_sandbox/faults', [{ path: '/v1/transactions', fault }]);
		expect(await n8n.itemFrom('transaction', { id: long })).toMatchObject({ transactionId: long });
		const polled = itemsStarting(await executionOf(workspace, 'polled', 1));
		await seller.http.delete('/_sandbox/faults');
		expect(polled).toMatchObject([{ msisdn, transactionId: long }]);
		expect(record?.pinIdentification).toMatch(/^\d{4}$/);
		expect(JSON.stringify(polled)).not.toMatch(new RegExp(`\\b${record?.pinIdentification}\\b`));
	});
});

it('a subscription that ended starts the flow, also as SUB_CANCEL', async () => {
	const msisdn = '33639980128';
	await seller.set({ cancelWord: 'underscore', cancelDelaySeconds: 0 });
	await seller.optIn({ msisdn });
	const [{ subscriptionId }] = await seller.subscriptions({ msisdn });
	await seller.http.post(`/_sandbox/subscriptions/${subscriptionId}/cancel`);
	const raw = { action: 'SUB_CANCEL' };
	const items = itemsStarting(await executionOf(workspace, 'ended'));
	expect(items).toMatchObject([{ msisdn, status: 'success', raw }]);
});

it('takes a notification that is a POST with its fields in the query', async () => {
	const [execution, { data }] = await startedBy(workspace, 'notified', () =>
		seller.http.post('/_sandbox/notifications/fire', {
			url: urlOf('notified'),
			serviceKey: 'GAMECLUB04',
			encoding: 'query',
			fields: { status: 'success' },
		}),
	);
	expect(data).toMatchObject({ status: 'DELIVERED' });
	const expected = { serviceKey: 'GAMECLUB04', status: 'success', signatureChecked: true };
	expect(itemsStarting(execution)).toMatchObject([expected]);
});

/** The address to which the payment page sends a customer back. */
async function comeBack(msisdn: string, choice: string): Promise<string> {
	const asked = { apikey: 'GAMECLUB04', price: '2.99', msisdn, clientid: `order ${msisdn}` };
	const returnurl = `${urlOf('returned')}?order=17`;
	const { data } = await seller.subscribe({ ...asked, returnurl });
	const page = new URL((data as { urlRedirect: string }).urlRedirect);
	const id = page.searchParams.get('id') ?? '';
	const confirm = `${workspace.sandbox.url}/payment/pages/confirm`;
	const { headers } = await axios.post(confirm, new URLSearchParams({ id, choice }), lenient);
	return String(headers.location);
}

describe('a customer who returns from payment', () => {
	it.each([
		['33639985101', 'confirm', 'never', 'success', 'Thank you'],
		['33639985931', 'confirm', 'never', 'failed', 'Payment failed'],
		['33639985104', 'cancel', 'always', 'canceled', 'Payment canceled'],
	])('%s (%s, signed: %s) starts the flow', async (msisdn, choice, signed, status, title) => {
		await seller.set({ signedReturns: signed });
		const address = await comeBack(msisdn, choice);
		const [execution, page] = await startedBy(workspace, 'returned', () =>
			axios.get<string>(address, lenient),
		);
		expect(page.status).toBe(200);
		expect(page.data).toContain(`<h1>${title}</h1>`);
		expect(itemsStarting(execution)).toMatchObject([
			{
				status,
				msisdn,
				clientReference: `order ${msisdn}`,
				parameters: { order: '17' },
				signatureChecked: signed === 'always',
				transactionId: expect.stringMatching(/^\S+$/) as string,
				timeReturned: expect.stringMatching(/^20\d\d-.*Z$/) as string,
			},
		]);
	});

	it('is refused with a wrong signature', async () => {
		await seller.set({ signedReturns: 'always' });
		const address = await comeBack('33639985105', 'cancel');
		const forged = address.replace('status=canceled', 'status=success');
		expect((await axios.get(forged, lenient)).status).toBe(401);
	});
});
