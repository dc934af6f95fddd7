import axios from 'axios';

import type { Seller } from '../support/sandbox/seller';
import {
	executionOf,
	itemsStarting,
	lenient,
	publishPolling,
	returnFrom,
	takesCalls,
} from '../support/e2e/calling';
import { everyTwoSeconds, triggered } from '../support/e2e/drawing';
import { addressOf } from '../support/e2e/notified';
import { Workspace } from '../support/workspace';

let workspace: Workspace;
let seller: Seller;
let notifiedAt: string;
let returnedTo: string;

beforeAll(async () => {
	workspace = await Workspace.open();
	({ seller } = workspace);
	const notice = (id: string, event: string) =>
		triggered(id, 'mobileBillingTrigger', { event, authentication: 'signature' });
	await workspace.publish({
		returned: notice('returned', 'returnedFromPayment'),
		notified: notice('notified', 'paymentResult'),
	});
	notifiedAt = addressOf(workspace.url, 'notified');
	returnedTo = addressOf(workspace.url, 'returned');
	for (const url of [notifiedAt, returnedTo]) await takesCalls(url);
	const parameters = { pollTimes: everyTwoSeconds, event: 'any' };
	const polling = triggered('polled', 'mobileBillingTransactionTrigger', parameters);
	await publishPolling(workspace, 'polled', polling);
});

afterAll(async () => {
	await workspace.close();
});

it('both triggers give the same values of a transaction', async () => {
	await seller.set({ transactionIds: 'plain' });
	await seller.http.patch('/_sandbox/services/GAMECLUB04', { notificationUrl: notifiedAt });
	await seller.optIn({ msisdn: '33639980001', clientid: 'order-1' });
	const [notified = {}] = itemsStarting(await executionOf(workspace, 'notified'));
	const [polled = {}] = itemsStarting(await executionOf(workspace, 'polled'));
	expect(polled).toMatchObject({ action: 'SUB_START', clientReference: 'order-1' });
	expect(notified).toMatchObject({ eventType: 'opt_in', signatureChecked: true });
	const same = ['transactionId', 'status', 'msisdn', 'operator', 'serviceKey', 'price'];
	for (const name of [...same, 'country', 'clientReference']) {
		expect([name, polled[name]]).toEqual([name, notified[name] ?? 'missing']);
	}
});

it('a customer who returns from payment starts the flow, and with a wrong signature does not', async () => {
	await seller.set({ signedReturns: 'always' });
	const asked = { apikey: 'GAMECLUB04', price: '2.99', msisdn: '33639985104', clientid: 'order 1' };
	const { data } = await seller.subscribe({ ...asked, returnurl: `${returnedTo}?order=17` });
	const address = await returnFrom((data as { urlRedirect: string }).urlRedirect, 'cancel');
	const forged = address.replace('status=canceled', 'status=success');
	const known = (await workspace.client.executions('returned')).length;
	expect((await axios.get(forged, lenient)).status).toBe(401);
	const page = await axios.get<string>(address, lenient);
	expect(page.status).toBe(200);
	expect(page.data).toContain('<h1>Payment canceled</h1>');
	const execution = await executionOf(workspace, 'returned', known);
	expect(itemsStarting(execution)).toMatchObject([
		{
			...{ status: 'canceled', msisdn: '33639985104', clientReference: 'order 1' },
			...{ parameters: { order: '17' }, signatureChecked: true },
		},
	]);
	expect(await workspace.client.executions('returned')).toHaveLength(known + 1);
});
