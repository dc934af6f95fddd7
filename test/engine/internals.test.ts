import { ExecuteContext, LoadOptionsContext, SupplyDataContext } from 'n8n-core';
import {
	INodeParameterResourceLocatorSchema,
	NodeHelpers,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import {
	isTool,
	logInBy,
	pickedIn,
	requestWith,
	sharedByRetries,
	unwrapped,
} from '../../nodes/engine/n8n/internals';
import { accountCredential } from '../../nodes/engine/n8n/transport';
import { tokensOf } from '../../platform/account';
import { startEndpoint } from '../support/endpoint';
import { additionalDataWith, nodeOf, plainType, workflowOf } from '../support/n8n';
import { accountAt, n8nWith } from '../support/platform';
import { runNode } from '../support/runNode';

const credentials = n8nWith(accountAt('https://billing.example.com'));

/** Runs a node in n8n's engine that does nothing but look at its context. */
const look = async (act: (context: IExecuteFunctions) => void, run: object = {}) =>
	await runNode({
		node: plainType('probe', {
			execute(): Promise<INodeExecutionData[][]> {
				act(this);
				return Promise.resolve([[{ json: {} }]]);
			},
		}),
		parameters: {},
		items: [{}],
		credentials,
		...run,
	});

test("an agent's call has a context of its own", async () => {
	expect(SupplyDataContext.prototype).toHaveProperty('getNextRunIndex');
	expect(ExecuteContext.prototype).not.toHaveProperty('getNextRunIndex');
	const seen: boolean[] = [];
	await look((context) => seen.push(isTool(context)));
	expect(seen).toEqual([false]);
});

test('a node made a tool has a type of its own', () => {
	const types = ['mobileDataGifting', 'mobileDataGiftingTool'];
	const made = types.map((type) => isTool({ getNode: () => ({ type }) } as IExecuteFunctions));
	expect(made).toEqual([false, true]);
	expect(types.map((type) => NodeHelpers.isToolType(`package.${type}`))).toEqual(made);
});

test('a choice from a list is stored with its name', () => {
	const stored = { __rl: true, mode: 'list', value: 'A1', cachedResultName: 'Gifts (A1)' };
	const parsed = INodeParameterResourceLocatorSchema.parse(stored);
	expect(pickedIn(parsed)).toEqual({ value: 'A1', name: 'Gifts (A1)' });
	expect(
		pickedIn(
			INodeParameterResourceLocatorSchema.parse({
				...stored,
				mode: 'id',
				cachedResultName: undefined,
			}),
		),
	).toBeUndefined();
});

test('a node that n8n repeats gets the same object again, and another run another one', async () => {
	const seen: object[] = [];
	const failOnce = (context: IExecuteFunctions) => {
		seen.push(sharedByRetries(context, () => ({})));
		if (seen.length === 1) throw new Error('once');
	};
	await look(failOnce, { settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } });
	await look(failOnce);
	const [first, second, other] = seen;
	expect(seen).toHaveLength(3);
	expect(second).toBe(first);
	expect(other).not.toBe(first);
});

describe("n8n's helper", () => {
	const opened = startEndpoint(({ path }) => ({
		body: path.endsWith('/token') ? { access_token: 'abc.def' } : {},
	}));
	afterAll(async () => {
		await (await opened).close();
	});
	const context = async () => {
		const endpoint = await opened;
		endpoint.seen.length = 0;
		const n8n = n8nWith(accountAt(endpoint.url));
		const type = plainType('probe');
		const node = nodeOf(type, n8n, {});
		const workflow = workflowOf([node], [type]);
		const made = new LoadOptionsContext(workflow, node, additionalDataWith(n8n), '');
		return { endpoint, n8n, made: made as never };
	};

	test('logs in, stores the tokens, writes them into the copy, and sends nothing', async () => {
		const { endpoint, n8n, made } = await context();
		const copy = n8n.decrypted(accountCredential);
		const error = await logInBy(made, accountCredential, endpoint.url, copy);
		expect(error).toBeInstanceOf(Error);
		expect(endpoint.seen.map(({ path }) => /[^/]*$/.exec(path)?.[0])).toEqual(['token']);
		expect(tokensOf(copy).accessToken).toBe('abc.def');
		expect(n8n.decrypted(accountCredential).accessToken).toBe('abc.def');
	});

	test('follows our signal, and holds the cause in its error', async () => {
		const { endpoint, n8n, made } = await context();
		const data = n8n.decrypted(accountCredential);
		await logInBy(made, accountCredential, endpoint.url, data);
		const options = { url: endpoint.url };
		await requestWith(made, accountCredential, options, data);
		const aborted = requestWith(made, accountCredential, options, data, AbortSignal.abort());
		expect(unwrapped(await aborted.catch((error: unknown) => error))).toMatchObject({
			code: 'ERR_CANCELED',
		});
		expect(endpoint.seen.filter(({ path }) => path === '/')).toHaveLength(1);
	});
});
