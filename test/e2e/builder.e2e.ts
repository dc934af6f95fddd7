import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { n8nHome } from '../../scripts/host/paths';
import type { NodeType } from '../support/n8nClient';
import { sharedN8n } from '../support/sharedN8n';

/** What n8n's AI builder searches and reads nodes with. */
interface NodeCatalog {
	NodeTypeParser: new (types: NodeType[]) => object;
	searchCodeBuilderNodes(parser: object, queries: string[]): { results: string };
}

const fromN8n = createRequire(join(n8nHome, 'node_modules', 'n8n', 'package.json'));
const catalog = fromN8n('@n8n/ai-utilities/node-catalog') as NodeCatalog;

const prefix = 'n8n-nodes-mobile-billing';
const versions = {
	...{ mobileDataGifting: 1, mobileBilling: 1 },
	...{ mobileBillingTrigger: 2, mobileBillingTransactionTrigger: 1 },
};

/** As n8n's AI builder knows nodes: with the name of their package. */
const named = (of: string, all: NodeType[]) =>
	all.map((type) => ({ ...type, name: `${of}.${type.name}` }));

let types: NodeType[];
let parser: object;

beforeAll(async () => {
	const own = Object.entries(versions).map(([name, version]) => {
		return { name: `${prefix}.${name}`, version };
	});
	types = named(prefix, await sharedN8n().client.nodeTypes(own));
	const file = join(n8nHome, 'node_modules', 'n8n-nodes-base', 'dist', 'types', 'nodes.json');
	const others = JSON.parse(readFileSync(file, 'utf8')) as NodeType[];
	parser = new catalog.NodeTypeParser([...named('n8n-nodes-base', others), ...types]);
});

/** What the builder's search tool answers; asking the model that reads it needs n8n's cloud. */
const search = (query: string) => catalog.searchCodeBuilderNodes(parser, [query]).results;

it.each([
	['carrier billing', 'mobileBilling', 'submitPin'],
	['mobile data', 'mobileDataGifting', 'assign'],
	['failed charge', 'mobileBillingTransactionTrigger', '@relatedNodes'],
	['mobile billing trigger', 'mobileBillingTrigger', '@relatedNodes'],
])('the search of the AI builder for “%s” finds %s with its hint, and %s', (query, name, more) => {
	const found = search(query);
	const hint = types.find((type) => type.name === `${prefix}.${name}`)?.builderHint?.searchHint;
	expect(hint).toMatch(/\w+ \w+/);
	for (const words of [`- ${prefix}.${name}`, `@builderHint ${hint}`, more]) {
		expect(found).toContain(words);
	}
});
