import type { AxiosRequestConfig } from 'axios';
import { type Parameters, signatureOf, type SigningKey } from '../payments/signature';

/** A GET's query, a form POST, a JSON POST. */
export const ENCODINGS = ['get', 'form', 'json'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A notification as it will be sent, `sign` included. */
export interface Message {
	url: string;
	encoding: Encoding;
	parameters: Parameters;
}

/** Fields as a message, signed when there is a key. A GET also has the address's own query, which is signed, too. */
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
	if (encoding === 'get') {
		const { origin, pathname } = new URL(url);
		const pairs = parameters.map((pair) => pair.map(encodeURIComponent).join('='));
		return { method: 'GET', url: `${origin}${pathname}?${pairs.join('&')}` };
	}
	const isForm = encoding === 'form';
	const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
	const data = isForm
		? new URLSearchParams(parameters).toString()
		: JSON.stringify(Object.fromEntries(parameters));
	return { method: 'POST', url, headers: { 'content-type': contentType }, data };
}
