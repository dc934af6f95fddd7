import { z } from 'zod';

/** A value a person typed that the platform would refuse. The message says what is wrong and what to type. */
export class InputError extends Error {
	override name = 'InputError';
}

/** What to say of a field that holds nothing; `what` begins the message, such as “The user ID”. */
export function emptyError(what: string): InputError {
	return new InputError(`${what} is empty. Fill it in, or mend the expression that should find it`);
}

/**
 * Makes a zod schema of a normaliser, so that a refused value becomes an issue of its field
 * instead of an exception of the whole object.
 */
export function normalised<T>(normalise: (value: unknown) => T) {
	return z.unknown().transform((value, context): T => {
		try {
			return normalise(value);
		} catch (error) {
			context.addIssue({ code: z.ZodIssueCode.custom, message: messageOf(error) });
			return z.NEVER;
		}
	});
}

/**
 * Reads a value as text: strings trimmed, numbers as they print, nothing as ''.
 * Spreadsheets hand phone numbers and amounts over as numbers.
 *
 * @throws InputError for lists, objects and booleans, and for whole numbers of more than 15 digits that are not exact
 */
export function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' && Number.isFinite(value)) {
		if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
			throw new InputError(
				'A number this long has lost digits on its way. Hand it over as text, in quotes',
			);
		}
		return String(value);
	}
	throw new InputError('Expected text here, not a list, an object or true/false');
}

/** How a refused value is quoted in a message: short enough to read, never a page. */
export function quoted(text: string): string {
	return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
}

/** As `normalised`, for a field that may be left empty: then it is undefined. */
export function optionally<T>(normalise: (value: string) => T) {
	return normalised((value): T | undefined => {
		const text = textOf(value);
		return text === '' ? undefined : normalise(text);
	});
}

export const textSchema = normalised(textOf);

/** Text that must not be empty; `what` begins the message, such as “The user ID”. */
export function required(what: string) {
	return normalised((value) => {
		const text = textOf(value);
		if (text === '') throw emptyError(what);
		return text;
	});
}

/** Makes a zod transform of a function over several fields; what it throws becomes an issue of the field `path`. */
export function checked<In, Out>(path: string, make: (value: In) => Out) {
	return (value: In, context: z.RefinementCtx): Out => {
		try {
			return make(value);
		} catch (error) {
			context.addIssue({ code: z.ZodIssueCode.custom, path: [path], message: messageOf(error) });
			return z.NEVER;
		}
	};
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
