import { createHmac } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { returnOutcomes, statusOutcomes } from '../../platform/identification';
import { errorOf } from '../support/runNode';
import { byKey, CUSTOMER, leftBy, Shop, STATUS_PATH, theItem } from './support/shop';

let shop: Shop;
beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const namesOf = (outcomes: Record<string, { name: string }>) =>
	Object.values(outcomes).map(({ name }) => name);
const subscribe = async (userid?: string) => {
	await shop.seller.optIn({ userid });
	shop.sandbox.world.payments.requests.entries.length = 0;
};
const stop = async () => await shop.seller.answer(CUSTOMER, 'STOP GAME');

describe('Check Status', () => {
	const cases: [keyof typeof statusOutcomes, boolean, boolean, () => Promise<unknown>][] = [
		['noSubscription', false, false, () => Promise.resolve()],
		['alreadyPaid', false, true, async () => subscribe('user-1').then(stop)],
		['active', true, true, async () => subscribe('user-1')],
		[
			'renewalPending',
			true,
			false,
			async () => {
				// All renewals of this customer fail.
				await shop.seller.optIn({ msisdn: '33639980934' });
				await shop.seller.advance(7);
			},
		],
	];
	describe.each([false, true])('with flags as text: %p', (flagsAsText) => {
		it.each(cases)('%s is active %p, valid %p', async (outcome, active, valid, arrange) => {
			await shop.seller.set({ flagsAsText });
			await arrange();
			const { name } = statusOutcomes[outcome];
			const item = { active, valid, outcome, userId: 'user-1' };
			expect(theItem(await shop.checkStatus())).toMatchObject(item);
			const split = await shop.checkStatus({}, { split: true });
			expect(leftBy(split, namesOf(statusOutcomes))).toEqual({
				[name]: [expect.objectContaining(item)],
			});
		});
	});

	const answered = async (body: unknown, status = 200) => {
		await shop.breakWith(STATUS_PATH, { kind: 'answer', status, body });
		return await shop.checkStatus();
	};

	it.each<[object, string, string?]>([
		[{ active: true, valid: true, package: 'GOLD' }, 'active'],
		[
			{ active: true, valid: true, expirationdate: '1789000000' },
			'active',
			'2026-09-10T00:26:40.000Z',
		],
		[
			{ active: true, valid: true, expirationdate: 1789000000 },
			'active',
			'2026-09-10T00:26:40.000Z',
		],
		[{ active: false, valid: false, expirationdate: 'soon' }, 'noSubscription'],
		[{ active: 'perhaps', valid: true }, 'unknown'],
		[{ subscription: 'yes' }, 'unknown'],
	])('reads %j as %s', async (body, outcome, timeToExpire = '') => {
		const { expirationdate, ...others } = body as IDataObject;
		const time = timeToExpire || expirationdate;
		expect(theItem(await answered(body))).toEqual({
			...others,
			outcome,
			serviceKey: 'GAMECLUB04',
			...(time !== undefined && { timeToExpire: time }),
		});
	});

	it.each<[unknown, string]>([
		['<h1>Welcome</h1>', "can't be read"],
		[
			{ active: false, status: 'INVALID_SERVICE', errorMessage: 'no such service' },
			'no such service',
		],
	])('takes %j for an error', async (body, words) => {
		expect(errorOf(await answered(body))?.message).toContain(words);
	});

	it('sends service, user and the time in Unix seconds, as text, and no more', async () => {
		await shop.seller.set({ timestampMaxAge: 5 });
		expect(theItem(await shop.checkStatus({ userid: 'Zoë 1' })).outcome).toBe('noSubscription');
		expect(await shop.onlyBody()).toEqual({
			apikey: 'GAMECLUB04',
			userid: 'Zoë 1',
			timestamp: expect.stringMatching(/^\d{10}$/) as string,
		});
	});

	it.each([
		['User ID', { userid: '={{ $json.nothing }}' }],
		['Service', { serviceKey: byKey('') }],
	])('without %s sends nothing', async (label, fields) => {
		const words = errorOf(await shop.checkStatus(fields))?.message;
		expect(words).toBe(`'${label}' is required`);
		expect(await shop.requestCount()).toBe(0);
	});

	const music = { serviceKey: byKey('MUSICMONTH06'), userid: 'Zoë +1&x' };
	const key = 'demo-signing-key-musicmonth';

	it.each(['md5', 'sha1', 'sha256'])('signs with HMAC %s', async (signingAlgorithm) => {
		const signing = { algorithm: signingAlgorithm.toUpperCase(), key };
		await shop.seller.http.patch('/_sandbox/services/MUSICMONTH06', { signing });
		shop.useService({ serviceKey: 'MUSICMONTH06', signingSecret: key, signingAlgorithm });
		expect(theItem(await shop.checkStatus(music)).outcome).toBe('noSubscription');
		const { apikey, userid, timestamp, sign } = await shop.onlyBody();
		const text = `${String(apikey)}${String(timestamp)}${String(userid)}`;
		expect(sign).toBe(createHmac(signingAlgorithm, key).update(text).digest('hex'));
	});

	it.each([
		['no key', {}, 'must be signed'],
		['another key', { signingSecret: 'another', signingAlgorithm: 'md5' }, 'signature is wrong'],
		['another algorithm', { signingSecret: key }, 'signature is wrong'],
	])('with %s is refused in the platform’s words', async (_what, signing, words) => {
		shop.useService({ serviceKey: 'MUSICMONTH06', ...signing });
		const message = errorOf(await shop.checkStatus(music))?.message;
		expect(message).toContain(`${words} – INVALID_REQUEST`);
	});
});

const gameClub = { serviceKey: 'GAMECLUB04', signingSecret: 'demo-signing-key-gameclub' };
const page = 'https://shop.example/back?article=9&name=Zo%C3%AB%20%2B%201&next=%2Fa%3Fb%3Dc';
const linkOf = async (fields = {}) =>
	String(theItem(await shop.createLink({ returnurl: page, ...fields })).link);
/** Opens a link as the browser of a handset does; gives the answer without following it. */
const open = async (link: string) =>
	await shop.seller.http.get(`${link}&handset=${CUSTOMER}`, { maxRedirects: 0 });
/** Where the customer comes back to. */
const comeBack = async (fields = {}) => {
	const { status, headers } = await open(await linkOf(fields));
	expect(status).toBe(302);
	return new URL(String(headers.location));
};
const queryOf = ({ searchParams }: URL) => Object.fromEntries(searchParams) as IDataObject;

describe('an identification link', () => {
	it('is made without a request, and signed with a key', async () => {
		shop.useService(gameClub);
		const link = new URL(await linkOf());
		expect(await shop.requestCount()).toBe(0);
		expect(link.href).toContain(`${shop.sandbox.url}/payment/pages/subIdentify.jsf?`);
		expect(queryOf(link)).toEqual({
			apikey: 'GAMECLUB04',
			returnurl: page,
			timestamp: expect.stringMatching(/^\d{10}$/) as string,
			sign: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
		});
		expect((await open(link.href.replace('shop.example', 'evil.example'))).status).toBe(403);
	});

	it('is not signed without a key, and says so', async () => {
		shop.useService({ serviceKey: 'TICKETS08' });
		const { link, signed } = theItem(await shop.createLink({ serviceKey: byKey('') }));
		expect(signed).toBe(false);
		expect(queryOf(new URL(String(link)))).not.toHaveProperty('sign');
	});

	it.each([
		["'Return URL' must be a complete", { returnurl: 'shop.example/back' }],
		["'Return URL' must be a complete", { returnurl: 'javascript:alert(1)' }],
		["'Return URL' is required", { returnurl: '={{ $json.nothing }}' }],
		["'Service' is required", { serviceKey: byKey('') }],
	])('is not made: %s', async (words, fields) => {
		expect(errorOf(await shop.createLink(fields))?.message).toContain(words);
	});
});

describe('Verify Identification Return', () => {
	beforeEach(() => {
		shop.useService(gameClub);
	});
	/** Verifies without an account: the operation works without. */
	const verify = async (query: unknown, fields: INodeParameters = {}) => {
		shop.withoutAccount();
		const items = [{ query: query as IDataObject }];
		const item = theItem(await shop.verifyReturn(fields, { items }));
		const { name } = returnOutcomes[item.outcome as keyof typeof returnOutcomes];
		const split = await shop.verifyReturn(fields, { items, split: true });
		expect(leftBy(split, namesOf(returnOutcomes))).toEqual({ [name]: [item] });
		return item;
	};

	it('tells a valid subscriber by name, whatever form the query has', async () => {
		await subscribe('Zoë +1&x=y');
		const back = await comeBack();
		const query = queryOf(back);
		for (const given of [query, JSON.stringify(query), back.search, back.search.slice(1)]) {
			expect(await verify(given)).toEqual({
				outcome: 'subscribed',
				hasValidSubscription: true,
				userId: 'Zoë +1&x=y',
				signatureChecked: true,
				raw: query,
			});
		}
	});

	it.each([
		['who has none', () => Promise.resolve(), 'notSubscribed', false],
		['who ended it but has paid', async () => subscribe('user-1').then(stop), 'subscribed', true],
	])('tells a customer %s', async (_what, arrange, outcome, hasValidSubscription) => {
		await arrange();
		const item = await verify(queryOf(await comeBack()));
		expect(item).toMatchObject({ outcome, hasValidSubscription });
		expect('userId' in item).toBe(hasValidSubscription);
	});

	it.each<[string, IDataObject, object, string]>([
		['another user', { userid: 'user-2' }, {}, 'The signature is wrong'],
		['another signature', { sign: 'a'.repeat(40) }, {}, 'The signature is wrong'],
		['no signature', { sign: '' }, {}, 'The signature is missing'],
		['another key', {}, { signingSecret: 'another-key' }, 'The signature is wrong'],
	])('is not genuine with %s', async (_what, change, service, reason) => {
		await subscribe('user-1');
		const query = { ...queryOf(await comeBack()), ...change };
		shop.useService({ ...gameClub, ...service });
		const item = await verify(query);
		expect(item).toMatchObject({ outcome: 'notGenuine', hasValidSubscription: false, reason });
		expect(item).not.toHaveProperty('userId');
	});

	it('takes a return for five minutes, or as long as set, but not from the future', async () => {
		await subscribe('user-1');
		const query = queryOf(await comeBack());
		const now = jest.spyOn(Date, 'now');
		const after = async (seconds: number, fields = {}) => {
			now.mockReturnValue((Number(query.timestamp) + seconds) * 1000);
			const { outcome, reason } = await verify(query, fields);
			return reason ?? outcome;
		};
		try {
			expect(await after(299)).toBe('subscribed');
			expect(await after(301)).toBe('The return is 301 seconds old');
			expect(await after(301, { maxAge: 600 })).toBe('subscribed');
			expect(await after(-3600)).toContain('3600 seconds in the future');
		} finally {
			now.mockRestore();
		}
	});

	it.each([
		['user-1', 'unverified'],
		[undefined, 'notSubscribed'],
	])('without a key never says subscribed (user %s: %s)', async (userid, outcome) => {
		shop.useService({ serviceKey: 'TICKETS08' });
		const query = queryOf(await comeBack({ serviceKey: byKey('TICKETS08') }));
		expect(query).not.toHaveProperty('sign');
		const item = await verify({ ...query, ...(userid && { userid }) });
		expect(item).toMatchObject({ outcome, hasValidSubscription: false, signatureChecked: false });
	});

	it('takes the key of any service of the credential', async () => {
		await subscribe('Zoë');
		const back = queryOf(await comeBack());
		const other = { serviceKey: 'QUIZNIGHT05', signingSecret: 'another-key' };
		shop.useService({ ...other, moreServices: { service: [gameClub] } });
		expect(await verify(back)).toMatchObject({ outcome: 'subscribed', signatureChecked: true });
		shop.useService({ ...other, signingSecret: '', moreServices: { service: [other] } });
		expect(await verify(back)).toMatchObject({ outcome: 'notGenuine', signatureChecked: true });
	});

	it.each<[string, INodeParameters, string]>([
		['a parameter twice', { query: 'userid=a&userid=b&timestamp=1' }, '“userid” more than once'],
		['a list', { query: '={{ [1, 2] }}' }, "'Query' must be the query"],
		['nothing', { query: '={{ $json.nothing }}' }, "'Query' must be the query"],
		['no maximum age', { query: 'timestamp=1', maxAge: 0 }, "'Maximum Age (Seconds)' must be more"],
	])('with %s is an error', async (_what, fields, words) => {
		expect(errorOf(await shop.verifyReturn(fields))?.message).toContain(words);
	});
});
