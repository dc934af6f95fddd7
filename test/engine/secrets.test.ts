import { logged } from '../support/n8nLogs';
import { inspect } from 'node:util';
import type { ICredentialDataDecryptedObject, INode, IRun } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import {
	addressOfNobody,
	startEndpoint,
	type Endpoint,
	type PlainAnswer,
} from '../support/endpoint';
import { giveTo, recipients, serviceKey } from '../support/gifting';
import { searchList } from '../support/listSearch';
import { accountAt, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf, runNode } from '../support/runNode';

let platform: Platform;

beforeEach(async () => {
	platform = await Platform.start();
	logged.length = 0;
});
afterEach(() => platform.close());

/** The run as n8n stores it, and as a person may look at it in a debugger: errors with their causes and all. */
const wholeOf = (record: IRun): string => {
	const seen = new WeakSet();
	const stored = JSON.stringify(record, (_key, value: unknown) => {
		if (typeof value !== 'object' || value === null) return value;
		if (seen.has(value)) return '[again]';
		seen.add(value);
		return value instanceof Error
			? { ...value, message: value.message, cause: value.cause }
			: value;
	});
	return stored + inspect(record, { depth: 12, showHidden: true, maxStringLength: null });
};

type Account = ICredentialDataDecryptedObject;

const run = async (account: Account, onError?: INode['onError']) => {
	const n8n = n8nWith({ ...platform.account, ...account });
	const record = await giveTo(n8n, recipients(3), { settings: { onError } });
	const stored = n8n.stored.mobileBillingApi ?? {};
	const secrets = ['password', 'clientSecret', 'accessToken', 'refreshToken', 'tokenFingerprint']
		.map((name) => stored[name])
		.filter((secret): secret is string => typeof secret === 'string' && secret !== '');
	return { record, secrets };
};

const refused = { kind: 'answer', status: 400, body: { errorMessage: 'no' } } as const;

const ways: [string, () => Account | Promise<Account>][] = [
	['all is given', () => ({})],
	[
		'the platform refuses',
		() => {
			platform.faults({ path: '/datagifting/*', fault: refused });
			return {};
		},
	],
	[
		'the platform does not take the token',
		() => {
			platform.set({ giftTokenHeader: 'bearer' });
			return {};
		},
	],
	[
		'the connection is cut',
		() => {
			platform.faults({ path: '/datagifting/*', fault: { kind: 'drop' } });
			return {};
		},
	],
	[
		'the platform answers with a web page',
		() => {
			platform.faults({
				path: '/datagifting/*',
				fault: { kind: 'answer', status: 502, body: '<html>' },
			});
			return {};
		},
	],
	[
		'the platform sends on',
		() => {
			const headers = { location: 'http://127.0.0.1:9/' };
			platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status: 302, headers } });
			return {};
		},
	],
	['the login is refused', () => ({ password: 'mistyped-password' })],
	['the client is refused', () => ({ clientSecret: 'mistyped-secret' })],
	[
		'the token endpoint is down',
		() => {
			platform.faults({ path: '/realms/*', fault: { kind: 'answer', status: 503 } });
			return {};
		},
	],
	[
		'the token endpoint cuts the connection',
		() => {
			platform.faults({ path: '/realms/*', fault: { kind: 'drop' } });
			return {};
		},
	],
	['the identity provider is not there', async () => ({ authUrl: await addressOfNobody() })],
	['the identity provider has no such name', () => ({ authUrl: 'http://login.billing.invalid' })],
	['the platform is not there', async () => ({ baseUrl: await addressOfNobody() })],
	['there is no base address', () => ({ baseUrl: '' })],
];

describe.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'no secret is in the data of a run or the log (on error: %s)',
	(onError) => {
		test.each(ways)('when %s', async (_what, prepare) => {
			const { record, secrets } = await run(await prepare(), onError);
			expect(secrets.length).toBeGreaterThanOrEqual(2);
			const whole = wholeOf(record) + logged.join('\n');
			expect(secrets.filter((secret) => whole.includes(secret))).toEqual([]);
		});
	},
);

test('n8n’s log is really looked at', async () => {
	await run({ password: 'mistyped-password' });
	expect(logged.join('\n')).toContain('Running node "Node" finished with error');
	expect(logged.join('\n')).toContain('Wrong user name or password');
});

describe('a platform that repeats the token it was sent', () => {
	let repeating: Endpoint;
	let answer: (token: string, method: string) => PlainAnswer;
	let issued: string[];

	beforeEach(async () => {
		issued = [];
		repeating = await startEndpoint(({ method, path, headers }) => {
			if (!path.endsWith('/token')) return answer((headers.authorization ?? '').slice(7), method);
			issued.push(`access-token-number-${issued.length}`);
			return { body: { access_token: issued.at(-1), expires_in: 60 } };
		});
	});
	afterEach(() => repeating.close());

	const shownOf = (record: IRun) => wholeOf(record) + logged.join('\n');

	test.each([400, 401, 403, 500])('in a refusal (%d) has it masked', async (status) => {
		answer = (token, method) =>
			method === 'GET'
				? { body: [] }
				: { status, body: { errorMessage: `The token ${token} may not do this` } };
		const record = await giveTo(n8nWith(accountAt(repeating.url)), recipients(1));
		expect(errorOf(record)?.message).toContain('may not do this');
		expect(issued.filter((token) => shownOf(record).includes(token))).toEqual([]);
	});

	test('when a lost gift is looked up has it masked', async () => {
		answer = (token, method) =>
			method === 'GET'
				? { body: [{ clientId: 'gift-0', status: 'ASSIGNED', note: `given by ${token}` }] }
				: { status: 500, body: `The token ${token} broke it` };
		const record = await giveTo(n8nWith(accountAt(repeating.url)), recipients(1));
		expect(outputOf(record)[0]?.json).toMatchObject({ confirmedByLookUp: true });
		expect(issued.filter((token) => shownOf(record).includes(token))).toEqual([]);
	});

	test('when a gift and its look-up are refused has it masked', async () => {
		answer = (token) => ({ status: 500, body: { errorMessage: `The token ${token} broke it` } });
		const record = await giveTo(n8nWith(accountAt(repeating.url)), recipients(1));
		expect(errorOf(record)?.message).toContain('Outcome unknown');
		expect(issued.filter((token) => shownOf(record).includes(token))).toEqual([]);
	});

	test('in the answer to a gift has it masked', async () => {
		answer = (token) => ({ body: { status: 'ASSIGNED', note: `given by ${token} for you` } });
		const record = await giveTo(n8nWith(accountAt(repeating.url)), recipients(1));
		expect(outputOf(record)[0]?.json.status).toBe('ASSIGNED');
		expect(issued.filter((token) => shownOf(record).includes(token))).toEqual([]);
	});

	test('on a web page in the place of a list has it masked', async () => {
		answer = (token) => ({ body: `<html>Nothing here, you sent ${token} to us</html>` });
		const record = await runNode({
			node: new MobileDataGifting(),
			credentials: n8nWith(accountAt(repeating.url)),
			items: [{}],
			parameters: { resource: 'service', operation: 'getMany' },
		});
		expect(errorOf(record)?.description).toContain('Nothing here');
		expect(issued.filter((token) => shownOf(record).includes(token))).toEqual([]);
	});
});

test('no secret is in the error of a list', async () => {
	const account = { ...platform.account, password: 'mistyped-password' };
	const parameters = { resource: 'service', operation: 'getBalance', serviceKey: serviceKey('') };
	const searching = searchList(new MobileDataGifting(), 'searchServices', n8nWith(account), {
		parameters,
	});
	const error: unknown = await searching.catch((caught: unknown) => caught);
	expect(error).toBeInstanceOf(Error);
	const shown = inspect(error, { depth: 12, showHidden: true }) + JSON.stringify(error);
	expect(shown).toContain('Wrong user name or password');
	expect(shown).not.toMatch(/mistyped-password|demo-secret/);
});
