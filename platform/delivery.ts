import { isObject } from './answer';
import { tried } from './input';
import type { Service } from './service';
import { isSigned } from './signature';

/** A call of the platform, or of a customer's browser, as it came over the wire. */
export interface Delivery {
	method: string;
	/** What follows the question mark, not decoded. */
	rawQuery: string;
	contentType: string;
	body: Uint8Array;
}

/** Exact text by name; an object without a prototype, so that no name means anything. */
export type Parameters = Record<string, string>;

/** The readings of a call, the usual one first. */
export type Readings = [Parameters, ...Parameters[]];

/** A call that cannot be one of the platform's. The message says why and repeats nothing of it. */
export class MalformedDelivery extends Error {
	override name = 'MalformedDelivery';
}

const mostBytes = 64 * 1024;
const mostParameters = 100;
const longestText = 4096;

/** Names that mean something to JavaScript could break the code that reads them. */
const isReserved = (name: string) => name in {} || name === 'prototype' || name === 'toJSON';

/**
 * Reads the parameters of a call (public facts, “Payment Result Notification”): the query of a GET, the form or the
 * JSON object of a POST. Values keep their exact text; JSON's `null` becomes ''.
 *
 * A `+` in a query or form means a space, but encrypted transaction ids may hold one that the sender did not encode: so
 * there may be a second reading, and a signature tells which one was meant.
 *
 * @returns the usual reading, and the one in which `+` is a plus where that differs
 * @throws MalformedDelivery for wrong encoding, duplicate parameters, names of JavaScript's own, and what is too long
 */
export function parametersOf(delivery: Delivery): Readings {
	if (delivery.method === 'GET') return formReadings(delivery.rawQuery);
	if (delivery.body.length > mostBytes) throw new MalformedDelivery('The body is too long');
	const text = tried(() => new TextDecoder('utf-8', { fatal: true }).decode(delivery.body));
	if (text === undefined) throw new MalformedDelivery('The body is not in UTF-8');
	const type = delivery.contentType.split(';', 1)[0]?.trim().toLowerCase();
	if (type === 'application/x-www-form-urlencoded') return formReadings(text);
	const entries = type === 'application/json' ? readFlatJson(text) : undefined;
	if (entries === undefined) {
		throw new MalformedDelivery('The body is neither a form nor a flat JSON object');
	}
	return [collected(entries)];
}

function formReadings(text: string): Readings {
	if (text.length > mostBytes) throw new MalformedDelivery('The query is too long');
	const usual = collected(formEntries(text.replaceAll('+', ' ')));
	return text.includes('+') ? [usual, collected(formEntries(text))] : [usual];
}

function formEntries(text: string): [string, string][] {
	return text
		.split('&')
		.filter((pair) => pair !== '')
		.map((pair) => {
			const [, before = '', after = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
			const name = tried(() => decodeURIComponent(before));
			const value = tried(() => decodeURIComponent(after));
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
		if (name === '' || Math.max(name.length, value.length) > longestText) {
			throw new MalformedDelivery('A parameter has no name, or is too long');
		}
		if (isReserved(name)) throw new MalformedDelivery('A parameter has a reserved name');
		if (name in parameters) throw new MalformedDelivery('A parameter is given twice');
		parameters[name] = value;
	}
	return parameters;
}

/** One name and value of a flat JSON object, with what surrounds them. */
const pair = /[\s{,]*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,{}[\]"]+)[\s}]*/gy;

/**
 * Reads a JSON object of plain values into its names and the exact text of its values: a signature is made over
 * `1.00`, which JSON.parse would make 1, and a duplicate name must not pass unseen. `null` is read as ''.
 *
 * @returns undefined for anything but a flat JSON object
 */
export function readFlatJson(text: string): [string, string][] | undefined {
	const parsed = tried((): unknown => JSON.parse(text));
	if (!isObject(parsed)) return undefined;
	if (Object.keys(parsed).length === 0) return [];
	const pairs = [...text.matchAll(pair)];
	if (pairs.map(([found]) => found).join('') !== text) return undefined;
	return pairs.map(([, name = '', value = '']) => [
		JSON.parse(name) as string,
		value.startsWith('"') ? (JSON.parse(value) as string) : value === 'null' ? '' : value,
	]);
}

/** The parameters of a call that may be trusted as far as `signatureChecked` says. */
export interface Genuine {
	parameters: Parameters;
	signatureChecked: boolean;
}

/**
 * Finds the reading of a call that is signed by one of the services; a call that names its service must be signed by
 * that one. A service without a signature key signs nothing.
 *
 * @param services undefined to take every call as it is
 * @returns undefined when the call is unsigned or wrongly signed
 */
export function genuineReading(
	readings: Readings,
	services: Service[] | undefined,
): Genuine | undefined {
	if (services === undefined) {
		return { parameters: candidates(readings)[0], signatureChecked: false };
	}
	const signers = services.filter(({ signingSecret }) => signingSecret !== '');
	const parameters = candidates(readings).find((reading) => {
		const isNamed = ({ serviceKey }: Service) => !reading.service || reading.service === serviceKey;
		return signers.some((service) => isNamed(service) && isSigned(reading, service));
	});
	return parameters && { parameters, signatureChecked: true };
}

/** The readings, the likeliest first: no transaction id holds a space, so a plus was meant there. */
function candidates([usual, literal]: Readings): Readings {
	if (!literal) return [usual];
	return literal.transactionid && usual.transactionid?.includes(' ')
		? [{ ...usual, transactionid: literal.transactionid }, usual, literal]
		: [usual, literal];
}
