import type { INodeProperties } from 'n8n-workflow';
import type { Resource } from './operation';

/**
 * What an action node says under its name on the canvas, such as “assign: data gift”. A stored workflow holds values
 * like `dataGift`; this shows the words of the dropdowns in their place.
 */
export function subtitleOf(resources: Resource[]): string {
	const words = resources.flatMap(({ value, name, operations }) =>
		operations.map((operation) => [
			`${value}.${operation.value}`,
			`${inARow(operation.name)}: ${inARow(name)}`,
		]),
	);
	return lookedUp(
		Object.fromEntries(words),
		'$parameter["resource"] + "." + $parameter["operation"]',
	);
}

/** As `subtitleOf`, for a node that one dropdown describes. */
export function subtitleOfChoice({ name, options = [] }: INodeProperties): string {
	const words = options.flatMap((choice) =>
		'value' in choice ? [[String(choice.value), inARow(choice.name)]] : [],
	);
	return lookedUp(Object.fromEntries(words), `$parameter[${JSON.stringify(name)}]`);
}

/** An expression that n8n evaluates; the table is flat, because the first `}}` would end it. */
function lookedUp(words: Record<string, string>, key: string): string {
	return `={{ (${JSON.stringify(words)})[${key}] }}`;
}

/** A name in title case as it stands within a line: “Submit PIN” is “submit PIN”. */
function inARow(name: string): string {
	const words = name.split(' ');
	return words.map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase())).join(' ');
}
