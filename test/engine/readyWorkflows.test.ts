import type { IWorkflowBase } from 'n8n-workflow';
import { outcomesOf } from '../../nodes/engine/panel/options';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { resources as billing } from '../../nodes/MobileBilling/operations';
import { MobileDataCampaign } from '../../nodes/MobileDataCampaign/MobileDataCampaign.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
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

const ours = [new MobileBilling(), new MobileDataGifting(), new MobileDataCampaign()].map(
	({ description }) => description,
);

const shipped = filesIn('workflows', '.json').flatMap((file) => {
	const { nodes } = JSON.parse(pageText(file)) as IWorkflowBase;
	return nodes.flatMap((node) => {
		const own = ours.find(({ name }) => node.type.endsWith(`.${name}`));
		return own ? [{ at: `${file}: ${node.name}`, node, properties: own.properties }] : [];
	});
});

it.each(shipped)('$at makes choices that the node offers', ({ node, properties }) => {
	const typed = Object.entries(node.parameters).filter(([, value]) => typeof value === 'string');
	const odd = typed.filter(([name, value]) => {
		const same = properties.filter((one) => one.name === name && one.type === 'options');
		const offered = same.flatMap(({ options = [] }) =>
			options.map((one) => 'value' in one && one.value),
		);
		return same.length > 0 && !offered.includes(String(value));
	});
	expect(odd).toEqual([]);
});
