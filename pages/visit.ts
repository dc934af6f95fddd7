import { isObject, textIn } from '../platform/answer';
import type { Flow } from './offer';

/** What a browser asks for. */
export interface Visit {
	/** What the visit is: a page by its name, or `submitted` when there is somebody to act on. */
	outcome: 'form' | 'submitted' | 'wrongNumber' | 'noSubscription' | 'notFound';
	/** The phone number in digits, or the user ID; '' if none. */
	customer: string;
	typed: string;
	/** Where the visitor is, as the proxy in front of n8n says; without one, who they are. */
	address: string;
	/** What a return from payment says: `success`, `failed`, `canceled` or ''. */
	returned: string;
	/** The languages of the link and of the browser. */
	link: string;
	browser: string;
	/** The address that was opened. */
	ownAddress: string;
}

type Request = Record<string, unknown>;

/** What the platform adds to the address of a return. */
const results = ['', 'success', 'failed', 'canceled'];

const longestAddress = 45;
const longestUserId = 100;
/** A number has 15 digits at most. */
const longestNumber = 16;

/**
 * Reads what a Webhook node got.
 *
 * @param proxies how many stand in front of n8n: each adds an address to `X-Forwarded-For`, and what stands before them,
 * a visitor can write
 */
export function readVisit(flow: Flow, request: Request, proxies: number): Visit {
	const [query, body, headers] = [request.query, request.body, request.headers].map(
		(part): Request => (isObject(part) ? part : {}),
	);
	const typed = (textIn(body?.phone) ?? textIn(query?.phone) ?? '').slice(0, 40);
	const isGuard = flow === 'guard';
	const customer = isGuard
		? (textIn(query?.customer) ?? '').slice(0, longestUserId)
		: digitsOf(typed);
	const forwarded = textIn(headers?.['x-forwarded-for'])?.split(',').at(-proxies)?.trim();
	const returned = query?.status === undefined ? '' : String(query.status);
	return {
		outcome: isGuard ? knock(customer, returned) : submission(customer, body?.phone),
		customer,
		typed,
		address: (forwarded ?? (isGuard ? customer : typed)).slice(0, longestAddress),
		returned: results.includes(returned) ? returned : '',
		link: textIn(query?.lang) ?? '',
		browser: textIn(headers?.['accept-language']) ?? '',
		ownAddress: textIn(request.webhookUrl) ?? '',
	};
}

function knock(customer: string, returned: string): Visit['outcome'] {
	if (!results.includes(returned)) return 'notFound';
	return customer === '' ? 'noSubscription' : 'submitted';
}

function submission(customer: string, phone: unknown): Visit['outcome'] {
	if (phone === undefined) return 'form';
	return customer === '' ? 'wrongNumber' : 'submitted';
}

/**
 * All spellings of a number count as one: `+43 (0) 660…`, `0043 660…`. Whether it's a number, the node that sends it says:
 * without its leading 0, a national one would be another country's.
 */
function digitsOf(typed: string): string {
	return typed
		.replace('(0)', '')
		.replace(/\D/g, '')
		.replace(/^(00)+/, '')
		.slice(0, longestNumber);
}
