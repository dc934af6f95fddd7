import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { NodeType } from '../../scripts/host/n8nClient';
import { n8nHome } from '../../scripts/host/paths';
import { sharedN8n } from '../support/sharedN8n';

/** What n8n's AI builder searches and reads nodes with. */
interface NodeCatalog {
	NodeTypeParser: new (types: NodeType[]) => object;
	searchCodeBuilderNodes(parser: object, queries: string[]): { results: string };
}

interface TypeGenerator {
	generateSingleVersionTypeFile(type: NodeType, version: number): string;
}

const fromN8n = createRequire(join(n8nHome, 'node_modules', 'n8n', 'package.json'));
const catalog = fromN8n('@n8n/ai-utilities/node-catalog') as NodeCatalog;

const prefix = 'n8n-nodes-mobile-billing';
const own = [
	{ name: `${prefix}.mobileDataGifting`, version: 1 },
	{ name: `${prefix}.mobileBilling`, version: 1 },
	{ name: `${prefix}.mobileBillingTrigger`, version: 2 },
	{ name: `${prefix}.mobileBillingTransactionTrigger`, version: 1 },
];

/** As n8n's AI builder knows a node: with the name of its package. */
const fullName = (of: string, type: NodeType) => ({ ...type, name: `${of}.${type.name}` });

let types: NodeType[];
let parser: object;

beforeAll(async () => {
	types = (await sharedN8n().client.nodeTypes(own)).map((type) => fullName(prefix, type));
	const file = join(n8nHome, 'node_modules', 'n8n-nodes-base', 'dist', 'types', 'nodes.json');
	const others = JSON.parse(readFileSync(file, 'utf8')) as NodeType[];
	const named = others.map((type) => fullName('n8n-nodes-base', type));
	parser = new catalog.NodeTypeParser([...named, ...types]);
});

/** What the builder's search tool answers; asking the model that reads it needs n8n's cloud. */
const search = (query: string) => catalog.searchCodeBuilderNodes(parser, [query]).results;

it.each([
	['carrier billing', 'mobileBilling'],
	['mobile data', 'mobileDataGifting'],
	['gift', 'mobileDataGifting'],
	['mobile billing trigger', 'mobileBillingTrigger'],
	['failed charge', 'mobileBillingTransactionTrigger'],
	['phone bill', 'mobileBilling'],
])('the search of the AI builder for "%s" finds %s, with its hint', (query, name) => {
	const found = search(query);
	expect(found).toContain(`- ${prefix}.${name}`);
	const hint = types.find((type) => type.name === `${prefix}.${name}`)?.builderHint?.searchHint;
	expect(hint).toMatch(/\w+ \w+/);
	expect(found).toContain(`@builderHint ${hint}`);
});

it('the search names operations and related nodes', () => {
	const found = search('mobile billing');
	const words = ['submitPin', 'checkStatus', '@relatedNodes', `${prefix}.mobileBillingTrigger`];
	for (const word of words) expect(found).toContain(word);
});

it('the types that the builder writes workflows by carry the hints of fields', () => {
	const generator = fromN8n('@n8n/workflow-sdk/scripts/generate-types') as unknown as TypeGenerator;
	const [gifting] = types;
	if (!gifting) throw new Error('n8n has no gifting node');
	const written = generator.generateSingleVersionTypeFile(gifting, 1);
	expect(written).toContain('@builderHint Set it for lists');
});
