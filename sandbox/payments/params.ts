import { z } from 'zod';
import { Refusal } from '../refusal';

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const entry = z.object({ name: z.string().min(1), value: scalar });
const entries = z.union([
	z.array(entry),
	z
		.record(scalar)
		.transform((values) => Object.entries(values).map(([name, value]) => ({ name, value }))),
]);

export type NameValue = z.output<typeof entry>;

/**
 * Field `params` of subscribe. The contract says string and "list of name/value entries": a list, an
 * object, either of them as JSON text, or `name=value` joined by `&` or `;`.
 */
export function readParams(params: unknown): NameValue[] {
	const parsed = entries.safeParse(typeof params === 'string' ? readText(params.trim()) : params);
	if (parsed.success) return parsed.data;
	throw new Refusal(400, 'INVALID_REQUEST', 'params: must be name/value entries', 'params');
}

function readText(text: string): unknown {
	try {
		if (/^[[{]/.test(text)) return JSON.parse(text);
		return text.split(/[&;]/).map((pair) => {
			const [name = '', ...rest] = pair.split('=');
			return rest.length > 0 && { name: name.trim(), value: decodeURIComponent(rest.join('=')) };
		});
	} catch {
		return undefined;
	}
}
