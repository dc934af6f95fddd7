import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters, IWorkflowBase } from 'n8n-workflow';
import { outcomesOf } from '../../nodes/engine/outcomes';
import { resources as billing } from '../../nodes/MobileBilling/operations';
import { resources as gifting } from '../../nodes/MobileDataGifting/operations';
import { messageOf } from '../../platform/input';
import { projectRoot } from '../../scripts/host/paths';
import { errorOf } from '../support/runNode';
import { Stub } from '../support/stub';

const folder = join(projectRoot, 'workflows');
const actions = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.flatMap((file) => {
		const text = readFileSync(join(folder, file), 'utf8');
		const { nodes, connections } = JSON.parse(text) as IWorkflowBase;
		return nodes
			.filter(({ type }) => /\.mobile(Billing|DataGifting)$/.test(type))
			.map((node) => ({ at: `${file}: ${node.name}`, node, wires: connections[node.name]?.main }));
	});

const stub = Stub.forEach();

it.each(actions)('$at sends nothing as shipped, and says what to fill in', async ({ node }) => {
	// A placeholder where a value comes from another node.
	const text = JSON.stringify(node.parameters, (_name, value: unknown) =>
		typeof value === 'string' && value.startsWith('=') ? 'CHANGE_ME' : value,
	);
	// n8n itself refuses a node whose required field is empty.
	const words = await stub.run(JSON.parse(text) as INodeParameters).then((ended) => {
		const { message, description } = errorOf(ended) ?? {};
		return `${message} ${description}`;
	}, messageOf);
	expect(words).toMatch(/Service|CHANGE_ME|PIN/);
	expect(stub.asked).toEqual([]);
});

it.each(
	actions.filter(({ node }) =>
		JSON.stringify(node.parameters.options ?? {}).includes('"splitByOutcome":true'),
	),
)('$at has an output for each outcome, and one for errors', ({ node, wires }) => {
	const { resource, operation } = node.parameters;
	const own = [...billing, ...gifting]
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	expect(node.onError).toBe('continueErrorOutput');
	expect(wires).toHaveLength(Object.keys((own && outcomesOf(own)) ?? {}).length + 1);
});
