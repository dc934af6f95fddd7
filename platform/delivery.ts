import { readFlatJson } from './flatJson';

/** A call of the platform, or of a customer's browser, as it came over the wire. */
export interface Delivery {
	method: string;
	/** What stands behind the question mark, not decoded. */
	rawQuery: string;
	contentType: string;
	body: Uint8Array;
}

/** Exact text by name; an object without a prototype, so that no name means anything. */
export type Parameters = Record<string, string>;

/** A call that cannot be one of the platform's. The message says why and repeats nothing of it. */
export class MalformedDelivery extends Error {
	override name = 'MalformedDelivery';
}

const mostBytes = 64 * 1024;
const mostParameters = 100;
const longestName = 64;
const longestValue = 4096;
/** Names that mean something to JavaScript: an item that carries one could trip whoever reads it. */
const hasMeaning = (name: string) => name in {} || name === 'prototype' || name === 'toJSON';

/**
 * Reads the parameters of a call (public facts, “Payment Result Notification”): the query of a GET, the form or the
 * JSON object of a POST. Values keep their exact text; JSON's `null` becomes ''.
 *
 * A `+` in a query or form means a space, but encrypted transaction ids hold one and not every sender encodes it; so
 * there may be a second reading, and a signature tells which one was meant.
 *
 * @returns the usual reading, and the one in which `+` is a plus where that differs
 * @throws MalformedDelivery for wrong encoding, a parameter twice, names of JavaScript's own, and what is too long
 */
export function parametersOf(delivery: Delivery): [Parameters, ...Parameters[]] {
	if (delivery.method === 'GET') return formReadings(delivery.rawQuery);
	if (delivery.body.length > mostBytes) throw new MalformedDelivery('The body is too long');
	const text = utf8Of(delivery.body);
	if (text === undefined) throw new MalformedDelivery('The body is not in UTF-8');
	const type = delivery.contentType.split(';', 1)[0]?.trim().toLowerCase();
	if (type === 'application/x-www-form-urlencoded') return formReadings(text);
	const entries = type === 'application/json' ? readFlatJson(text) : undefined;
	if (entries === undefined) {
		throw new MalformedDelivery('The body is neither a form nor a flat JSON object');
	}
	return [collected(entries)];
}

function formReadings(text: string): [Parameters, ...Parameters[]] {
	if (text.length > mostBytes) throw new MalformedDelivery('The query is too long');
	const usual = collected(formEntries(text.replaceAll('+', ' ')));
	return text.includes('+') ? [usual, collected(formEntries(text))] : [usual];
}

function formEntries(text: string): [string, string][] {
	return text
		.split('&')
		.filter((pair) => pair !== '')
		.map((pair) => {
			const equals = pair.indexOf('=');
			const name = decodedOf(equals < 0 ? pair : pair.slice(0, equals));
			const value = decodedOf(equals < 0 ? '' : pair.slice(equals + 1));
			if (name === undefined || value === undefined) {
				throw new MalformedDelivery('A parameter is wrongly percent-encoded');
			}
			return [name, value];
		});
}

function collected(entries: [string, string][]): Parameters {
	if (entries.length > mostParameters) throw new MalformedDelivery('There are too many parameters');
	const parameters = Object.create(null) as Parameters;
	for (const [name, value] of entries) {
		if (name === '' || name.length > longestName || value.length > longestValue) {
			throw new MalformedDelivery('A parameter has no name, or is too long');
		}
		if (hasMeaning(name)) {
			throw new MalformedDelivery('A parameter has a name that nobody uses');
		}
		if (name in parameters) throw new MalformedDelivery('A parameter stands there twice');
		parameters[name] = value;
	}
	return parameters;
}

function decodedOf(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

function utf8Of(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
