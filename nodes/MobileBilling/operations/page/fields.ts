import { isObject } from '../../../../platform/answer';
import { InputError, normalized } from '../../../../platform/input';

/** What another node has given. */
export const itemSchema = normalized((value): Record<string, unknown> => {
	if (isObject(value)) return value;
	throw new InputError(
		'must be what another node has given',
		'Drag its output into the field, or write an expression.',
	);
});
