import type { IWorkflowBase } from 'n8n-workflow';
import { outcomesOf } from '../../nodes/engine/panel/outcomes';
import { resources as billing } from '../../nodes/MobileBilling/operations';
import { resources as gifting } from '../../nodes/MobileDataGifting/operations';
import { filesIn, pageText } from '../../scripts/docs/pages';

const split = filesIn('workflows', '.json').flatMap((file) => {
	const { nodes, connections } = JSON.parse(pageText(file)) as IWorkflowBase;
	return nodes
		.filter(({ parameters }) => JSON.stringify(parameters).includes('"splitByOutcome":true'))
		.map((node) => ({ at: `${file}: ${node.name}`, node, wires: connections[node.name]?.main }));
});

it.each(split)('$at has an output for each outcome, and one for errors', ({ node, wires }) => {
	const { resource, operation } = node.parameters;
	const own = [...billing, ...gifting]
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	expect(node.onError).toBe('continueErrorOutput');
	expect(wires).toHaveLength(Object.keys((own && outcomesOf(own)) ?? {}).length + 1);
});
