import { z } from 'zod';
import { isObject } from '../../../../platform/answer';
import { InputError, normalized, numeric } from '../../../../platform/input';

const notGiven = new InputError(
	'must be the output of another node',
	'Drag its output into the field, or write an expression.',
);

/** The output of another node, such as `{{ $json }}`. */
export const itemSchema = normalized((value): Record<string, unknown> => {
	if (isObject(value)) return value;
	throw notGiven;
});

/** The items of another node, as `$('Node').all()` gives them. */
export const itemsSchema = normalized((value): Record<string, unknown>[] => {
	if (!Array.isArray(value) || !value.every(isObject)) throw notGiven;
	return value.map(({ json }) => (isObject(json) ? json : {}));
});

export const countSchema = numeric(z.number().int().min(1));
