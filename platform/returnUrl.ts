import { InputError, quoted, textOf } from './input';

/**
 * Reads the address a customer comes back to: a complete web address; its own query is kept.
 *
 * @throws InputError when it is not one
 */
export function normaliseReturnUrl(value: unknown): string {
	const text = textOf(value);
	if (!/^https?:\/\/[^/\s]\S*$/i.test(text) || !URL.canParse(text)) {
		throw new InputError(
			`${text === '' ? 'The address is empty' : `${quoted(text)} is not a web address`}. Write it in full, for example https://shop.example/thanks?order=17`,
		);
	}
	return text;
}
