import { isObject, textIn } from '../platform/answer';
import type { CountryCode } from '../libraries/libphonenumber';
import { customerNumber, isFrom } from './countries';
import type { LanguageHints } from './languages';
import type { Flow, Offer } from './offer';

/** The values that a page reads from a browser's request. */
interface Visit extends Pick<Offer, 'customer' | 'typed' | 'returned' | 'ownAddress'> {
	/** The page to show, or `submitted` when the request names a customer to act on. */
	outcome: 'form' | 'submitted' | 'wrongNumber' | 'otherCountry' | 'noSubscription' | 'notFound';
	/** The visitor's address, as the proxy in front of n8n sets it; without `X-Forwarded-For`, the customer. */
	address: string;
}

type Request = Record<string, unknown>;

/** The values of `status` that the platform adds to the address of a return; '' before a return. */
const returnStatuses = ['', 'success', 'failed', 'canceled'];

/** In characters: the longest IPv6 address has 45. */
const maxAddressLength = 45;
/** In characters. */
const maxUserIdLength = 100;
/** In characters, as typed with spaces and brackets. */
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
 * @param proxies how many proxies stand in front of n8n: each adds an address to `X-Forwarded-For`, and a visitor can
 * forge the addresses before those
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
		? emptyIfLonger(maxUserIdLength, textIn(query?.customer) ?? '')
		: customerNumber(emptyIfLonger(maxNumberLength, typed), countries, home);
	const forwarded = textIn(headers?.['x-forwarded-for'])?.split(',').at(-proxies)?.trim();
	const returned = query?.status === undefined ? '' : String(query.status);
	return {
		outcome: isGuard
			? guardOutcome(customer, returned)
			: formOutcome(customer, body?.phone, flow === 'sell' ? countries : []),
		customer,
		typed: typed.slice(0, maxNumberLength),
		address: (forwarded ?? (isGuard ? customer : typed)).slice(0, maxAddressLength),
		returned: returnStatuses.includes(returned) ? returned : '',
		ownAddress: textIn(request.webhookUrl) ?? '',
	};
}

function guardOutcome(customer: string, returned: string): Visit['outcome'] {
	if (!returnStatuses.includes(returned)) return 'notFound';
	return customer === '' ? 'noSubscription' : 'submitted';
}

/** @param countries in which the page sells; empty for all, because a subscription can be canceled from anywhere */
function formOutcome(customer: string, phone: unknown, countries: CountryCode[]): Visit['outcome'] {
	if (phone === undefined) return 'form';
	if (customer === '') return 'wrongNumber';
	return countries.length === 0 || isFrom(countries, customer) ? 'submitted' : 'otherCountry';
}

/** The text, or '' if it's too long: a cut number or ID could be that of another customer. */
function emptyIfLonger(maxLength: number, text: string): string {
	return text.length > maxLength ? '' : text;
}
