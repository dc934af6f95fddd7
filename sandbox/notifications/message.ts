import type { AxiosRequestConfig } from 'axios';
import { type Parameters, signatureOf, type SigningKey } from '../payments/signature';

/** public-facts.md, "Payment Result Notification": a GET's query, a form POST, a JSON POST. */
export const ENCODINGS = ['get', 'form', 'json'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A notification as it will be sent, `sign` included. */
export interface Message {
	url: string;
	encoding: Encoding;
	parameters: Parameters;
}

/**
 * Fields as a message, signed when there is a key. A GET carries the address's own query too, and the
 * signature covers all parameters (public-facts.md, "sign" 1); in a POST the own query stays in the address.
 */
export function messageOf(
	fields: Parameters,
	to: { url: string; encoding: Encoding; signing: SigningKey | null },
): Message {
	const { url, encoding, signing } = to;
	const names = new Set(['sign', ...fields.map(([name]) => name)]);
	const own = encoding === 'get' ? [...new URL(url).searchParams] : [];
	const parameters = [...own.filter(([name]) => !names.has(name)), ...fields];
	if (signing) parameters.push(['sign', signatureOf(parameters, signing)]);
	return { url, encoding, parameters };
}

/** The HTTP call of a message. */
export function callOf({ url, encoding, parameters }: Message): AxiosRequestConfig {
	const { origin, pathname, search } = new URL(url);
	const address = origin + pathname;
	switch (encoding) {
		case 'get': {
			const pairs = parameters.map((pair) => pair.map(encodeURIComponent).join('='));
			return { method: 'GET', url: `${address}?${pairs.join('&')}` };
		}
		case 'form':
			return post(address + search, FORM, new URLSearchParams(parameters).toString());
		case 'json':
			return post(address + search, JSON_TYPE, JSON.stringify(Object.fromEntries(parameters)));
	}
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

function post(url: string, contentType: string, data: string): AxiosRequestConfig {
	return { method: 'POST', url, headers: { 'content-type': contentType }, data };
}

export function parameter({ parameters }: Message, name: string): string | undefined {
	return parameters.find(([one]) => one === name)?.[1];
}
