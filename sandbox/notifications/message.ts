import type { AxiosRequestConfig } from 'axios';
import { type Parameters, signatureOf, type SigningKey } from '../payments/signature';

/** A GET's query, a form POST, a JSON POST, a POST with the fields in the query and no body. */
export const ENCODINGS = ['get', 'form', 'json', 'query'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A notification as it will be sent, `sign` included. */
export interface Message {
	url: string;
	encoding: Encoding;
	parameters: Parameters;
}

/**
 * Fields as a message, signed when there is a key. A query of fields has the address's own ones too, and the
 * signature covers all (docs/platform-interface.md, "sign"); in a body they stay in the address.
 */
export function messageOf(
	fields: Parameters,
	to: { url: string; encoding: Encoding; signing: SigningKey | null },
): Message {
	const { url, encoding, signing } = to;
	const names = new Set(['sign', ...fields.map(([name]) => name)]);
	const own = inQuery(encoding) ? [...new URL(url).searchParams] : [];
	const parameters = [...own.filter(([name]) => !names.has(name)), ...fields];
	if (signing) parameters.push(['sign', signatureOf(parameters, signing)]);
	return { url, encoding, parameters };
}

/** The HTTP call of a message. */
export function callOf({ url, encoding, parameters }: Message): AxiosRequestConfig {
	if (inQuery(encoding)) {
		const { origin, pathname } = new URL(url);
		const pairs = parameters.map((pair) => pair.map(encodeURIComponent).join('='));
		const method = encoding === 'get' ? 'GET' : 'POST';
		return { method, url: `${origin}${pathname}?${pairs.join('&')}` };
	}
	const isForm = encoding === 'form';
	const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
	const data = isForm
		? new URLSearchParams(parameters).toString()
		: JSON.stringify(Object.fromEntries(parameters));
	return { method: 'POST', url, headers: { 'content-type': contentType }, data };
}

function inQuery(encoding: Encoding): boolean {
	return encoding === 'get' || encoding === 'query';
}

export function parameter({ parameters }: Message, name: string): string | undefined {
	return parameters.find(([one]) => one === name)?.[1];
}
