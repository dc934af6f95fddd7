import { readFileSync } from 'node:fs';

import axios from 'axios';

import { outcomesOf } from '../../nodes/engine/outcomes';
import { start } from '../../nodes/MobileBilling/operations/payment/start';
import { submitPin } from '../../nodes/MobileBilling/operations/payment/submitPin';
import type { Outcomes } from '../../platform/answer';
import { returnOutcomes, statusOutcomes } from '../../platform/identification';
import { aliasOf } from '../../sandbox/payments/aliases';
import { itemsOf, type Execution } from '../../scripts/host/n8nClient';
import { waitFor } from '../../scripts/host/wait';
import { accountData } from '../../scripts/try/credentials';
import { guardUrl, guardWorkflow, sellFormUrl, sellWorkflow } from '../../scripts/try/workflows';
import { handInForm } from '../support/form';
import { countOf, SandboxControl } from '../support/sandboxControl';
import { nodeOf, startLooking, stopLooking, type Looking } from './support/looking';
import { takesCalls } from './support/notified';

const account = { mobileBillingApi: { id: null, name: 'Mobile Billing account' } };
const service = { mobileBillingServiceApi: { id: null, name: 'Mobile Billing service' } };
const searchAccount = { mobileBillingApi: { id: null, name: 'Search account' } };

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const settings = { executionOrder: 'v1' };

const to = (names: string[]) => ({
	main: names.map((name) => [{ node: name, type: 'main', index: 0 }]),
});

/** A call comes in, a node does its work, and the name of the output it leaves on is answered with the item. */
function answering(path: string, work: object, outputs: string[] = ['done']): object {
	const call = {
		...nodeOf('Call', 'n8n-nodes-base.webhook', 2, {
			httpMethod: 'POST',
			path,
			responseMode: 'lastNode',
		}),
		webhookId: path,
	};
	const named = outputs.map((output) =>
		nodeOf(output, 'n8n-nodes-base.set', 3.4, {
			assignments: {
				assignments: [{ id: output, name: 'output', value: output, type: 'string' }],
			},
			includeOtherFields: true,
			options: {},
		}),
	);
	return {
		name: path,
		settings,
		nodes: [call, { ...nodeOf('Work', '', 1, {}), ...work }, ...named],
		connections: { Call: to(['Work']), Work: to(outputs) },
	};
}

/** An operation with an output for each outcome and one for errors. */
function splitting(
	path: string,
	outcomes: Outcomes | undefined,
	parameters: object,
	credentials: object = { ...account, ...service },
): object {
	const work = {
		type: 'n8n-nodes-mobile-billing.mobileBilling',
		parameters: { ...parameters, options: { splitByOutcome: true } },
		credentials,
		onError: 'continueErrorOutput',
	};
	return answering(path, work, [...Object.keys(outcomes ?? {}), 'error']);
}

function triggered(path: string, parameters: object): object {
	const trigger = {
		...nodeOf('Trigger', 'n8n-nodes-mobile-billing.mobileBillingTrigger', 2, parameters),
		webhookId: path,
		credentials: service,
	};
	const end = nodeOf('End', 'n8n-nodes-base.noOp', 1, {});
	return { name: path, settings, nodes: [trigger, end], connections: { Trigger: to(['End']) } };
}

const shipped = ({ file }: { file: string }) => JSON.parse(readFileSync(file, 'utf8')) as object;

const workflows = (sandboxUrl: string) => ({
	start: splitting('start', outcomesOf(start), {
		resource: 'payment',
		operation: 'start',
		serviceKey: byId('COINSHOP07'),
		price: '0.99',
		msisdn: '={{ $json.body.phone }}',
		additionalFields: {
			sendAsEntered: '={{ $json.body.asEntered ?? false }}',
			redirect: false,
		},
	}),
	submit: splitting('submit', outcomesOf(submitPin), {
		resource: 'payment',
		operation: 'submitPin',
		transactionId: '={{ $json.body.transactionId }}',
		pin: '={{ $json.body.pin }}',
	}),
	status: splitting('status', statusOutcomes, {
		resource: 'subscription',
		operation: 'checkStatus',
		serviceKey: byId('MUSICMONTH06'),
		userid: 'customer-1',
	}),
	verify: splitting(
		'verify',
		returnOutcomes,
		{
			resource: 'subscription',
			operation: 'verifyIdentificationReturn',
			query: '={{ $json.body.query }}',
		},
		{},
	),
	search: answering('search', {
		type: 'n8n-nodes-mobile-billing.mobileBilling',
		parameters: {
			resource: 'transaction',
			operation: 'getMany',
			filters: { msisdn: '={{ $json.body.phone }}' },
			simplify: false,
		},
		credentials: searchAccount,
	}),
	request: answering('request', {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${sandboxUrl}/api/payment/1_4/subscriber/resolve`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'mobileBillingApi',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ { msisdns: [$json.body.phone] } }}',
			options: { response: { response: { neverError: '={{ $json.body.neverError ?? false }}' } } },
		},
		credentials: account,
		onError: 'continueErrorOutput',
	}),
	returned: triggered('11111111-2222-4333-8444-000000000001', {
		event: 'returnedFromPayment',
		authentication: 'signature',
	}),
	notified: triggered('11111111-2222-4333-8444-000000000002', {
		event: 'paymentResult',
		authentication: 'signature',
	}),
	[sellWorkflow.id]: shipped(sellWorkflow),
	[guardWorkflow.id]: shipped(guardWorkflow),
});

let looking: Looking;
let control: SandboxControl;

beforeAll(async () => {
	looking = await startLooking(workflows, (sandboxUrl) => [
		{
			id: 'searchAccount',
			name: 'Search account',
			type: 'mobileBillingApi',
			data: {
				...accountData(sandboxUrl),
				password: 'not-the-password',
				searchLogin: 'headers',
				searchUser: 'demo-search',
				searchSecret: 'demo-search-key',
			},
		},
	]);
	control = new SandboxControl(looking.sandbox.url);
	for (const id of Object.keys(workflows(''))) await looking.client.activate(id);
	for (const id of ['returned', 'notified'] as const) await takesCalls(triggerUrl(id));
});

afterAll(async () => {
	await stopLooking(looking);
});

afterEach(async () => {
	await looking.seller.http.delete('/_sandbox/faults');
});

const lenient = { proxy: false, validateStatus: () => true, maxRedirects: 0 } as const;

const triggerIds = {
	returned: '11111111-2222-4333-8444-000000000001',
	notified: '11111111-2222-4333-8444-000000000002',
};

function triggerUrl(id: keyof typeof triggerIds): string {
	return `${looking.n8n.url}/webhook/${triggerIds[id]}/mobile-billing`;
}

/** Calls a workflow; gives the item it ended with. */
async function call(path: string, body: object): Promise<Record<string, unknown>> {
	const url = `${looking.n8n.url}/webhook/${path}`;
	return await waitFor(
		`an answer of ${path}`,
		async () => {
			const { status, data } = await axios.post<Record<string, unknown>>(url, body, lenient);
			return status === 404 ? undefined : data;
		},
		{ timeoutMs: 60_000 },
	);
}

/** The execution that something starts, ended, with what it gave. */
async function startedBy<Given>(
	id: string,
	act: () => Promise<Given>,
): Promise<[Execution, Given]> {
	const { client } = looking;
	const [before] = await client.executions(id);
	const given = await act();
	const execution = await waitFor(
		`an execution of ${id}`,
		async () => {
			const [summary] = await client.executions(id);
			return summary?.id === before?.id ? undefined : summary;
		},
		{ timeoutMs: 10_000 },
	);
	return [await client.executionEnd(execution.id, 10_000), given];
}

describe('how a payment ends', () => {
	it.each([
		['33639980941', { output: 'charged', status: 'success' }],
		['33639980942', { output: 'notCharged', status: 'failed' }],
	])('of %s leaves on an output of its own', async (phone, expected) => {
		expect(await call('start', { phone })).toMatchObject(expected);
	});

	it('after a right PIN is accepted while the platform calls it pending', async () => {
		const phone = '33639980111';
		const { transactionId, output } = await call('start', { phone });
		expect(output).toBe('pin');
		const body = { status: 'ACCEPTED', sessionStatus: 'PENDING' };
		const fault = { kind: 'answer', when: 'after', status: 200, body };
		const rule = { path: '/api/payment/1_4/transaction/*', fault };
		await looking.seller.http.put('/_sandbox/faults', [rule]);
		const pin = await looking.seller.readPin(phone);
		expect(await call('submit', { transactionId, pin })).toMatchObject({ output: 'accepted' });
	});
});

describe('an alias in place of a number', () => {
	const alias = aliasOf('33639980951');

	it('is sent with Send as Entered, and charges the customer behind it', async () => {
		const { output, transactionId } = await call('start', { phone: alias, asEntered: true });
		expect(output).toBe('pin');
		const { transaction } = await looking.seller.payment(String(transactionId));
		expect(transaction).toMatchObject({ msisdn: '33639980951' });
	});

	it('is no phone number without it', async () => {
		const { output, error } = await call('start', { phone: alias });
		expect(output).toBe('error');
		expect(JSON.stringify(error)).toContain('Phone Number');
	});
});

describe('an identification', () => {
	it('that is refused is an error, and not “no subscription”', async () => {
		const { output, error } = await call('status', {});
		expect(output).toBe('error');
		expect(JSON.stringify(error)).toContain('INVALID_');
	});

	it('whose return no signature key proves is unverified', async () => {
		const timestamp = Math.floor(Date.now() / 1000);
		const query = { userid: 'customer-1', timestamp: String(timestamp), sign: 'f00d' };
		expect(await call('verify', { query })).toMatchObject({ output: 'unverified' });
	});
});

describe('a search with signed headers', () => {
	const pin = 'Zx9Pin4711';

	it('needs no login, and keeps no PIN in the stored execution', async () => {
		const phone = '33639980112';
		await looking.seller.subscribe({ msisdn: phone });
		const { all } = looking.sandbox.world.payments.transactions;
		const record = all.find((payment) => payment.record.msisdn === phone)?.record;
		Object.assign(record ?? {}, { pinIdentification: pin, mtMessage: `${pin} is your PIN` });
		const logins = countOf(await control.tokenRequests());

		const [{ text, status }, answer] = await startedBy('search', () => call('search', { phone }));

		expect(answer).toMatchObject({ msisdn: phone });
		expect(countOf(await control.tokenRequests())).toBe(logins);
		expect(status).toBe('success');
		expect(text).toContain(phone);
		expect(text).not.toContain(pin);
	});
});

/** The address to which the payment page sends a customer back. */
async function comeBack(msisdn: string, choice: string): Promise<string> {
	const { seller, sandbox } = looking;
	const asked = { apikey: 'GAMECLUB04', price: '2.99', msisdn, clientid: `order ${msisdn}` };
	const returnurl = `${triggerUrl('returned')}?order=17`;
	const { data } = await seller.subscribe({ ...asked, returnurl });
	const page = new URL((data as { urlRedirect: string }).urlRedirect);
	const id = page.searchParams.get('id') ?? '';
	const confirm = `${sandbox.url}/payment/pages/confirm`;
	const { headers } = await axios.post(confirm, new URLSearchParams({ id, choice }), lenient);
	return String(headers.location);
}

describe('a customer who returns from payment', () => {
	it.each([
		['33639985101', 'confirm', 'never', 'success', 'Thank you'],
		['33639985931', 'confirm', 'never', 'failed', 'Payment failed'],
		['33639985102', 'cancel', 'never', 'canceled', 'Payment canceled'],
		['33639985103', 'confirm', 'always', 'success', 'Thank you'],
		['33639985104', 'cancel', 'always', 'canceled', 'Payment canceled'],
	])('%s (%s, signed: %s) starts the flow', async (msisdn, choice, signed, status, title) => {
		await looking.seller.set({ signedReturns: signed });
		const address = await comeBack(msisdn, choice);
		const [execution, page] = await startedBy('returned', () =>
			axios.get<string>(address, lenient),
		);
		expect(page.status).toBe(200);
		expect(page.data).toContain(`<h1>${title}</h1>`);
		const [item] = itemsOf(execution, 'End');
		expect(item?.json).toMatchObject({
			status,
			msisdn,
			clientReference: `order ${msisdn}`,
			parameters: { order: '17' },
			signatureChecked: signed === 'always',
			transactionId: expect.stringMatching(/^\S+$/) as string,
			timeReturned: expect.stringMatching(/^20\d\d-.*Z$/) as string,
		});
	});

	it('is refused with a wrong signature', async () => {
		await looking.seller.set({ signedReturns: 'always' });
		const address = await comeBack('33639985105', 'cancel');
		const forged = address.replace('status=canceled', 'status=success');
		expect((await axios.get(forged, lenient)).status).toBe(401);
	});
});

it('takes a notification that is a POST with its fields in the query', async () => {
	const [execution, { data }] = await startedBy('notified', () =>
		looking.seller.http.post('/_sandbox/notifications/fire', {
			url: triggerUrl('notified'),
			serviceKey: 'GAMECLUB04',
			encoding: 'query',
			fields: { status: 'success' },
		}),
	);
	expect(data).toMatchObject({ status: 'DELIVERED' });
	const [item] = itemsOf(execution, 'End');
	expect(item?.json).toMatchObject({
		serviceKey: 'GAMECLUB04',
		status: 'success',
		signatureChecked: true,
	});
});

describe("n8n's HTTP Request node with the credential", () => {
	const phone = '33639980951';
	const subscribers = [{ msisdn: phone, subscriberId: aliasOf(phone) }];

	it('logs in, and renews a token that has died', async () => {
		expect(await call('request', { phone })).toMatchObject({ status: 'ACCEPTED', subscribers });
		await control.expireAccessTokens();
		expect(await call('request', { phone })).toMatchObject({ status: 'ACCEPTED', subscribers });
	});

	it.each([
		[2, false],
		[1, true],
	])('is sent %i times when it fails, with Never Error: %p', async (times, neverError) => {
		const path = '/api/payment/1_4/subscriber/resolve';
		const { traffic } = looking.sandbox.world;
		const failed = () => traffic.report().routes[`POST ${path}`]?.['500'] ?? 0;
		const before = failed();
		const fault = { kind: 'answer', status: 500, body: {} };
		await looking.seller.http.put('/_sandbox/faults', [{ path, fault }]);
		await call('request', { phone, neverError });
		expect(failed() - before).toBe(times);
	});
});

it('sells nothing and lets nobody in with workflows that nobody has filled in, and says so', async () => {
	const door = await axios.get<string>(guardUrl(looking.n8n.url, '33639980113'), lenient);
	expect(door.status).toBe(503);
	expect(door.data).toContain('This page is not open yet');
	const { text } = await handInForm(sellFormUrl(looking.n8n.url), ['+33 6 39 98 01 13'], {
		timeoutMs: 60_000,
	});
	expect(text).toContain('This form is not open yet');
	expect(text).toContain('Your offer');
	expect(await looking.seller.payments({ msisdn: '33639980113' })).toEqual([]);
});
