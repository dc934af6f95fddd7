import { isObject, type Outcomes, type PlatformRecord, type Refusal } from './answer';
import { readRefusal, verdictOn } from './verdict';
import type { Service } from './service';
import { withSignature } from './signature';
import { isoOfUtcTime, unixSecondsOf } from './times';

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

/** true and false, also as the text in which one sample of the contract shows them. */
export function flagIn(value: unknown): boolean | undefined {
	const text = String(value).trim().toLowerCase();
	return text === 'true' || text === 'false' ? text === 'true' : undefined;
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
