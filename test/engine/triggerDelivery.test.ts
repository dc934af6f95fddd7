import axios from 'axios';
import {
	gameClub,
	queryOf,
	quizNight,
	signed,
	success,
	type Fields,
} from '../support/webhookEvents';
import { startHost, type Host, type HostSettings } from '../support/webhookHost';

const http = axios.create({ validateStatus: () => true, maxRedirects: 0 });
let host: Host;

async function begin(settings?: HostSettings) {
	host = await startHost(settings);
}

afterEach(async () => {
	await host.close();
});

const ways: [string, (fields: Fields) => Promise<{ status: number; data: unknown }>][] = [
	['GET', (fields) => http.get(`${host.url}?${queryOf(fields)}`)],
	['form POST', (fields) => http.post(host.url, queryOf(fields))],
	['JSON POST', (fields) => http.post(host.url, fields)],
];

describe('a signed notification', () => {
	it.each(ways)('by %s becomes a tidy item', async (_, send) => {
		await begin();
		const before = Date.now();
		const { status, data } = await send(signed(success));
		expect([status, data]).toEqual([200, 'OK']);
		expect(host.started).toEqual([
			{
				transactionId: '3+enZv5EgW3N4M1j7I874Q==',
				result: 'success',
				msisdn: '33639981234',
				userId: 'player-1',
				operator: 'FR_ORANGE',
				mccmnc: '20801',
				country: 'FR',
				price: 1,
				revenue: 0.6,
				currency: 'EUR',
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

	it('keeps the exact text of numbers that came as JSON numbers, and its signature holds', async () => {
		await begin();
		const fields = signed(success);
		const body = JSON.stringify(fields)
			.replace('"enduserprice":"1.00"', '"enduserprice":1.00')
			.replace('"amount":"30"', '"amount": 30');
		expect(body).toContain(':1.00,');
		const { status } = await http.post(host.url, body, {
			headers: { 'content-type': 'application/json; charset=utf-8' },
		});
		expect(status).toBe(200);
		expect(host.started[0]).toMatchObject({
			price: 1,
			raw: { enduserprice: '1.00', amount: '30' },
		});
	});

	it.each(['sha1', 'sha256', 'md5'])('holds with %s', async (signingAlgorithm) => {
		const service = { ...gameClub, signingAlgorithm };
		await begin({ credential: service });
		const { status } = await http.get(`${host.url}?${queryOf(signed(success, service))}`);
		expect(status).toBe(200);
		expect(host.started).toHaveLength(1);
	});

	it('may carry other fields, which are part of the signature, and text of any language', async () => {
		await begin();
		const fields = signed({ ...success, errormessage: 'Guthaben übrig: 0 € ✓', zz_new: 'x&y=z' });
		expect((await http.get(`${host.url}?${queryOf(fields)}`)).status).toBe(200);
		expect(host.started[0]).toMatchObject({
			errorMessage: 'Guthaben übrig: 0 € ✓',
			raw: { zz_new: 'x&y=z' },
		});
	});

	it.each([
		['percent-encoded', (query: string) => query],
		['bare', (query: string) => query.replaceAll('%2B', '+')],
		['bare, with = and / bare too', (query: string) => decodeURI(query).replaceAll('%2B', '+')],
		['bare, with spaces as plus', (query: string) => query.replaceAll(/%2B|%20/g, '+')],
	])('is taken with the plus of an encrypted transaction id %s', async (_, rewrite) => {
		await begin();
		const query = rewrite(queryOf(signed(success))).replaceAll(' ', '%20');
		for (const send of [() => http.get(`${host.url}?${query}`), () => http.post(host.url, query)]) {
			expect((await send()).status).toBe(200);
		}
		expect(host.started.map(({ transactionId }) => transactionId)).toEqual([success.transactionid]);
	});
});

describe('a call that the signature does not cover', () => {
	const fields = signed(success);
	it.each<[string, Fields]>([
		['unsigned', success],
		['with an empty signature', { ...success, sign: '' }],
		['with a cut signature', { ...fields, sign: String(fields.sign).slice(0, -1) }],
		['with a signature of another event', { ...fields, status: 'failed' }],
		['with a field more', { ...fields, extra: '1' }],
		['with a price written otherwise', { ...fields, enduserprice: '1.0' }],
		['signed with the service key', signed(success, { ...gameClub, signingSecret: 'GAMECLUB04' })],
		['signed with an empty key', signed(success, { ...gameClub, signingSecret: '' })],
		['signed with another algorithm', signed(success, { ...gameClub, signingAlgorithm: 'md5' })],
	])('%s is refused with 401 and starts nothing', async (_, sent) => {
		await begin();
		for (const [, send] of ways) {
			const { status, data } = await send(sent);
			expect([status, data]).toEqual([401, 'The signature is missing or wrong']);
		}
		expect(host.started).toEqual([]);
	});

	it('stays refused when the credential has no signature key at all', async () => {
		await begin({ credential: { ...gameClub, signingSecret: '' } });
		const forged = signed(success, { ...gameClub, signingSecret: '' });
		expect((await http.post(host.url, forged)).status).toBe(401);
		expect((await http.post(host.url, success)).status).toBe(401);
		expect(host.started).toEqual([]);
	});
});

describe('several services on one address', () => {
	const credential = { ...gameClub, moreServices: { service: [quizNight] } };
	const quiz = { ...success, service: 'QUIZNIGHT05', transactionid: '17' };

	it('each sign with their own key and algorithm', async () => {
		await begin({ credential });
		for (const fields of [signed(success), signed(quiz, quizNight)]) {
			expect((await http.post(host.url, fields)).status).toBe(200);
		}
		expect(host.started.map(({ serviceKey }) => serviceKey)).toEqual(['GAMECLUB04', 'QUIZNIGHT05']);
	});

	it('may not sign for each other', async () => {
		await begin({ credential });
		expect((await http.post(host.url, signed(success, quizNight))).status).toBe(401);
		expect((await http.post(host.url, signed(quiz, gameClub))).status).toBe(401);
		expect(host.started).toEqual([]);
	});

	it('refuse a service that is not among them, though one of them signed it', async () => {
		await begin({ credential });
		const other = signed({ ...success, service: 'OTHER06' });
		expect((await http.post(host.url, other)).status).toBe(401);
	});
});

describe('without authentication', () => {
	const settings = { parameters: { authentication: 'none' }, credential: null };

	it.each(ways)(
		'a call by %s is taken as it is, and the item says it was not checked',
		async (_, send) => {
			await begin(settings);
			expect((await send(success)).status).toBe(200);
			expect(host.started).toMatchObject([{ result: 'success', signatureChecked: false }]);
		},
	);

	it('a bare plus in a transaction id is kept, and elsewhere it is a space', async () => {
		await begin(settings);
		const query = 'transactionid=a+b/==&status=failed&errormessage=no+credit';
		expect((await http.get(`${host.url}?${query}`)).status).toBe(200);
		expect(host.started).toMatchObject([{ transactionId: 'a+b/==', errorMessage: 'no credit' }]);
	});
});
