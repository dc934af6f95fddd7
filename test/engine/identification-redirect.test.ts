import type { IDataObject } from 'n8n-workflow';
import { returnOutcomes } from '../../platform/identification';
import { errorOf, outputOf } from '../support/runNode';
import { byKey, CUSTOMER, leftBy, Shop, theItem } from './support/shop';

let shop: Shop;

beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());

const outputs = ['Subscribed', 'Not Subscribed', 'Not Genuine'];
const gameClub = {
	serviceKey: 'GAMECLUB04',
	signingSecret: 'demo-signing-key-gameclub',
	signingAlgorithm: 'sha1',
};
const music = {
	serviceKey: 'MUSICMONTH06',
	signingSecret: 'demo-signing-key-musicmonth',
	signingAlgorithm: 'md5',
};
const page = 'https://shop.example/back?article=9&name=Zo%C3%AB%20%2B%201&next=%2Fa%3Fb%3Dc';

beforeEach(async () => {
	await shop.fresh();
	shop.useService(gameClub);
});

const linkOf = async (fields = {}) => {
	const { link } = theItem(await shop.createLink({ returnurl: page, ...fields }));
	return String(link);
};

/** Opens a link as the browser of a handset does, and gives the answer without following it. */
const open = async (link: string, handset = CUSTOMER) =>
	await shop.seller.http.get<string>(`${link}&handset=${handset}`, { maxRedirects: 0 });

/** Where the customer comes back to. */
const comeBack = async (link: string, handset?: string) => {
	const { status, headers } = await open(link, handset);
	expect(status).toBe(302);
	return new URL(String(headers.location));
};

/** The query as n8n's Webhook node hands it over. */
const queryOf = ({ searchParams }: URL) =>
	Object.fromEntries(searchParams) as Record<string, string>;

describe('an identification link', () => {
	it('is made without a request', async () => {
		const link = await linkOf();
		expect(await shop.requestCount()).toBe(0);
		const { origin, pathname, searchParams } = new URL(link);
		expect(`${origin}${pathname}`).toBe(`${shop.sandbox.url}/payment/pages/subIdentify.jsf`);
		expect(Object.fromEntries(searchParams)).toEqual({
			apikey: 'GAMECLUB04',
			returnurl: page,
			timestamp: expect.stringMatching(/^\d{10}$/),
			sign: expect.stringMatching(/^[0-9a-f]{40}$/),
		});
	});

	it('is not signed without a key, and says so', async () => {
		shop.useService({ serviceKey: 'TICKETS08' });
		const item = theItem(await shop.createLink({ serviceKey: byKey('') }));
		expect(item).toEqual({ link: expect.stringContaining('apikey=TICKETS08'), signed: false });
		expect(new URL(String(item.link)).searchParams.has('sign')).toBe(false);
		expect((await comeBack(String(item.link))).host).toBe('shop.example');
	});

	it.each([gameClub, music])(
		'of $serviceKey opens at the platform and comes back',
		async (service) => {
			shop.useService(service);
			const back = await comeBack(await linkOf({ serviceKey: byKey(service.serviceKey) }));
			expect(back.href.startsWith(`${page}&timestamp=`)).toBe(true);
			expect(queryOf(back)).toMatchObject({ article: '9', name: 'Zoë + 1', next: '/a?b=c' });
		},
	);

	it('that was tampered with on the way is refused by the platform', async () => {
		const link = await linkOf();
		const { status } = await open(link.replace('shop.example', 'evil.example'));
		expect(status).toBe(403);
	});

	it('of a service that demands signatures is refused by the platform when there is no key', async () => {
		shop.useService({ serviceKey: 'MUSICMONTH06' });
		const { status } = await open(await linkOf({ serviceKey: byKey('MUSICMONTH06') }));
		expect(status).toBe(403);
	});

	it.each([
		['is no address', 'shop.example/back', 'Return URL: “shop.example/back” is not a web address'],
		['runs', 'javascript:alert(1)', 'Return URL: “javascript:alert(1)” is not a web address'],
		['comes to nothing', '={{ $json.nothing }}', 'Return URL: The address is empty'],
	])('is not made when the way back %s', async (_what, returnurl, words) => {
		expect(errorOf(await shop.createLink({ returnurl }))?.message).toContain(words);
	});

	it('is not made without a service', async () => {
		shop.useService({});
		const run = await shop.createLink({ serviceKey: byKey('') });
		expect(errorOf(run)?.message).toBe(
			'Service: The service key is empty. Fill it in, or mend the expression that should find it',
		);
	});
});

describe('what a customer comes back with', () => {
	/** Verifies it without an account: the operation needs none. */
	const verify = async (query: IDataObject, fields = {}) => {
		shop.withoutAccount();
		const items = [{ query }];
		const joined = theItem(await shop.verifyReturn(fields, { items }));
		const split = leftBy(await shop.verifyReturn(fields, { items, split: true }), outputs);
		const { outcome } = joined;
		const { name, nextStep } = returnOutcomes[outcome as keyof typeof returnOutcomes];
		expect(split).toEqual({ [name]: [joined] });
		expect(joined.nextStep).toBe(nextStep);
		expect(await shop.received()).toEqual([]);
		return joined;
	};
	const visit = async (handset?: string) => queryOf(await comeBack(await linkOf(), handset));
	const subscribe = async (userid = 'user-1') => {
		await shop.seller.optIn({ userid });
		shop.sandbox.world.payments.requests.entries.length = 0;
	};

	it('tells a valid subscriber by name, though the query has parameters of its own', async () => {
		await subscribe('Zoë +1&x=y');
		const query = await visit();
		expect(query).toMatchObject({ article: '9', userid: 'Zoë +1&x=y' });
		expect(await verify(query)).toEqual({
			outcome: 'subscribed',
			nextStep: returnOutcomes.subscribed.nextStep,
			hasValidSubscription: true,
			userId: 'Zoë +1&x=y',
			signatureChecked: true,
			query,
		});
	});

	it('tells one who has no subscription', async () => {
		const query = await visit();
		const item = await verify(query);
		expect(item).toMatchObject({ outcome: 'notSubscribed', hasValidSubscription: false, query });
		expect(item).not.toHaveProperty('userId');
	});

	it('tells one who has ended the subscription but has paid for the time', async () => {
		await subscribe();
		await shop.seller.answer(CUSTOMER, 'STOP GAME');
		expect(await verify(await visit())).toMatchObject({ outcome: 'subscribed' });
	});

	it('is verified though the node still has the account of the operation it was set to before', async () => {
		const query = await visit();
		const run = await shop.verifyReturn({}, { items: [{ query }] });
		expect(errorOf(run)).toBeUndefined();
		expect(theItem(run)).toMatchObject({ outcome: 'notSubscribed' });
	});

	it('may be handed over as the text of the query', async () => {
		await subscribe();
		const { search } = await comeBack(await linkOf());
		shop.withoutAccount();
		for (const text of [search, search.slice(1)]) {
			const run = await shop.verifyReturn({ query: '={{ $json.text }}' }, { items: [{ text }] });
			expect(theItem(run)).toMatchObject({ outcome: 'subscribed', userId: 'user-1' });
		}
	});

	it('may be handed over as JSON text', async () => {
		await subscribe();
		const query = JSON.stringify(await visit());
		shop.withoutAccount();
		expect(theItem(await shop.verifyReturn({ query }))).toMatchObject({ outcome: 'subscribed' });
	});

	it.each<[string, Record<string, string>]>([
		['another user', { userid: 'user-2' }],
		['another time', { timestamp: '1789000000' }],
		['another article', { article: '10' }],
		['a parameter more', { extra: '1' }],
		['another signature', { sign: 'a'.repeat(40) }],
	])('is not genuine with %s', async (_what, change) => {
		await subscribe();
		const item = await verify({ ...(await visit()), ...change });
		expect(item).toMatchObject({
			outcome: 'notGenuine',
			hasValidSubscription: false,
			signatureChecked: true,
			reason: 'The signature is wrong',
		});
		expect(item).not.toHaveProperty('userId');
	});

	it('is not genuine when somebody writes a user into it who has no subscription', async () => {
		const item = await verify({ ...(await visit()), userid: 'user-1' });
		expect(item).toMatchObject({ outcome: 'notGenuine', hasValidSubscription: false });
	});

	it('is not genuine without its signature', async () => {
		await subscribe();
		const { sign, ...rest } = await visit();
		expect(sign).toBeDefined();
		expect(await verify(rest)).toMatchObject({
			outcome: 'notGenuine',
			reason: 'The signature is missing',
		});
	});

	it.each([
		['key', { signingSecret: 'another-key' }],
		['algorithm', { signingAlgorithm: 'sha256' }],
	])('is not genuine by another %s', async (_what, change) => {
		await subscribe();
		const query = await visit();
		shop.useService({ ...gameClub, ...change });
		expect(await verify(query)).toMatchObject({
			outcome: 'notGenuine',
			reason: 'The signature is wrong',
		});
	});

	it('is taken for five minutes, and not when it is older', async () => {
		await subscribe();
		const query = await visit();
		const issued = Number(query.timestamp) * 1000;
		const now = jest.spyOn(Date, 'now');
		try {
			now.mockReturnValue(issued + 299_000);
			expect((await verify(query)).outcome).toBe('subscribed');
			now.mockReturnValue(issued + 301_000);
			expect(await verify(query)).toMatchObject({
				outcome: 'notGenuine',
				hasValidSubscription: false,
				reason: 'It is 301 seconds old',
			});
			expect((await verify(query, { maxAge: 600 })).outcome).toBe('subscribed');
		} finally {
			now.mockRestore();
		}
	});

	it('is not genuine when it comes from the future', async () => {
		await subscribe();
		await shop.seller.http.post('/_sandbox/clock', { advanceSeconds: 3600 });
		expect(await verify(await visit())).toMatchObject({
			outcome: 'notGenuine',
			reason: expect.stringMatching(/seconds in the future/),
		});
	});

	it('of a service without a key is taken by its age alone, and says so', async () => {
		shop.useService({ serviceKey: 'TICKETS08' });
		const query = queryOf(await comeBack(await linkOf({ serviceKey: byKey('TICKETS08') })));
		expect(query).not.toHaveProperty('sign');
		expect(await verify(query)).toMatchObject({
			outcome: 'notSubscribed',
			signatureChecked: false,
		});
	});

	it.each([
		[
			'a parameter twice',
			{ query: 'userid=a&userid=b&timestamp=1&sign=x' },
			'“userid” stands there twice',
		],
		['a list', { query: '={{ [1, 2] }}' }, 'Query: This is no query'],
		['nothing', { query: '={{ $json.nothing }}' }, 'Query: This is no query'],
		['no maximum age', { query: 'timestamp=1', maxAge: 0 }, 'Maximum Age (Seconds): must be more'],
	])('with %s is an error', async (_what, fields, words) => {
		shop.withoutAccount();
		expect(errorOf(await shop.verifyReturn(fields))?.message).toContain(words);
	});

	it('keeps the failed ones by the last output, Not Genuine, when the node goes on', async () => {
		await subscribe();
		const query = await visit();
		shop.withoutAccount();
		const items = [{ query }, { query: 'userid=a&userid=b' }, { query: { ...query, userid: 'x' } }];
		const settings = { onError: 'continueRegularOutput' as const };
		const run = await shop.verifyReturn({}, { items, split: true, settings });
		expect(outputOf(run, 0).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
		expect(outputOf(run, 2).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 1 },
			{ item: 2 },
		]);
		expect(outputOf(run, 2)[0]?.json.error).toContain('stands there twice');
	});
});
