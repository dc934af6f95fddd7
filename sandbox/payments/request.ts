import { z } from 'zod';
import { invalid } from '../refusal';

/** Contract, "Limits": at most 32 alphanumeric characters. */
export const serviceKey = z
	.string()
	.regex(/^[A-Za-z0-9]{1,32}$/, 'must be 1 to 32 letters and digits');

const text = z.string();
const optional = text.optional();

/** Body of subscribe: contract, "Subscribe request". A field sent as null or empty text was not sent. */
export const subscribeRequest = z.preprocess(
	withoutEmpty,
	z.object({
		apikey: serviceKey,
		price: text,
		priceid: optional,
		mno: optional,
		mccmnc: optional,
		msisdn: optional,
		clientid: text.max(256, 'must be at most 256 characters').optional(),
		userid: optional,
		username: optional,
		password: optional,
		identid: optional,
		country: text.regex(/^[A-Za-z]{2}$/, 'must be two letters').optional(),
		params: z.unknown(),
		returnurl: text.refine(isReturnAddress, 'must be a complete address').optional(),
	}),
);

export type SubscribeRequest = z.output<typeof subscribeRequest>;

/** Also an app's, such as `myapp://back`, but nothing that a browser would run. */
export function isReturnAddress(address: string): boolean {
	return URL.canParse(address) && !/^(javascript|data|vbscript):$/.test(new URL(address).protocol);
}

function withoutEmpty(body: unknown): unknown {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
	const sent = Object.entries(body).filter(([, value]) => value !== null && value !== '');
	return Object.fromEntries(sent);
}

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const entry = z.object({ name: z.string().min(1), value: scalar });
const entries = z.union([
	z.array(entry),
	z
		.record(scalar)
		.transform((values) => Object.entries(values).map(([name, value]) => ({ name, value }))),
]);

export type NameValue = z.output<typeof entry>;

/**
 * Field `params` of subscribe. The contract says string and "list of name/value entries": a list, an
 * object, either of them as JSON text, or `name=value` joined by `&` or `;`.
 */
export function readParams(params: unknown): NameValue[] {
	const parsed = entries.safeParse(typeof params === 'string' ? readText(params.trim()) : params);
	if (parsed.success) return parsed.data;
	throw invalid('params: must be name/value entries', 'params');
}

function readText(params: string): unknown {
	try {
		if (/^[[{]/.test(params)) return JSON.parse(params);
		return params.split(/[&;]/).map((pair) => {
			const [name = '', ...rest] = pair.split('=');
			return rest.length > 0 && { name: name.trim(), value: decodeURIComponent(rest.join('=')) };
		});
	} catch {
		return undefined;
	}
}
