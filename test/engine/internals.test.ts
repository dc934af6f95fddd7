import { LoadOptionsContext, SupplyDataContext } from 'n8n-core';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	insideOf,
	logInBy,
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

test('a context holds the workflow, its data and the run', async () => {
	const seen: unknown[] = [];
	await look(
		(context) => {
			const { workflow, runExecutionData, runIndex } = insideOf(context);
			const { runData } = runExecutionData?.resultData ?? {};
			seen.push(
				workflow?.getChildNodes('Node', 'ai_tool', 1),
				Object.keys(runData ?? {}),
				runIndex,
			);
		},
		{ callers: ['reviewHitlTool'] },
	);
	expect(seen).toEqual([['reviewHitlTool'], ['Feeder'], 0]);
});

test("an agent's call has a context of its own", () => {
	expect(SupplyDataContext.prototype).toHaveProperty('getNextRunIndex');
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
