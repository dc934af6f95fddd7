import { isObject } from './answer';
import { parseJson } from './json';
import type { Entries } from './signature';

/** A call of the platform, or of a customer's browser, as it came over the wire. */
export interface Delivery {
	method: string;
	/** The text behind the question mark, not decoded. */
	rawQuery: string;
	contentType: string;
	body: Uint8Array;
}

/** Exact text by name; an object without a prototype, so that no name means anything. */
export type Parameters = Record<string, string>;

/** A call that cannot be one of the platform's. The message says why and quotes nothing of it. */
export class MalformedDelivery extends Error {
	override name = 'MalformedDelivery';
}

const maxBytes = 64 * 1024;
/** More are no call of the platform. */
export const maxParameters = 200;

/** Encrypted IDs can hold a plus that the sender did not encode, and no ID holds a space. */
const idNames = ['transactionid', 'trid', 'identid'];

/**
 * Reads the query of a GET, the form or JSON of a POST (public facts, “Payment Result Notification”). Senders encode a
 * plus in several ways: of 1 to 6 readings the signed one counts, the likeliest is first. @throws MalformedDelivery
 */
export function readingsOf({ method, rawQuery, contentType, body }: Delivery): Entries[] {
	const isGet = method === 'GET';
	if ((isGet ? rawQuery : body).length > maxBytes)
		throw new MalformedDelivery('The call is too long');
	const text = isGet ? rawQuery : new TextDecoder().decode(body);
	const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
	const isText = isGet || type === 'application/x-www-form-urlencoded';
	const json = type === 'application/json' ? text : '';
	const readings = isText ? readingsOfText(text) : [entriesOfJson(json)];
	if ((readings[0]?.length ?? 0) > maxParameters)
		throw new MalformedDelivery('The call has too many parameters');
	return readings;
}

/** The readings of a query or a form that wasn't decoded yet. */
export function readingsOfText(text: string): Entries[] {
	const decodedOnce = text.replace(/%25(?=[0-9A-Fa-f]{2})/g, '%');
	return [...new Set([text, decodedOnce])].flatMap((encoded) => {
		const literal = [...new URLSearchParams(encoded.replaceAll('+', '%2B'))];
		return readingsAs([...new URLSearchParams(encoded)], literal);
	});
}

/** The readings of values that were decoded: a space in them may have been a plus. */
export function readingsOfValues(entries: Entries): Entries[] {
	return readingsAs(
		entries,
		entries.map(([name, value]) => [name, value.replaceAll(' ', '+')]),
	);
}

/** A sender means a space by a plus sign, or a plus, or a plus in IDs alone. */
function readingsAs(spaced: Entries, literal: Entries): Entries[] {
	const likely = spaced.map((entry, at) =>
		idNames.includes(entry[0]) ? (literal[at] ?? entry) : entry,
	);
	const readings = [likely, spaced, literal];
	return [...new Map(readings.map((entries) => [JSON.stringify(entries), entries])).values()];
}

const hasDigit = (text: string) => /\d/.test(text);

/**
 * The entries of a JSON object, numbers as the sender wrote and signed them; a list is a name that came several times.
 * @throws MalformedDelivery for anything else
 */
export function entriesOfJson(text: string): Entries {
	const json = parseJson(text, hasDigit);
	if (!isObject(json)) throw new MalformedDelivery('The body must be a form or a JSON object');
	const each = Object.entries(json).flatMap(([name, given]) =>
		[given].flat().map((value: unknown) => ({ name, value })),
	);
	return each
		.filter(({ value }) => value !== null)
		.map(({ name, value }) => {
			if (typeof value !== 'string' && typeof value !== 'boolean')
				throw new MalformedDelivery('A value must be text');
			return [name, String(value)];
		});
}

/** Names that mean something to JavaScript could break the code that reads them. */
const isReserved = (name: string) => name in {} || name === 'prototype' || name === 'toJSON';

/** The parameters of a notification by name. @throws MalformedDelivery for two values of one, and for names of JavaScript */
export function parametersOf(entries: Entries): Parameters {
	const parameters = Object.create(null) as Parameters;
	for (const [name, value] of entries) {
		if (isReserved(name)) throw new MalformedDelivery('A parameter has a reserved name');
		if ((parameters[name] ?? value) !== value)
			throw new MalformedDelivery('A parameter occurs more than once');
		parameters[name] = value;
	}
	return parameters;
}

/** The parameters as an item has them: of two with one name the last, and no name of JavaScript's own. */
export function recordOf(entries: Entries): Record<string, string> {
	return Object.fromEntries(entries.filter(([name]) => !isReserved(name)));
}
