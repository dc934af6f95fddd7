import type { INodeType } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node.js';
import { resources as billing } from '../../nodes/MobileBilling/operations';
import { MobileBillingTransactionTrigger } from '../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node.js';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node.js';
import { MobileDataCampaign } from '../../nodes/MobileDataCampaign/MobileDataCampaign.node.js';
import { resources as campaign } from '../../nodes/MobileDataCampaign/operations';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node.js';
import { resources as gifting } from '../../nodes/MobileDataGifting/operations';
import type { Resource, ShownOperation } from '../../nodes/engine/panel/operation';

type Shown = Resource<ShownOperation>;

/** Every node of the package, in the order of the README. */
export const documentedNodes = [
	documented(new MobileDataGifting(), 'mobile-data-gifting.md', gifting),
	documented(new MobileDataCampaign(), 'mobile-data-campaign.md', campaign),
	documented(new MobileBilling(), 'mobile-billing.md', billing),
	documented(new MobileBillingTrigger(), 'notification-trigger.md'),
	documented(new MobileBillingTransactionTrigger(), 'transaction-trigger.md'),
];

/** A node as its page shows it; a trigger has no resources. */
export type DocumentedNode = ReturnType<typeof documented>;

function documented(node: INodeType, page: string, resources: Shown[] = []) {
	return { node, resources, page: `docs/${page}` };
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
