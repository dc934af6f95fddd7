import { z } from 'zod';
import { serviceKey } from '../gifting/fields';

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
	return Object.fromEntries(
		Object.entries(body).filter(([, value]) => value !== null && value !== ''),
	);
}
