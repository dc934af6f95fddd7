import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../host/paths';
import { documentedNodes } from './operations';

type Item = Record<string, unknown>;
interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Written by `WRITE_ITEMS=1 npx jest test/items` from what the operations return against the sandbox. */
export const samplesFile = join(projectRoot, 'scripts/docs/samples.json');

/** Items by node, resource and operation. */
export function samples(): Record<string, Item[]> {
	return JSON.parse(readFileSync(samplesFile, 'utf8')) as Record<string, Item[]>;
}

/** What writes the samples into the pages. */
export function sampleWriters(): [string, () => string][] {
	return Object.entries(samples()).map(([key, [first]]) => [
		`sample ${key}`,
		() => `\`\`\`json\n${JSON.stringify(first, null, '\t')}\n\`\`\``,
	]);
}

/** The files by which n8n knows what a node returns before it has run, with their texts. */
export function schemaFiles(): Map<string, string> {
	const files = Object.entries(samples()).flatMap(([key, items]) => {
		const [name = '', ...place] = key.split('.');
		const found = documentedNodes.find(({ node }) => node.description.name === name);
		// A trigger has one schema, which is the one of its default event.
		if (!found || (found.resources.length === 0 && place.length > 0 && !isDefault(place)))
			return [];
		const { version } = found.node.description;
		const folder = `nodes/${found.node.constructor.name}/__schema__/v${String([version].flat().at(-1))}.0.0`;
		const path = found.resources.length > 0 ? [folder, ...place].join('/') : folder;
		const text = JSON.stringify({ ...schemaOf(items), version: 1 }, null, '\t');
		return [[`${path}.json`, `${text}\n`] as const];
	});
	return new Map(files);
}

const isDefault = ([event]: string[]) => event === 'paymentResult';

/** The JSON schema that all values fit. */
function schemaOf(values: unknown[]): Schema {
	const value = values.find((one) => one !== null) ?? null;
	if (Array.isArray(value)) return { type: 'array', items: schemaOf(values.flat()) };
	if (value === null || typeof value !== 'object') {
		return { type: value === null ? 'null' : typeof value };
	}
	const objects = values.filter((one): one is Item => typeof one === 'object' && one !== null);
	const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
	const properties = names.map((name): [string, Schema] => [
		name,
		schemaOf(objects.map((one) => one[name]).filter((one) => one !== undefined)),
	]);
	return { type: 'object', properties: Object.fromEntries(properties) };
}
