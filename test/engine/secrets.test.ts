import { logged } from '../support/n8nLogs';
import { inspect } from 'node:util';
import type { ICredentialDataDecryptedObject, INodeParameters, IRun } from 'n8n-workflow';
import { addressOfNobody } from '../support/endpoint';
import { giveTo, recipients } from '../support/gifting';
import { n8nWith, Platform } from '../support/platform';
import { byKey, continued, Stub, token } from '../support/stub';

const account = { clientSecret: 'K7Q9-client-secret', password: 'K7Q9-password' };
const service = {
	...{ serviceKey: 'PARTNER09', signingSecret: 'K7Q9-signature-key' },
	...{ panelUsername: 'panel-user', panelPasswordHash: 'K7Q9-panel-hash' },
};
/** Every secret here has it in it, and nothing else in a run has. */
const secret = /K7Q9|stub-token/;

/** A run as n8n stores it, and as a person may look at it in a debugger, with n8n's log. */
function wholeOf(run: IRun): string {
	const seen = new WeakSet();
	const stored = JSON.stringify(run, (key, part: unknown) => {
		// What the customer typed is the input's.
		if (key === 'typed') return undefined;
		if (typeof part !== 'object' || part === null) return part;
		if (seen.has(part)) return '[again]';
		seen.add(part);
		return part instanceof Error ? { ...part, message: part.message, cause: part.cause } : part;
	});
	const tasks = run.data.resultData.runData.Node?.map(({ error, data }) => [error, data]);
	const inspected = inspect(tasks, { depth: 12, showHidden: true }).replaceAll(/typed: .*/g, '');
	return [stored, inspected, ...logged].join('\n');
}

beforeEach(() => {
	logged.length = 0;
});

describe('a run that fails', () => {
	let platform: Platform;
	beforeEach(async () => {
		platform = await Platform.start();
	});
	afterEach(() => platform.close());

	const answered = (path: string, status: number) => () =>
		platform.faults({ path, fault: { kind: 'answer', status } });
	const dropped = () => platform.faults({ path: '/datagifting/*', fault: { kind: 'drop' } });
	const nobody = async (name: string) => ({ [name]: await addressOfNobody() });
	test.each<[string, () => unknown]>([
		['the platform refuses', answered('/datagifting/*', 400)],
		['the platform does not take the token', answered('/datagifting/*', 401)],
		['the connection is cut', dropped],
		['the login is refused', () => ({ password: 'K7Q9-mistyped' })],
		['the identity provider is down', answered('/realms/*', 503)],
		['the identity provider is not there', async () => await nobody('authUrl')],
		['the platform is not there', async () => await nobody('baseUrl')],
	])('because %s shows no secret, in its data or the log', async (_what, prepare) => {
		const change = (await prepare()) as ICredentialDataDecryptedObject | undefined;
		const n8n = n8nWith({ ...platform.account, ...change });
		for (const run of [continued, {}]) {
			const whole = wholeOf(await giveTo(n8n, recipients(2), run));
			const { password, clientSecret, accessToken, refreshToken } =
				n8n.stored.mobileBillingApi ?? {};
			const all = [password, clientSecret, accessToken, refreshToken].map(String);
			const given = all.filter((one) => one !== '' && one !== 'undefined');
			expect(given.length).toBeGreaterThan(1);
			expect(given.filter((one) => whole.includes(one))).toEqual([]);
		}
	});

	test('does show in the log why', async () => {
		await giveTo(n8nWith({ ...platform.account, password: 'mistyped' }), recipients(1));
		expect(logged.join('\n')).toContain('Wrong user name or password');
	});
});

describe('a platform that repeats what it was sent', () => {
	const stub = Stub.forEach();
	beforeEach(() => {
		stub.fresh(service, account);
	});

	const fields = { msisdn: '33639980001', price: '1', redirect: false };
	const link = { operation: 'createIdentificationLink', returnurl: 'https://a.example' };
	const operations: INodeParameters[] = [
		{ resource: 'payment', operation: 'submitPin', transactionId: '7', pin: '={{ $json.typed }}' },
		{ resource: 'payment', operation: 'start', ...fields },
		{ resource: 'subscription', operation: 'checkStatus', userid: '7' },
		{ resource: 'subscription', ...link },
		{ resource: 'transaction', operation: 'get', transactionId: '7', serviceKey: byKey('A1') },
	];
	const accepted = { status: 'ACCEPTED', active: true, valid: true };
	const known = `${token} K7Q9-password K7Q9-client-secret K7Q9-signature-key K7Q9-panel-hash`;
	test.each<[string, number, (all: string) => unknown]>([
		['the words of a refusal', 400, (all) => ({ status: 'INVALID_REQUEST', errorMessage: all })],
		['a refused token', 401, (all) => ({ error: 'invalid_token', message: all })],
		['an error', 500, (all) => ({ errorMessage: all })],
		['a broken answer', 200, (all) => `{"status":"ACCEPTED","said":"${all}`],
		['fields of its own', 200, (all) => ({ ...accepted, said: { all }, pin: all })],
	])('in %s has it masked', async (_where, status, bodyOf) => {
		for (const parameters of operations) {
			const body = bodyOf('pin' in parameters ? `${known} K7Q9PIN` : known);
			stub.answersWith({ status, body });
			for (const call of [continued, {}]) {
				const asked = { ...parameters, options: { simplify: false } };
				const run = await stub.run(asked, { ...call, items: [{ typed: 'K7Q9PIN' }] });
				expect(wholeOf(run)).not.toMatch(secret);
			}
		}
	});
});
