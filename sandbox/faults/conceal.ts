import { createHash } from 'node:crypto';
import type { Fault } from './rule';

/** JSON text with some fields hidden, as a platform might that shows less than it knows; other text as it is. */
export function concealed(
	text: string,
	{ fields, how }: Extract<Fault, { kind: 'conceal' }>,
): string {
	const hide = (value: unknown): unknown => {
		if (how === 'omit') return undefined;
		if (how === 'null' || value === null) return null;
		return ways[how](String(value));
	};
	try {
		const parsed: unknown = JSON.parse(text, (name, value: unknown) =>
			fields.includes(name) ? hide(value) : value,
		);
		return JSON.stringify(parsed);
	} catch {
		return text;
	}
}

const ways = {
	part: inPart,
	cut: (value: string) => value.slice(0, 16),
	digest: (value: string) => createHash('sha256').update(value).digest('hex'),
};

function inPart(value: string): string {
	const shown = Math.floor(value.length / 3);
	return `${value.slice(0, shown)}****${value.slice(value.length - shown)}`;
}
