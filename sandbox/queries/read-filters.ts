import type { z } from 'zod';
import { parseOrRefuse, Refusal } from '../refusal';
import type { Settings } from '../settings';

/** The body of a query as filters; refuses anything else, in words that name the field. */
export function readFilters<Schema extends z.AnyZodObject>(
	schema: Schema,
	body: unknown,
	unknown: Settings['unknownFilters'],
): z.output<Schema> {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		throw new Refusal(400, 'INVALID_REQUEST', 'the body must be a JSON object of filters');
	}
	const stranger = Object.keys(body).find((name) => !Object.hasOwn(schema.shape, name));
	if (unknown === 'refuse' && stranger !== undefined) {
		const words = `${stranger}: the record has no such field`;
		throw new Refusal(400, 'INVALID_REQUEST', words, stranger);
	}
	return parseOrRefuse(schema, body);
}
