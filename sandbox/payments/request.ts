import { z } from 'zod';

/** Contract, "Limits": at most 32 alphanumeric characters. */
export const serviceKey = z
	.string()
	.regex(/^[A-Za-z0-9]{1,32}$/, 'must be 1 to 32 letters and digits');

const text = z.string();
const optional = text.optional();

/** Body of subscribe: contract, "Subscribe request". */
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
		/** Name/value entries, which the contract shows as a list and as text. */
		params: z.union([text, z.array(z.object({ name: text, value: text }))]).optional(),
		returnurl: text.refine(isReturnAddress, 'must be a complete address').optional(),
	}),
);

export type SubscribeRequest = z.output<typeof subscribeRequest>;

/** An address of the web or of an app, such as `myapp://back`, but no address that a browser would run as a script. */
export function isReturnAddress(address: string): boolean {
	return URL.canParse(address) && !/^(javascript|data|vbscript):$/.test(new URL(address).protocol);
}

/** A parameter that is null or empty was not sent. */
export function withoutEmpty(body: unknown): unknown {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
	const sent = Object.entries(body).filter(([, value]) => value !== null && value !== '');
	return Object.fromEntries(sent);
}
