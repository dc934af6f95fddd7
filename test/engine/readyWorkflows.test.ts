import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters, INodeType, IWorkflowBase } from 'n8n-workflow';
import { outcomesOf } from '../../nodes/engine/outcomes';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { resources as billing } from '../../nodes/MobileBilling/operations';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { resources as gifting } from '../../nodes/MobileDataGifting/operations';
import { messageOf } from '../../platform/input';
import { projectRoot } from '../../scripts/host/paths';
import { n8nWith, Platform } from '../support/platform';
import { errorOf, runNode } from '../support/runNode';

const types: Record<string, new () => INodeType> = {
	'n8n-nodes-mobile-billing.mobileBilling': MobileBilling,
	'n8n-nodes-mobile-billing.mobileDataGifting': MobileDataGifting,
};
const folder = join(projectRoot, 'workflows');
const actions = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.flatMap((file) => {
		const { nodes, connections } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Pick<
			IWorkflowBase,
			'nodes' | 'connections'
		>;
		return nodes
			.filter(({ type }) => type in types)
			.map((node) => [file, node.name, node, connections[node.name]?.main ?? []] as const);
	});
const operations = [...billing, ...gifting].flatMap(({ value, operations: own }) =>
	own.map((operation) => [`${value}.${operation.value}`, operation] as const),
);

/** The parameters as shipped, with a placeholder where a value comes from another node. */
function unedited(parameters: INodeParameters): INodeParameters {
	const text = JSON.stringify(parameters, (_name, value: unknown) =>
		typeof value === 'string' && value.startsWith('=') ? 'CHANGE_ME' : value,
	);
	return JSON.parse(text) as INodeParameters;
}

const splitting = actions.filter(([, , { parameters }]) =>
	JSON.stringify(parameters.options ?? {}).includes('"splitByOutcome":true'),
);

it.each(splitting)(
	'%s: %s has an output for each outcome, and one for errors',
	(...[, , node, outputs]) => {
		const { resource, operation } = node.parameters;
		const own = new Map(operations).get(`${String(resource)}.${String(operation)}`);
		expect(node.onError).toBe('continueErrorOutput');
		expect(outputs).toHaveLength(Object.keys((own && outcomesOf(own)) ?? {}).length + 1);
	},
);

let platform: Platform;
beforeAll(async () => {
	platform = await Platform.start();
});
afterAll(() => platform.close());

it.each(actions)('%s: %s sends nothing, and says what to fill in', async (_file, _name, node) => {
	const Type = types[node.type] ?? MobileBilling;
	const parameters = unedited(node.parameters);
	const credentials = n8nWith(platform.account);
	const run = runNode({ node: new Type(), parameters, items: [{}], credentials });
	// n8n itself refuses a node whose required field is empty.
	const words = await run.then((ended) => {
		const { message, description } = errorOf(ended) ?? {};
		return `${message} ${description}`;
	}, messageOf);
	expect(words).toMatch(/Service|CHANGE_ME|PIN/);
	expect(platform.traffic().total).toBe(0);
});
