import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { resources as billing } from '../../nodes/MobileBilling/operations';
import { resources as campaign } from '../../nodes/MobileDataCampaign/operations';
import { resources as gifting } from '../../nodes/MobileDataGifting/operations';
import type { Resource, ShownOperation } from '../../nodes/engine/panel/operation';
import { projectRoot } from '../host/paths';

type Shown = Resource<ShownOperation>;

/** Every node of the package, in the order of the README. */
export const documentedNodes = [
	documented('MobileDataGifting', 'mobile-data-gifting.md', gifting),
	documented('MobileDataCampaign', 'mobile-data-campaign.md', campaign),
	documented('MobileBilling', 'mobile-billing.md', billing),
	documented('MobileBillingTrigger', 'notification-trigger.md'),
	documented('MobileBillingTransactionTrigger', 'transaction-trigger.md'),
];

/** A node as its page shows it; a trigger has no resources. */
export type DocumentedNode = ReturnType<typeof documented>;

function documented(name: string, page: string, resources: Shown[] = []) {
	// By its whole name: without `.ts`, a node's codex file is found in its place.
	const file = join(projectRoot, 'nodes', name, `${name}.node.ts`);
	const classes = createRequire(__filename)(file) as Record<string, new () => INodeType>;
	const [NodeClass] = Object.values(classes);
	if (NodeClass === undefined) throw new Error(`${file} has no class`);
	return { node: new NodeClass(), resources, page: `docs/${page}` };
}

/** The mark of an operation's tables: node, resource and operation as workflows store them. */
export function keyOf(
	{ node }: DocumentedNode,
	{ value }: Shown,
	operation: ShownOperation,
): string {
	return [node.description.name, value, operation.value].join('.');
}

/** Every operation of a node with its resource. */
export function operationsOf({ resources }: DocumentedNode): [Shown, ShownOperation][] {
	return resources.flatMap((resource) =>
		resource.operations.map((operation): [Shown, ShownOperation] => [resource, operation]),
	);
}
