import type { AxiosResponse } from 'axios';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { readNotification } from '../../platform/notification';
import {
	documented,
	gameClub,
	published,
	queryOf,
	quizNight,
	shops,
	signed,
	success,
	type Fields,
} from '../support/triggers/webhookEvents';
import {
	closeHosts,
	startHost,
	type Host,
	type HostSettings,
} from '../support/triggers/webhookHost';

const both = { ...gameClub, moreServices: { service: [quizNight] } };
const unsigned = { parameters: { authentication: 'none' }, credential: null };
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const service = documented.serviceKey;
const answerOf = ({ status, data }: AxiosResponse<string>) => [status, data];

afterEach(closeHosts);

it.each<[string, (host: Host, fields: Fields) => Promise<AxiosResponse<string>>]>([
	['GET', (host, fields) => host.get(fields)],
	['form POST', (host, fields) => host.post(queryOf(fields))],
	['JSON POST', (host, fields) => host.post(fields)],
	['POST with a query', (host, fields) => host.post('', { params: new URLSearchParams(fields) })],
])('a notification by %s starts the workflow when it is signed', async (_, send) => {
	const host = await startHost();
	expect(answerOf(await send(host, signed(success)))).toEqual([200, 'OK']);
	const refused = await send(host, { ...signed(success), status: 'failed' });
	expect(answerOf(refused)).toEqual([401, 'The signature is missing or wrong']);
	expect(refused.headers['content-type']).toBe('text/plain; charset=utf-8');
	const { timeReceived, ...item } = host.started[0] ?? {};
	const raw = signed(success);
	const { event } = readNotification([Object.entries(raw)], undefined) as { event?: object };
	expect(item).toEqual({ ...event, signatureChecked: true, raw });
	const received = Date.parse(String(timeReceived));
	expect(new Date(received).toISOString()).toBe(timeReceived);
	expect(Date.now() - received).toBeLessThan(10_000);
	expect(host.started).toHaveLength(1);
});

it.each<[string, HostSettings, Fields, object]>([
	['without authentication', unsigned, success, { signatureChecked: false }],
	[
		'signed by its own service',
		{ credential: both },
		signed({ ...success, service: 'QUIZNIGHT05' }, quizNight),
		{ signatureChecked: true, serviceKey: 'QUIZNIGHT05' },
	],
])('a notification starts the workflow %s', async (_what, settings, fields, item) => {
	const host = await startHost(settings);
	expect((await host.post(fields)).status).toBe(200);
	expect(host.started).toEqual([expect.objectContaining(item)]);
});

describe.each([
	['as published', published],
	["of a shop's tests", shops],
	['with a status that nobody knows', { ...success, service, status: 'on-hold' }],
	['with an ID in no form', { ...success, service, transactionid: 'a b' }],
])('a notification %s', (_what, fields) => {
	it.each<[string, (host: Host, sent: Fields) => Promise<AxiosResponse<string>>]>([
		['GET', async (host, sent) => await host.get(sent)],
		['form POST', async (host, sent) => await host.post(queryOf(sent))],
		['JSON POST', async (host, sent) => await host.post(sent)],
	])('by %s starts the workflow', async (_by, send) => {
		const host = await startHost({ credential: documented });
		const sent = signed(fields, documented);
		expect(answerOf(await send(host, sent))).toEqual([200, 'OK']);
		const { transactionid: transactionId, status, reference: clientReference } = fields;
		const about = { transactionId, status, clientReference, signatureChecked: true };
		expect(host.started).toEqual([expect.objectContaining({ ...about, raw: sent })]);
		const { phone: msisdn, mnocode: operator } = fields;
		expect(host.started).toMatchObject([{ msisdn, operator }]);
	});
});

it.each<[INodeParameters, boolean]>([
	[{ results: ['success'], filters: { eventTypes: 'OPT_OUT, Opt_In' } }, true],
	[{ filters: { operators: '={{ ["AT_A1", "FR_ORANGE"] }}', serviceKeys: ',' } }, true],
	[{ results: ['success'], filters: { serviceKeys: 'QUIZNIGHT05' } }, false],
])('with %j a result starts the workflow: %j, and gets OK', async (set, isStarted) => {
	const host = await startHost({ parameters: set });
	expect(answerOf(await host.post(signed(success)))).toEqual([200, 'OK']);
	expect(host.started).toHaveLength(isStarted ? 1 : 0);
});

it('a call that fails is answered 500, and the log holds nothing of it', async () => {
	const lost = { filters: { operators: '={{ $("Nowhere").first().json.operator }}' } };
	const host = await startHost({ parameters: lost });
	const answer = await host.post(signed(success));
	expect(answerOf(answer)).toEqual([500, 'The event was not received. Send it again']);
	expect(host.logged).toEqual(["The trigger couldn't receive an event: ExpressionError"]);
	expect(host.started).toEqual([]);
});

it('a deleted service credential is named in the log', async () => {
	const host = await startHost({ isDeleted: true });
	const answer = await host.post(signed(success));
	expect(answerOf(answer)).toEqual([500, 'The event was not received. Send it again']);
	const cause = "its service credential can't be read. Was it deleted?";
	expect(host.logged).toEqual([expect.stringContaining(`couldn't receive an event: ${cause}`)]);
});

describe('a malformed call', () => {
	const good = queryOf(signed(success));
	const send = async (host: Host, type: string, body: string | Buffer) =>
		await host.post(body, { headers: { 'content-type': type } });

	it.each<[string, string, string]>([
		['This is not a payment result notification', form, 'transactionid=zq'],
		['A parameter occurs more than once', form, `${good}&%73tatus=zq`],
		['The call must not be a multipart form', 'Multipart/form-data; boundary=x', good],
	])('gets 400, %j: %s %s', async (words, type, body) => {
		const host = await startHost();
		expect(answerOf(await send(host, type, body))).toEqual([400, words]);
		expect(host.started).toEqual([]);
	});

	it('of any bytes gets 400 or 401, in words', async () => {
		const host = await startHost();
		const bodies = fc.oneof(
			fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
			fc.json().map((written) => Buffer.from(written)),
		);
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(form, json, 'text/plain'), bodies, async (type, body) => {
				const { status, data } = await send(host, type, body);
				expect([400, 401]).toContain(status);
				expect(data).toMatch(/^[A-Za-z8 ,-]{10,80}$/);
			}),
		);
		expect(host.started).toEqual([]);
	});
});

describe('the merchant learns of refused calls', () => {
	const time = expect.stringMatching(/T.*Z/) as string;
	const key = signed({ ...success, transactionid: '1' }, { ...gameClub, signingSecret: 'other' });
	const causes: [string, Fields][] = [
		['Its signature is wrong: check Signature Key, or somebody has forged the call', key],
		['It had no signature: ask your operator whether the service has a signature key', success],
		[
			"It named a service that the service credential doesn't have, or has without a key",
			signed({ ...success, service: 'OTHER09' }),
		],
		[
			"Its signature is as long as another algorithm's: check Signature Algorithm",
			signed(success, { ...gameClub, signingAlgorithm: 'sha256' }),
		],
		['It names no event, because this is missing: status', signed({ ...success, status: ' ' })],
	];

	it.each(causes)('by the log: %s', async (cause, fields) => {
		const host = await startHost();
		await host.post(fields);
		const [line = '', ...more] = host.logged;
		expect(more).toEqual([]);
		const [, at, why] =
			/^'Node' has refused 1 call, the last one at (.*?)\. (.*)$/.exec(line) ?? [];
		expect([at, why]).toEqual([time, cause]);
	});

	it.each(causes)('by the editor that listens for a test event: %s', async (cause, fields) => {
		const host = await startHost({ mode: 'manual' });
		expect((await host.post(fields)).status).toBe(500);
		const message = expect.stringMatching(/^A call was refused: /) as string;
		expect(host.failed).toMatchObject([{ message, description: `${cause}.` }]);
		expect([host.logged, host.started]).toEqual([[], []]);
	});

	it('once a minute, with how many there were', async () => {
		const host = await startHost();
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
		for (let count = 0; count < 20; count++) await host.post(key);
		clock.mockReturnValue(now + 60_000);
		await host.post(signed(success));
		await host.post(key);
		const counts = host.logged.map((line) => /has refused (\d+ calls?)/.exec(line)?.[1]);
		expect(counts).toEqual(['1 call', '19 calls']);
		expect(host.logged.join()).not.toMatch(/33639981234|player-1/);
	});
});

describe('publishing the workflow', () => {
	const returns = { parameters: { event: 'returnedFromPayment' } };
	const keyOnly = { ...gameClub, serviceKey: '' };
	const noKey = {
		message: "'Signature Key' in the service credential is required",
		description: 'Fill it in, or choose Confirm With Platform if your service has no key.',
	};
	const noService = {
		message: "'Service Key' is required for each 'Signature Key' in the service credential",
		description: 'Fill in the missing service key.',
	};
	const lost = { message: "'Service Keys' has an expression that resolves to nothing" };
	const keyFilter = { parameters: { filters: { serviceKeys: '={{ "GAMECLUB04" }}' } } };
	const lostFilter = { parameters: { filters: { serviceKeys: '={{ undefined }}' } } };
	const back = { parameters: { event: 'returnedFromIdentification' } };
	const confirming = { parameters: { authentication: 'confirm' } };
	it.each<[string, HostSettings, object | undefined]>([
		['with a signature key', {}, undefined],
		['with a filter that resolves to a key', keyFilter, undefined],
		['with a filter that resolves to nothing', lostFilter, lost],
		['without authentication', unsigned, undefined],
		['without a service key, for returns', { credential: keyOnly, ...returns }, undefined],
		['without a service key', { credential: keyOnly }, noService],
		['without a credential', { credential: null }, noKey],
		['without a credential, to confirm', { credential: null, ...confirming }, undefined],
		['without a service key, to confirm', { credential: keyOnly, ...confirming }, noService],
		['without a credential, for an identification', { credential: null, ...back }, undefined],
		['without a signature key', { credential: { ...gameClub, signingSecret: '' } }, noKey],
	])('%s', async (_, settings, error) => {
		const publishing = (await startHost(settings)).activate();
		if (error) await expect(publishing).rejects.toMatchObject(error);
		else expect(await publishing).toBe(true);
	});
});
