import { documentedNodes } from './operations';
import { pageText } from './pages';

type Item = Record<string, unknown>;
interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Items that the operations return against the sandbox, written by makeSamples.ts. */
export const samplesFile = 'scripts/docs/samples.json';

/** The time at which all samples are made. */
export const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

/** Items by node, resource and operation. */
export function samples(): Record<string, Item[]> {
	return JSON.parse(pageText(samplesFile)) as Record<string, Item[]>;
}

/** Paths and texts of the output schemas: by them n8n shows a node's fields before it has run. */
export function schemaFiles(): Map<string, string> {
	const files = new Map<string, string>();
	for (const [key, items] of Object.entries(samples())) {
		const [name, ...place] = key.split('.');
		const found = documentedNodes.find(({ node }) => node.description.name === name);
		const isTrigger = found?.resources.length === 0;
		// A trigger has one schema, for its default event.
		if (!found || (isTrigger && ![undefined, 'paymentResult'].includes(place[0]))) continue;
		const version = [found.node.description.version].flat().at(-1);
		const folder = `nodes/${found.node.constructor.name}/__schema__/v${version}.0.0`;
		const path = [folder, ...(isTrigger ? [] : place)].join('/');
		const text = JSON.stringify({ ...schemaOf(items), version: 1 }, null, '\t');
		files.set(`${path}.json`, `${text}\n`);
	}
	return files;
}

/** The JSON schema that fits all the values. */
function schemaOf(values: unknown[]): Schema {
	const value = values.find((one) => one !== null) ?? null;
	if (value === null) return { type: 'null' };
	if (Array.isArray(value)) return { type: 'array', items: schemaOf(values.flat()) };
	if (typeof value !== 'object') return { type: typeof value };
	const pairs = values.flatMap((one) => Object.entries(one ?? {}));
	const schemas = [...new Set(pairs.map(([name]) => name))].map((name) => {
		const own = pairs.filter(([other, is]) => other === name && is !== undefined);
		return [name, schemaOf(own.map(([, is]) => is as unknown))];
	});
	return { type: 'object', properties: Object.fromEntries(schemas) as Record<string, Schema> };
}
