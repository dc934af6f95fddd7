import { randomUUID } from 'node:crypto';
import { pageText } from '../../scripts/docs/pages';
import type { WorkflowFile, WorkflowNode } from './workspace';

/** A node of a recipe, without the parts that n8n adds when somebody pastes it. */
export type RecipeNode = WorkflowNode & {
	type: string;
	typeVersion: number;
	position: [number, number];
};

/** A workflow of the page with recipes. */
export type Recipe = Omit<WorkflowFile, 'nodes'> & { nodes: RecipeNode[] };

/** The workflows that readers copy from the page, by name. */
export function recipes(): Map<string, Recipe> {
	const blocks = pageText('docs/recipes.md').matchAll(/^```json\n([\s\S]*?)^```$/gm);
	const all = [...blocks].map(([, json = '']) => JSON.parse(json) as Recipe);
	return new Map(all.map((recipe) => [recipe.name, recipe]));
}

const credentials: Record<string, WorkflowNode['credentials']> = {
	mobileBilling: { mobileBillingApi: { id: null, name: 'Mobile Billing account' } },
	mobileDataGifting: { mobileBillingApi: { id: null, name: 'Mobile Billing account' } },
	mobileBillingTrigger: {
		mobileBillingApi: { id: null, name: 'Mobile Billing account' },
		mobileBillingServiceApi: { id: null, name: 'Mobile Billing service' },
	},
	webhook: { httpHeaderAuth: { id: null, name: 'Shop' } },
};

/** A recipe after somebody has pasted it, and chosen credentials, *Send* and the sandbox's service for gifts. */
export function filledInRecipe(name: string): Recipe {
	const recipe = structuredClone(recipes().get(name));
	if (!recipe) throw new Error(`there is no recipe ${name}`);
	for (const node of recipe.nodes) {
		const type = node.type.replace(/^.*\./, '');
		Object.assign(node, { id: randomUUID(), credentials: credentials[type] });
		if (type === 'mobileDataGifting') {
			node.parameters.mode = 'send';
			node.parameters.serviceKey = { __rl: true, mode: 'id', value: 'LOYALTYDATA01' };
		}
		if (!/^(webhook|mobileBillingTrigger)$/.test(type)) continue;
		node.webhookId = randomUUID();
		if (type === 'webhook') node.parameters.path = node.webhookId;
	}
	return { ...recipe, settings: { executionOrder: 'v1' } };
}
