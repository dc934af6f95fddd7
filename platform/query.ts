import { InputError } from './input';
import { isObject } from './isObject';

/**
 * Reads query parameters, as an object or as text (`a=1&b=2`, with or without a leading `?`). Values keep their
 * exact text, because signatures are made over it.
 *
 * @throws InputError for a parameter that stands there twice or is no text, and for anything else
 */
export function readQuery(value: unknown): Record<string, string> {
	const entries = entriesOf(value);
	const names = entries.map(([name]) => name);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined) throw new InputError(`The parameter “${twice}” stands there twice`);
	return Object.fromEntries(
		entries.map(([name, entry]) => {
			if (typeof entry === 'string') return [name, entry];
			if (typeof entry === 'number') return [name, String(entry)];
			throw new InputError(
				`The parameter “${name}” is not one text. Hand over the query as it came`,
			);
		}),
	);
}

function entriesOf(value: unknown): [string, unknown][] {
	const read = typeof value === 'string' ? parsed(value.trim()) : value;
	if (!isObject(read)) {
		throw new InputError('This is no query. Hand over what the customer came back with');
	}
	return read instanceof URLSearchParams ? [...read] : Object.entries(read);
}

function parsed(text: string): unknown {
	if (!text.startsWith('{')) return text === '' ? undefined : new URLSearchParams(text);
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
