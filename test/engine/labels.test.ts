import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';
import { documentedNodes } from '../../scripts/docs/operations';
import { literalsIn, publishedFiles, sourceOf } from '../support/literals';

const credentials = [new MobileBillingApi(), new MobileBillingServiceApi()];

/** Those of n8n's node settings, and of its HTTP Request node. */
const ofN8n = ['On Error', 'Continue (using error output)', 'Proxy'];

/** The labels of fields, options and choices at any depth. */
function labelsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const { displayName, name } = value as Record<string, unknown>;
	const own = [displayName, name].filter((label) => typeof label === 'string');
	return [...own, ...Object.values(value).flatMap(labelsIn)];
}

/** A label in the text of an error, and not the name of a node in an expression. */
const quoted = /(?<![\w(])'([A-Z][^'…]*)'(?!\w)/g;

test('each label that a text quotes is in a panel', () => {
	const texts = publishedFiles.flatMap((file) => literalsIn(sourceOf(file)));
	const labels = texts.flatMap((text) => [...text.matchAll(quoted)].map(([, label = '']) => label));
	expect(labels).toContain('Client Reference');
	const properties = [...documentedNodes.map(({ node }) => node.description), ...credentials];
	const known = new Set([...properties.flatMap(labelsIn), ...ofN8n]);
	expect(labels.filter((label) => !known.has(label))).toEqual([]);
});
