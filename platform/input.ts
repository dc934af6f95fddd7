import { z } from 'zod';
import { inEnglish, phrase, phraseOf, type Phrase, type Text } from './say';

/** A value the platform would refuse. The message continues the name of the field: “must be a number”. */
export class InputError extends Error {
	override name = 'InputError';
	/** In English, as the message is. */
	readonly nextStep: string;
	/** Both, for a page in the reader's language. */
	readonly texts: readonly [message: Text, nextStep: Text];

	/** @param field the field of a collection, where the value was not checked alone */
	constructor(
		message: Text,
		nextStep: Text,
		readonly field?: string,
	) {
		super(inEnglish(message));
		this.nextStep = inEnglish(nextStep);
		this.texts = [message, nextStep];
	}

	/** The message and the next step: `'Budget' must be a number. Write “x” …`. @param field a label */
	sentence(field = this.field): Phrase {
		const [message, nextStep] = this.texts.map(phraseOf) as [Phrase, Phrase];
		if (field) return phrase`'${phraseOf(field)}' ${message}. ${nextStep}`;
		return nextStep.key === '' ? phrase`${message}.` : phrase`${message}. ${nextStep}`;
	}
}

/** Names the field of what a function refuses. @param label of the field */
export function naming<Value>(label: string, read: () => Value): Value {
	return onInputError(read, ({ texts: [message, nextStep] }) => {
		throw new InputError(message, nextStep, label);
	});
}

export function requiredError(): InputError {
	return new InputError('is required', 'Fill it in, or fix the expression that sets it.');
}

/** Makes a zod schema of a function that normalizes: a refused value becomes an issue of its field. */
export function normalized<T>(normalize: (value: unknown) => T) {
	return z.unknown().transform(asIssue(normalize, []));
}

/** As `normalized`, for a field that may be left empty: then it is undefined. */
export function optionally<T>(normalize: (value: string) => T) {
	return normalized((value): T | undefined => {
		const text = optionalText(value);
		return text === '' ? undefined : normalize(text);
	});
}

/** Reads a number of a schema from plain decimal text, too. Zod's own coercion takes true, '' and []. */
export function numeric<Schema extends z.ZodTypeAny>(schema: Schema) {
	const isText = (value: unknown) =>
		typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value);
	return z.preprocess((value) => (isText(value) ? Number(value) : value), schema);
}

export function requiredText(value: unknown): string {
	const text = optionalText(value);
	if (text === '') throw requiredError();
	return text;
}

/** Turns Arabic, Persian, Devanagari and full-width digits into those that the platform takes. */
export function withWesternDigits(text: string): string {
	return text.replace(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\uFF10-\uFF19]/g, (digit) => {
		return String((digit.charCodeAt(0) - (/[\u0966-\u096F]/.test(digit) ? 6 : 0)) & 0xf);
	});
}

/** As `textOf`, without what a broken expression gives. */
export function optionalText(value: unknown): string {
	return resolved(textOf(value));
}

/** JavaScript's words for a missing value, alone or within other text. */
const broken =
	/(\[object \w+\])|(?:^|[^a-z])(undefined)(?:[^a-z]|$)|(?:^|[-_:/=#|])(null|NaN)$|^(Invalid Date(?:Time)?)$/;

/**
 * Returns the text. @throws InputError for that of a broken expression: `order-undefined` would be the reference of many
 * orders
 */
export function resolved(text: string): string {
	const found = broken.exec(text)?.slice(1).find(Boolean);
	if (found === undefined) return text;
	throw new InputError(
		'must not be the result of a broken expression',
		phrase`Fix the expression that sets it: it gives “${found}”.`,
	);
}

export const requiredTextSchema = normalized(requiredText);

/** Makes a zod transform of a function over several fields; an error that it throws becomes an issue of the field `path`. */
export function checked<In, Out>(path: string, make: (value: In) => Out) {
	return asIssue(make, [path]);
}

function asIssue<In, Out>(make: (value: In) => Out, path: string[]) {
	return (value: In, context: z.RefinementCtx): Out => {
		try {
			return make(value);
		} catch (error) {
			const { nextStep, field } = error instanceof InputError ? error : {};
			context.addIssue({
				code: z.ZodIssueCode.custom,
				path: field === undefined ? path : [...path, field],
				message: messageOf(error),
				params: { nextStep },
				// Otherwise rules over several fields would complain about a missing value.
				fatal: path.length > 0,
			});
			return z.NEVER;
		}
	};
}

/** Soft hyphens, fillers, tags, and marks of direction and of zero width: copied along, and not seen. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Other characters that nobody sees: control signs, ends of lines, those that no font has, and a braille cell without a dot. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\u2800]/gu;

/** @throws InputError for invisible characters: names that look the same must be the same */
export function refuseInvisible(text: string): void {
	const seen = text.replace(unseen, '');
	if (seen === text) return;
	throw new InputError(
		'must not have invisible characters',
		phrase`Type ${quoted(seen)} again: it has characters that nobody sees.`,
	);
}

/** As `asTyped`, without invisible marks: an identifier that looks right must be right. */
export function textOf(value: unknown): string {
	return asTyped(value).replace(invisible, '').trim();
}

/**
 * Reads a value as trimmed text, numbers as they print, null and undefined as ''. @throws InputError for lists, objects,
 * booleans, and for whole numbers of more than 15 digits that are not exact
 */
export function asTyped(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' && Number.isFinite(value)) {
		if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
			throw new InputError(
				'must be text: a number of this length loses digits',
				'Pass it as text, in quotes.',
			);
		}
		return String(value);
	}
	throw new InputError(
		'must be text, not a list, an object or true/false',
		'Fix the expression that sets it.',
	);
}

export const textSchema = normalized(textOf);

/** A refused value as a message shows it: short enough to read, never a page. */
export function shortened(text: string): string {
	return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** A refused value in the quotation marks of the reader's language. */
export function quoted(text: string): Phrase {
	return phrase`“${shortened(text)}”`;
}

/** The result of a function that may throw; undefined when it does. */
export function tried<T>(make: () => T): T | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

/** The result of a function, or of `instead` if it throws an `InputError`. */
export function onInputError<T>(make: () => T, instead: (error: InputError) => T): T {
	// n8n's linter refuses an error that is thrown again within a catch.
	const handle = (error: unknown): T => {
		if (error instanceof InputError) return instead(error);
		throw error;
	};
	try {
		return make();
	} catch (error) {
		return handle(error);
	}
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
