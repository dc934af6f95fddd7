import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import {
	gameClub,
	payment,
	queryOf,
	quizNight,
	signed,
	success,
	type Fields,
} from './support/webhookEvents';
import { startHost, type Host, type HostSettings } from './support/webhookHost';

const http = axios.create({ validateStatus: () => true });
const both = { ...gameClub, moreServices: { service: [quizNight] } };
const unsigned = { parameters: { authentication: 'none' }, credential: null };
let host: Host;

async function begin(settings?: HostSettings) {
	host = await startHost(settings);
}

afterEach(async () => {
	await host.close();
});

type Answer = Promise<{ status: number; data: unknown }>;
const ways: [string, (fields: Fields) => Answer][] = [
	['GET', (fields) => http.get(`${host.url}?${queryOf(fields)}`)],
	['form POST', (fields) => http.post(host.url, queryOf(fields))],
	['JSON POST', (fields) => http.post(host.url, fields)],
];

describe('a signed notification', () => {
	it.each(ways)('by %s starts the workflow with one item', async (_, send) => {
		await begin();
		const before = Date.now();
		const { status, data } = await send(signed(success));
		expect([status, data]).toEqual([200, 'OK']);
		expect(host.started).toEqual([
			{
				transactionId: '3+enZv5EgW3N4M1j7I874Q==',
				status: 'success',
				msisdn: '33639981234',
				userId: 'player-1',
				operator: 'FR_ORANGE',
				mccmnc: '20801',
				country: 'FR',
				price: 1,
				revenue: 0.6,
				revenueCurrency: 'EUR',
				quantity: 30,
				serviceKey: 'GAMECLUB04',
				clientReference: 'order 7',
				eventType: 'opt_in',
				timeReceived: expect.any(String) as string,
				signatureChecked: true,
				raw: signed(success),
			},
		]);
		const received = Date.parse(String(host.started[0]?.timeReceived));
		expect(received).toBeGreaterThanOrEqual(before);
		expect(received).toBeLessThanOrEqual(Date.now());
	});

	it.each([
		['percent-encoded', (query: string) => query],
		['bare', (query: string) => query.replaceAll('%2B', '+')],
		['bare, with = and / bare too', (query: string) => decodeURI(query).replaceAll('%2B', '+')],
		['bare, with spaces as plus', (query: string) => query.replaceAll(/%2B|%20/g, '+')],
	])('can have the plus of an encrypted transaction ID %s', async (_, rewrite) => {
		await begin();
		const query = rewrite(queryOf(signed(success))).replaceAll(' ', '%20');
		expect((await http.get(`${host.url}?${query}`)).status).toBe(200);
		expect((await http.post(host.url, query)).status).toBe(200);
		expect(host.started).toMatchObject([{ transactionId: success.transactionid }]);
	});

	it('can be of any service in the credential, each with its own key and algorithm', async () => {
		await begin({ credential: both });
		const quiz = signed({ ...success, service: 'QUIZNIGHT05', transactionid: '17' }, quizNight);
		for (const fields of [signed(success), quiz]) {
			expect((await http.post(host.url, fields)).status).toBe(200);
		}
		expect(host.started).toMatchObject([{ serviceKey: 'GAMECLUB04' }, { transactionId: '17' }]);
	});
});

describe('the signature', () => {
	const fields = signed(success);
	const withoutKey = { ...gameClub, signingSecret: '' };
	it.each<[string, Fields, HostSettings?]>([
		['is missing', success],
		['is of another event', { ...fields, status: 'failed' }],
		['is of another price', { ...fields, enduserprice: '1.0' }],
		['is made with the service key', signed(success, { ...gameClub, signingSecret: 'GAMECLUB04' })],
		[
			'is made with an empty key, as in the credential',
			signed(success, withoutKey),
			{ credential: withoutKey },
		],
		['has another algorithm', signed(success, { ...gameClub, signingAlgorithm: 'md5' })],
		['is of another service', signed(success, quizNight), { credential: both }],
		['is of an unknown service', signed({ ...success, service: 'OTHER06' }), { credential: both }],
		[
			'is missing and the filters would drop the event',
			success,
			{ parameters: { results: ['failed'] } },
		],
	])('refuses a call with 401 when it %s', async (_, sent, settings: HostSettings = {}) => {
		await begin(settings);
		for (const [, send] of ways) {
			const { status, data } = await send(sent);
			expect([status, data]).toEqual([401, 'The signature is missing or wrong']);
		}
		expect(host.started).toEqual([]);
	});

	it.each(ways)('is not checked without authentication, by %s', async (_, send) => {
		await begin(unsigned);
		expect((await send(success)).status).toBe(200);
		expect(host.started).toMatchObject([{ status: 'success', signatureChecked: false }]);
	});

	it('tells nothing when the credential cannot be read', async () => {
		await begin({ credential: null });
		const { status, data } = await http.post(host.url, signed(success));
		expect([status, data]).toEqual([500, 'The event was not received. Send it again']);
		expect(host.logged).toEqual(["The trigger couldn't receive an event: NodeOperationError"]);
		expect(host.started).toEqual([]);
	});
});

describe('the filters', () => {
	const failed = signed(payment(1, { status: 'failed', event_type: 'recurring_billing' }));
	it.each<[INodeParameters, boolean]>([
		[{}, true],
		[{ results: ['failed'] }, true],
		[{ results: ['success', 'canceled'] }, false],
		[{ filters: { eventTypes: 'OPT_IN, Recurring_Billing' } }, true],
		[{ filters: { serviceKeys: 'gameclub04' } }, true],
		[{ filters: { serviceKeys: 'QUIZNIGHT05' } }, false],
		[{ filters: { operators: ', fr_orange,,AT_A1 ,' } }, true],
		[{ filters: { operators: '={{ ["AT_A1", "FR_ORANGE"] }}' } }, true],
		[{ results: ['failed'], filters: { operators: 'AT_A1' } }, false],
	])('%j start the workflow: %j', async (parameters, isStarted) => {
		await begin({ parameters });
		const { status, data } = await http.post(host.url, failed);
		expect([status, data]).toEqual([200, 'OK']);
		expect(host.started).toHaveLength(isStarted ? 1 : 0);
	});

	it.each(['Merci', ''])('leave the answer %j to the user', async (answer) => {
		await begin({ parameters: { options: { answer }, filters: { operators: 'FR_ORANGE' } } });
		for (const fields of [payment(1), payment(1), payment(2, { mnocode: 'AT_A1' })]) {
			const { status, data } = await http.post(host.url, signed(fields));
			expect([status, data]).toEqual([200, answer]);
		}
		expect(host.started).toHaveLength(1);
	});
});

describe('publishing the workflow', () => {
	const noKey = "'Signature Key' in the service credential is required";
	const noService = "'Service Key' is required";
	const keyOnly = { ...gameClub, serviceKey: '' };
	it.each<[string, HostSettings, string | undefined]>([
		['with a signature key', {}, undefined],
		['without authentication', unsigned, undefined],
		['with a key of a second service', { credential: { ...both, signingSecret: '' } }, undefined],
		[
			'without a service key, for returns',
			{ credential: keyOnly, parameters: { event: 'returnedFromPayment' } },
			undefined,
		],
		['without a service key', { credential: keyOnly }, noService],
		['without a signature key', { credential: { ...gameClub, signingSecret: '' } }, noKey],
	])('%s ends as it should', async (_, settings, words) => {
		await begin(settings);
		if (words === undefined) await expect(host.activate()).resolves.toBeUndefined();
		else await expect(host.activate()).rejects.toThrow(words);
	});

	it('registers GET and POST on one address that n8n need not evaluate', () => {
		const { version, webhooks = [] } = new MobileBillingTrigger().description;
		expect(version).toBeGreaterThanOrEqual(2);
		expect(webhooks.map(({ httpMethod }) => httpMethod)).toEqual(['GET', 'POST']);
		expect(new Set(webhooks.map(({ path }) => path))).toEqual(new Set(['mobile-billing']));
		expect(JSON.stringify(webhooks)).not.toContain('{{');
	});
});
