import { flagIn, isObject, type Outcomes, type PlatformRecord, type Refusal } from './answer';
import { identificationNames } from './customerReturn';
import { entriesOfJson, maxParameters, readingsOfText, readingsOfValues } from './delivery';
import { normalizeReturnUrl } from './identifiers';
import { InputError, tried } from './input';
import type { Service } from './service';
import { type Entries, withSignature } from './signature';
import { isoOfUtcTime, unixSecondsOf } from './times';
import { readRefusal, verdictOn } from './verdict';

/** The four cases of `active` and `valid` (contract, “Subscription identification”, Outcomes). */
export const statusOutcomes = {
	noSubscription: 'Inactive',
	renewalPending: 'Renewal Due',
	alreadyPaid: 'Already Paid',
	active: 'Active',
	unknown: 'Other',
} as const satisfies Outcomes;

/** The fields of an identification request; signed when the service has a signature key. `now` in Unix milliseconds. */
export function identificationFields(
	fields: Record<string, string>,
	service: Service,
	now: number,
): Record<string, string> {
	return withSignature({ ...fields, timestamp: unixSecondsOf(now) }, service);
}

/** An answer without any of these says nothing of a customer (contract, “Subscription identification”, Response fields). */
const statusFields = ['active', 'valid', 'msisdn', 'operator', 'expirationdate', 'userid'];

/**
 * Reads the answer of the identification. With a status that refuses, `active` and `valid` say nothing of the customer
 * (public facts, “Identification answer”). Undefined when it is no answer.
 */
export function readStatusAnswer(
	body: unknown,
):
	| { outcome: keyof typeof statusOutcomes; record: PlatformRecord }
	| { refused: Refusal }
	| undefined {
	const verdict = verdictOn(body);
	if (verdict === 'refused') return { refused: readRefusal(body) };
	if (!isObject(body) || verdict !== 'ok' || !statusFields.some((name) => name in body)) {
		return undefined;
	}
	const [active, valid] = [flagIn(body.active), flagIn(body.valid)];
	if (active === undefined || valid === undefined) return { outcome: 'unknown', record: body };
	const outcome = active
		? ({ true: 'active', false: 'renewalPending' } as const)
		: ({ true: 'alreadyPaid', false: 'noSubscription' } as const);
	return { outcome: outcome[`${valid}`], record: body };
}

/** The record of an identification, `active` and `valid` as booleans and `expirationdate` as an ISO time where they can be read. */
export function refineStatus(record: PlatformRecord): PlatformRecord {
	const read = {
		active: flagIn(record.active),
		valid: flagIn(record.valid),
		expirationdate: isoOfUtcTime(record.expirationdate),
	};
	const readable = Object.entries(read).filter(([, value]) => value !== undefined);
	return { ...record, ...Object.fromEntries(readable) };
}

/**
 * The platform's pages to which a customer is redirected: for their subscription (contract, “Subscription
 * identification by redirect”), or for who they are (public facts, “Identify a user”).
 */
export type IdentificationPage = 'subIdentify' | 'userIdentify';

/** The address that identifies a customer by a redirect. */
export function identificationLink(
	baseUrl: string,
	page: IdentificationPage,
	request: { apikey: string; returnurl: string },
	service: Service,
	now: number,
): string {
	const query = new URLSearchParams(identificationFields(request, service, now));
	return `${baseUrl}/payment/pages/${page}.jsf?${query.toString()}`;
}

const asReceived = 'Pass the query unchanged, {{ $json.query }} of the webhook.';

/**
 * Reads query parameters, as an object or as text (`a=1&b=2`, with or without a leading `?`). Values keep their
 * exact text, because signatures are made over it; null is absent, and a list is a name that came several times.
 *
 * @returns one reading or several, as `readingsOf` gives them
 * @throws InputError for a value that is no text, and for anything else
 */
export function readQuery(value: unknown): Entries[] {
	const text = (typeof value === 'string' ? value : JSON.stringify(value ?? null)).trim();
	const isQuery = typeof value === 'string' && text !== '' && !text.startsWith('{');
	const readings = tried(() =>
		isQuery ? readingsOfText(text) : readingsOfValues(entriesOfJson(text)),
	);
	if (!readings) throw new InputError('must be the query of a return', asReceived);
	if ((readings[0]?.length ?? 0) <= maxParameters) return readings;
	throw new InputError(`has more than ${maxParameters} parameters`, asReceived);
}

/**
 * Reads the Return URL of an identification link.
 *
 * @throws InputError for a parameter with a name that the platform uses in returns
 */
export function readReturnUrl(value: unknown): string {
	const address = normalizeReturnUrl(value);
	const names = [...new URL(address).searchParams.keys()];
	const taken = names.find((name) => identificationNames.includes(name));
	if (taken === undefined) return address;
	throw new InputError(
		`must not have the parameter “${taken}”, which the platform adds`,
		'Rename the parameter of your Return URL.',
	);
}
