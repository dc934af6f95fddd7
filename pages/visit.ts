import { isObject, textIn } from '../platform/answer';
import type { CountryCode } from '../libraries/libphonenumber';
import { customerNumber, isFrom } from './countries';
import type { LanguageHints } from './languages';
import type { Flow, Offer } from './offer';

/** The request of a browser. A return names one of the platform's statuses, or ''. */
export interface Visit extends Pick<Offer, 'customer' | 'typed' | 'returned' | 'ownAddress'> {
	/** The kind of visit: a page by its name, or `submitted` when there is somebody to act on. */
	outcome: 'form' | 'submitted' | 'wrongNumber' | 'otherCountry' | 'noSubscription' | 'notFound';
	/** The visitor's address, as the proxy in front of n8n says; without a proxy, the customer. */
	address: string;
}

type Request = Record<string, unknown>;

/** The parameters that the platform adds to the address of a return. */
const results = ['', 'success', 'failed', 'canceled'];

const maxAddressLength = 45;
const maxUserIdLength = 100;
/** As typed, with spaces and brackets. */
const maxNumberLength = 40;

const partsOf = (request: Request) =>
	[request.query, request.body, request.headers].map((part): Request =>
		isObject(part) ? part : {},
	);

/** The languages of the link and of the browser. */
export function hintsIn(request: Request): Omit<LanguageHints, 'setting'> {
	const [query, , headers] = partsOf(request);
	return {
		link: textIn(query?.lang) ?? '',
		browser: textIn(headers?.['accept-language']) ?? '',
	};
}

/**
 * Reads what a Webhook node got.
 *
 * @param proxies how many stand in front of n8n: each adds an address to `X-Forwarded-For`, and what stands before them,
 * a visitor can write
 * @param countries of customers; empty for all
 * @param home the country of the page, or ''
 */
export function readVisit(
	flow: Flow,
	request: Request,
	proxies: number,
	countries: CountryCode[] = [],
	home = '',
): Visit {
	const [query, body, headers] = partsOf(request);
	const typed = textIn(body?.phone) ?? textIn(query?.phone) ?? '';
	const isGuard = flow === 'guard';
	const customer = isGuard
		? upTo(maxUserIdLength, textIn(query?.customer) ?? '')
		: customerNumber(upTo(maxNumberLength, typed), countries, home);
	const forwarded = textIn(headers?.['x-forwarded-for'])?.split(',').at(-proxies)?.trim();
	const returned = query?.status === undefined ? '' : String(query.status);
	return {
		outcome: isGuard
			? guardOutcome(customer, returned)
			: formOutcome(customer, body?.phone, flow === 'sell' ? countries : []),
		customer,
		typed: typed.slice(0, maxNumberLength),
		address: (forwarded ?? (isGuard ? customer : typed)).slice(0, maxAddressLength),
		returned: results.includes(returned) ? returned : '',
		ownAddress: textIn(request.webhookUrl) ?? '',
	};
}

function guardOutcome(customer: string, returned: string): Visit['outcome'] {
	if (!results.includes(returned)) return 'notFound';
	return customer === '' ? 'noSubscription' : 'submitted';
}

/** @param countries to which it's sold; empty for all, as a subscription is canceled from anywhere */
function formOutcome(customer: string, phone: unknown, countries: CountryCode[]): Visit['outcome'] {
	if (phone === undefined) return 'form';
	if (customer === '') return 'wrongNumber';
	return countries.length === 0 || isFrom(countries, customer) ? 'submitted' : 'otherCountry';
}

/** A part of a text is another number, and another user. */
function upTo(maxLength: number, text: string): string {
	return text.length > maxLength ? '' : text;
}
