import { isObject } from './answer';
import { tried } from './input';
import { signersOf, type Service } from './service';
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

/** A call that cannot be one of the platform's. The message says why and quotes nothing of it. */
export class MalformedDelivery extends Error {
	override name = 'MalformedDelivery';
}

const mostBytes = 64 * 1024;

/** Names that mean something to JavaScript could break the code that reads them. */
const isReserved = (name: string) => name in {} || name === 'prototype' || name === 'toJSON';

/**
 * Reads the parameters of a call (public facts, “Payment Result Notification”): the query of a GET, the form or the
 * JSON object of a POST.
 *
 * @throws MalformedDelivery for duplicate parameters, names of JavaScript's own, and what is too long
 */
export function parametersOf({ method, rawQuery, contentType, body }: Delivery): Parameters {
	const isGet = method === 'GET';
	if ((isGet ? rawQuery : body).length > mostBytes)
		throw new MalformedDelivery('The call is too long');
	const text = isGet ? rawQuery : new TextDecoder().decode(body);
	const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
	if (isGet || type === 'application/x-www-form-urlencoded') {
		return collected(new URLSearchParams(text));
	}
	const json = type === 'application/json' ? tried((): unknown => JSON.parse(text)) : undefined;
	if (!isObject(json)) throw new MalformedDelivery('The body must be a form or a JSON object');
	return collected(Object.entries(json));
}

function collected(entries: Iterable<[string, unknown]>): Parameters {
	const parameters = Object.create(null) as Parameters;
	for (const [name, value] of entries) {
		if (isReserved(name)) throw new MalformedDelivery('A parameter has a reserved name');
		if (name in parameters) throw new MalformedDelivery('A parameter occurs more than once');
		if (typeof value !== 'string') throw new MalformedDelivery('A value must be text');
		// An encrypted id can hold a plus that the sender did not encode, and no id holds a space.
		parameters[name] = name === 'transactionid' ? value.replaceAll(' ', '+') : value;
	}
	return parameters;
}

/** The parameters of a call that may be trusted as far as `signatureChecked` says. */
export interface Genuine {
	parameters: Parameters;
	signatureChecked: boolean;
}

/**
 * Checks that a call is signed by one of the services; a call that names its service must be signed by that one.
 *
 * @param services undefined to take every call as it is
 * @returns undefined when the call is unsigned or wrongly signed
 */
export function genuineCall(
	parameters: Parameters,
	services: Service[] | undefined,
): Genuine | undefined {
	if (services === undefined) return { parameters, signatureChecked: false };
	const isGenuine = signersOf(services)
		.filter(({ serviceKey }) => !parameters.service || parameters.service === serviceKey)
		.some((service) => isSigned(parameters, service));
	return isGenuine ? { parameters, signatureChecked: true } : undefined;
}
