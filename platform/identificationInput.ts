import { entriesOfJson, mostParameters, readingsOfText, readingsOfValues } from './delivery';
import { identificationNames } from './customerReturn';
import { normalizeReturnUrl } from './identifiers';
import { InputError, tried } from './input';
import type { Entries } from './signature';

const asReceived = 'Pass the query unchanged, {{ $json.query }} of the webhook.';

/**
 * Reads query parameters, as an object or as text (`a=1&b=2`, with or without a leading `?`). Values keep their
 * exact text, because signatures are made over it; null is absent, and a list is a name that came several times.
 *
 * @returns one reading or several, as `readingsOf` gives them
 * @throws InputError for a value that is no text, and for anything else
 */
export function readQuery(value: unknown): Entries[] {
	const text = (typeof value === 'string' ? value : JSON.stringify(value ?? null)).trim();
	const isQuery = typeof value === 'string' && text !== '' && !text.startsWith('{');
	const readings = tried(() =>
		isQuery ? readingsOfText(text) : readingsOfValues(entriesOfJson(text)),
	);
	if (!readings) throw new InputError('must be the query of a return', asReceived);
	if ((readings[0]?.length ?? 0) <= mostParameters) return readings;
	throw new InputError(`has more than ${mostParameters} parameters`, asReceived);
}

/**
 * Reads the Return URL of an identification link.
 *
 * @throws InputError for a parameter with a name that the platform uses in returns
 */
export function readReturnUrl(value: unknown): string {
	const address = normalizeReturnUrl(value);
	const names = [...new URL(address).searchParams.keys()];
	const taken = names.find((name) => identificationNames.includes(name));
	if (taken === undefined) return address;
	throw new InputError(
		`must not have the parameter “${taken}”, which the platform adds`,
		'Rename the parameter of your Return URL.',
	);
}
