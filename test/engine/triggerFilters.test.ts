import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import { gameClub, payment, quizNight, signed } from '../support/webhookEvents';
import { startHost, type Host, type HostSettings } from '../support/webhookHost';

const http = axios.create({ validateStatus: () => true });
let host: Host;

async function begin(settings?: HostSettings) {
	host = await startHost(settings);
}

afterEach(async () => {
	await host.close();
});

const failed = payment(1, { status: 'failed', event_type: 'recurring_billing' });

describe('the filters of payment results', () => {
	it.each<[string, INodeParameters]>([
		['by result', { results: ['success', 'canceled'] }],
		['by event type', { filters: { eventTypes: 'opt_in, opt_out' } }],
		['by service key', { filters: { serviceKeys: 'QUIZNIGHT05' } }],
		['by operator', { filters: { operators: 'AT_A1,FR_ORANG' } }],
		['by two of them', { results: ['failed'], filters: { operators: 'AT_A1' } }],
	])('%s drop the others, which are answered all the same', async (_, parameters) => {
		await begin({ parameters });
		const { status, data } = await http.post(host.url, signed(failed));
		expect([status, data]).toEqual([200, 'OK']);
		expect(host.started).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['none', {}],
		['a result', { results: ['failed'] }],
		['an event type, in any case', { filters: { eventTypes: 'OPT_IN, Recurring_Billing' } }],
		['a service key, in any case', { filters: { serviceKeys: 'gameclub04' } }],
		[
			'an operator among others, with stray commas',
			{ filters: { operators: ', fr_orange,,AT_A1 ,' } },
		],
		['a list that an expression made', { filters: { operators: '={{ ["AT_A1", "FR_ORANGE"] }}' } }],
		['an empty text', { filters: { operators: ' ', eventTypes: '' } }],
	])('with %s let a call pass', async (_, parameters) => {
		await begin({ parameters });
		expect((await http.post(host.url, signed(failed))).status).toBe(200);
		expect(host.started).toMatchObject([{ result: 'failed' }]);
	});

	it('are looked at only when the signature holds', async () => {
		await begin({ parameters: { results: ['success'] } });
		expect((await http.post(host.url, failed)).status).toBe(401);
	});
});

describe('the answer', () => {
	it.each(['Merci', '', '<ok/>'])('is what the user set: %j', async (answer) => {
		await begin({ parameters: { options: { answer }, filters: { operators: 'FR_ORANGE' } } });
		const calls = [payment(1), payment(1), payment(2, { mnocode: 'AT_A1' })];
		for (const fields of calls) {
			const { status, data } = await http.post(host.url, signed(fields));
			expect([status, data]).toEqual([200, answer]);
		}
		expect(host.started).toHaveLength(1);
	});

	it('says nothing of what has gone wrong when the credential cannot be read', async () => {
		await begin({ credential: null });
		const { status, data } = await http.post(host.url, signed(payment(1)));
		expect(host.logged).toEqual(['The trigger could not take an event: NodeOperationError']);
		expect([status, data]).toEqual([500, 'The event could not be taken. Send it again']);
		expect(host.started).toEqual([]);
	});
});

describe('publishing the workflow', () => {
	it.each<[string, HostSettings, string]>([
		[
			'without a signature key',
			{ credential: { ...gameClub, signingSecret: '' } },
			'The service credential has no signature key, so every event would be refused',
		],
		[
			'with a signature key that belongs to no service',
			{
				credential: { ...gameClub, moreServices: { service: [{ ...quizNight, serviceKey: ' ' }] } },
			},
			'A service in the credential has a signature key but no service key',
		],
	])('is refused in words %s', async (_, settings, words) => {
		await begin(settings);
		await expect(host.activate()).rejects.toThrow(words);
		await expect(host.activate()).rejects.not.toThrow(gameClub.signingSecret);
	});

	it.each<[string, HostSettings]>([
		['with a signature key', {}],
		[
			'without one when no signature is asked for',
			{ parameters: { authentication: 'none' }, credential: null },
		],
		[
			'with a signature key of another service only',
			{ credential: { ...gameClub, signingSecret: '', moreServices: { service: [quizNight] } } },
		],
		[
			'with a key without a service for customers who come back',
			{ credential: { ...gameClub, serviceKey: '' }, parameters: { event: 'returnedFromPayment' } },
		],
	])('succeeds %s', async (_, settings) => {
		await begin(settings);
		await expect(host.activate()).resolves.toBeUndefined();
	});
});

describe('the description of the trigger', () => {
	const { description } = new MobileBillingTrigger();

	it('has a version and webhooks that n8n need not evaluate for each call', async () => {
		await begin();
		expect(description.version).toBeGreaterThanOrEqual(2);
		expect(description.webhooks).toHaveLength(2);
		expect(JSON.stringify(description.webhooks)).not.toMatch(/"=/);
		for (const webhook of description.webhooks ?? []) {
			expect(webhook).toMatchObject({ responseMode: 'onReceived', responseData: '' });
		}
	});

	it('takes GET and POST on one address', async () => {
		await begin();
		const webhooks = description.webhooks ?? [];
		expect(webhooks.map(({ httpMethod }) => httpMethod)).toEqual(['GET', 'POST']);
		expect(new Set(webhooks.map(({ path, name }) => `${name} ${path}`)).size).toBe(1);
		expect((await http.put(host.url, {})).status).toBe(404);
	});

	it('asks for no credential when there is no signature to check', () => {
		expect(description.credentials).toMatchObject([
			{ displayOptions: { show: { authentication: ['signature'] } } },
		]);
		const authentication = description.properties.find(({ name }) => name === 'authentication');
		expect(authentication?.default).toBe('signature');
	});
});
