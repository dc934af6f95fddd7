import { createHmac } from 'node:crypto';
import { statusOutcomes } from '../../platform/identification';
import { errorOf } from '../support/runNode';
import { byKey, CUSTOMER, leftBy, Shop, STATUS_PATH, theItem, type Signing } from './support/shop';

let shop: Shop;

beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const outputs = ['No Subscription', 'Renewal Pending', 'Already Paid', 'Active', 'Other'];
const week = 7;

/** A customer whose renewals all fail. */
const insolvent = '33639980934';

type Outcome = keyof typeof statusOutcomes;
interface Case {
	output: string;
	outcome: Outcome;
	active: boolean;
	valid: boolean;
	/** Brings the user `user-1` there. */
	arrange: () => Promise<unknown>;
}
const cases: Case[] = [
	{
		output: 'No Subscription',
		outcome: 'noSubscription',
		active: false,
		valid: false,
		arrange: () => Promise.resolve(),
	},
	{
		output: 'Renewal Pending',
		outcome: 'renewalPending',
		active: true,
		valid: false,
		arrange: async () => {
			await shop.seller.optIn({ msisdn: insolvent });
			await shop.seller.advance(week);
		},
	},
	{
		output: 'Already Paid',
		outcome: 'alreadyPaid',
		active: false,
		valid: true,
		arrange: async () => {
			await shop.seller.optIn();
			await shop.seller.answer(CUSTOMER, 'STOP GAME');
		},
	},
	{
		output: 'Active',
		outcome: 'active',
		active: true,
		valid: true,
		arrange: async () => await shop.seller.optIn(),
	},
];

describe.each([
	['true and false', false],
	['"true" and "false" as text', true],
])('the four cases of a subscription, from a platform that says %s', (_how, flagsAsText) => {
	it.each(cases)('$output: active $active, valid $valid', async ({ arrange, ...expected }) => {
		await shop.seller.set({ flagsAsText });
		await arrange();
		const { output, outcome, active, valid } = expected;
		const item = { active, valid, outcome, nextStep: statusOutcomes[outcome].nextStep };
		expect(theItem(await shop.checkStatus())).toMatchObject({ ...item, userid: 'user-1' });
		expect(leftBy(await shop.checkStatus({}, { split: true }), outputs)).toEqual({
			[output]: [expect.objectContaining(item)],
		});
	});
});

describe('the answer of Check Status', () => {
	const answers = async (body: unknown, status = 200) => {
		await shop.breakWith(STATUS_PATH, { kind: 'answer', status, body });
	};

	it('names number and operator, and the expiry in ISO time beside the Unix time', async () => {
		await shop.seller.optIn();
		const item = theItem(await shop.checkStatus());
		expect(item).toMatchObject({ msisdn: CUSTOMER, operator: 'FR_DEMOTEL' });
		const { expirationdate, expirationDateIso } = item;
		expect(expirationdate).toBeGreaterThan(Date.now() / 1000);
		expect(expirationDateIso).toBe(new Date(Number(expirationdate) * 1000).toISOString());
	});

	it.each([1789000000, '1789000000'])('reads the expiry %p', async (expirationdate) => {
		await answers({ active: true, valid: true, expirationdate });
		expect(theItem(await shop.checkStatus())).toMatchObject({
			expirationdate,
			expirationDateIso: '2026-09-10T00:26:40.000Z',
		});
	});

	it.each([null, '', 'soon'])('has no ISO time for the expiry %p', async (expirationdate) => {
		await answers({ active: false, valid: false, expirationdate });
		const item = theItem(await shop.checkStatus());
		expect(item).toMatchObject({ expirationdate, outcome: 'noSubscription' });
		expect(item).not.toHaveProperty('expirationDateIso');
	});

	it('finds a customer who was given no user ID by their number', async () => {
		await shop.seller.optIn({ userid: undefined });
		const run = await shop.checkStatus(
			{ userid: '={{ $json.phone }}' },
			{ items: [{ phone: 33639980001 }] },
		);
		expect(theItem(run)).toMatchObject({ outcome: 'active', userid: CUSTOMER });
	});

	it.each([
		[{ active: 'perhaps', valid: true }],
		[{ active: true }],
		[{ active: null, valid: null }],
		[{ subscription: 'yes' }],
	])('that is %j is kept as it came, outcome unknown', async (body) => {
		await answers(body);
		expect(leftBy(await shop.checkStatus({}, { split: true }), outputs)).toEqual({
			Other: [{ ...body, outcome: 'unknown', nextStep: statusOutcomes.unknown.nextStep }],
		});
	});

	it('passes unknown fields on', async () => {
		await answers({ active: true, valid: true, package: 'GOLD' });
		expect(theItem(await shop.checkStatus())).toMatchObject({ package: 'GOLD', outcome: 'active' });
	});

	it('that is a page is an error: it is no data', async () => {
		await answers('<h1>Welcome</h1>');
		const run = await shop.checkStatus();
		expect(errorOf(run)?.message).toContain('answered with something that is no data');
	});

	it('that is a refusal is an error in the words of the platform', async () => {
		const run = await shop.checkStatus({ serviceKey: byKey('NOSUCHSERVICE') });
		expect(errorOf(run)?.message).toContain('service NOSUCHSERVICE is not known – INVALID_SERVICE');
	});

	it('that is a refusal names the field as the node does, not as the platform does', async () => {
		const run = await shop.checkStatus({ serviceKey: byKey('NOSUCHSERVICE') });
		expect(errorOf(run)?.message).toContain('Look at the field “Service”');
	});
});

describe('a status request', () => {
	const seconds = () => Math.floor(Date.now() / 1000);

	it('arrives with service, user and the time in Unix seconds, as text, and no more', async () => {
		const before = seconds();
		await shop.checkStatus({ userid: 'Zoë 1' });
		const body = await shop.onlyBody();
		expect(body).toEqual({
			apikey: 'GAMECLUB04',
			userid: 'Zoë 1',
			timestamp: expect.stringMatching(/^\d{10}$/),
		});
		expect(Number(body.timestamp)).toBeGreaterThanOrEqual(before);
		expect(Number(body.timestamp)).toBeLessThanOrEqual(seconds());
	});

	it('is recent enough for a platform that looks', async () => {
		await shop.seller.set({ timestampMaxAge: 5 });
		expect(theItem(await shop.checkStatus()).outcome).toBe('noSubscription');
	});

	it('takes the service of the credential where the field is empty, and the field where both are', async () => {
		shop.useService({ serviceKey: 'NEWSDAILY05' });
		await shop.checkStatus({ serviceKey: { __rl: true, mode: 'list', value: '' } });
		await shop.checkStatus({ serviceKey: byKey('GAMECLUB04') });
		const keys = (await shop.received()).map(({ asked }) => asked.apikey);
		expect(keys).toEqual(['NEWSDAILY05', 'GAMECLUB04']);
	});

	it('without a user leaves nothing', async () => {
		const run = await shop.checkStatus({ userid: '={{ $json.nothing }}' });
		expect(errorOf(run)?.message).toBe(
			'User ID: The user ID is empty. Fill it in, or mend the expression that should find it',
		);
		expect(await shop.requestCount()).toBe(0);
	});

	it('without any service leaves nothing', async () => {
		const run = await shop.checkStatus({ serviceKey: byKey('') });
		expect(errorOf(run)?.message).toBe(
			'Service: The service key is empty. Fill it in, or mend the expression that should find it',
		);
		expect(await shop.requestCount()).toBe(0);
	});
});

describe('a service that demands signatures', () => {
	const music = { serviceKey: byKey('MUSICMONTH06'), userid: 'Zoë +1&x' };
	const key = 'demo-signing-key-musicmonth';

	it.each<[Signing['signingAlgorithm'], string]>([
		['md5', 'MD5'],
		['sha1', 'SHA1'],
		['sha256', 'SHA256'],
	])('takes a request signed with HMAC %s', async (signingAlgorithm, algorithm) => {
		const { status } = await shop.seller.http.patch('/_sandbox/services/MUSICMONTH06', {
			signing: { algorithm, key },
		});
		expect(status).toBe(200);
		shop.useService({ serviceKey: 'MUSICMONTH06', signingSecret: key, signingAlgorithm });
		expect(theItem(await shop.checkStatus(music)).outcome).toBe('noSubscription');
		const { apikey, userid, timestamp, sign } = await shop.onlyBody();
		const text = `${String(apikey)}${String(timestamp)}${String(userid)}`;
		expect(sign).toBe(createHmac(signingAlgorithm, key).update(text).digest('hex'));
	});

	it('refuses an unsigned one, in words', async () => {
		const run = await shop.checkStatus(music);
		expect(errorOf(run)?.message).toContain('the request must be signed – UNAUTHORIZED (HTTP 403)');
		expect(await shop.onlyBody()).not.toHaveProperty('sign');
	});

	it.each([
		['another key', { signingSecret: 'another', signingAlgorithm: 'md5' }],
		['another algorithm', { signingSecret: key, signingAlgorithm: 'sha1' }],
	])('refuses one signed with %s, in words', async (_what, signing) => {
		shop.useService({ serviceKey: 'MUSICMONTH06', ...signing });
		const run = await shop.checkStatus(music);
		expect(errorOf(run)?.message).toContain('the signature is wrong – UNAUTHORIZED (HTTP 403)');
	});
});

it('a list keeps its order and pairing over the outputs', async () => {
	await shop.seller.optIn();
	await shop.seller.set({ latencyMs: 3 });
	await shop.breakWith(STATUS_PATH, { kind: 'delay', when: 'after', ms: 25 }, { every: 3 });
	const items = Array.from({ length: 20 }, (_, index) => ({
		user: index % 2 === 0 ? 'user-1' : `stranger-${index}`,
	}));
	const run = await shop.checkStatus({ userid: '={{ $json.user }}' }, { items, split: true });
	const left = leftBy(run, outputs);
	expect(Object.keys(left)).toEqual(['No Subscription', 'Active']);
	expect(left.Active).toHaveLength(10);
	expect(left['No Subscription']?.map(({ userid }) => userid)).toEqual(
		items.filter((_, index) => index % 2 === 1).map(({ user }) => user),
	);
});
