import {
	isObject,
	readRefusal,
	verdictOn,
	type Outcomes,
	type PlatformRecord,
	type Refusal,
} from './answer';
import { InputError, tried } from './input';
import { signersOf, type Service } from './service';
import { isSigned, withSignature } from './signature';
import { isoOfUnixSeconds, millisecondsOfUnixTime, unixSecondsOf } from './times';

/** The four cases of `active` and `valid` (contract, “Subscription identification”, Outcomes). */
export const statusOutcomes = {
	noSubscription: {
		name: 'Inactive',
		nextStep: 'There is no subscription. Start a payment.',
	},
	renewalPending: {
		name: 'Renewal Due',
		nextStep: 'The renewal is not paid yet. Wait for the payment and do not start another.',
	},
	alreadyPaid: {
		name: 'Already Paid',
		nextStep: 'The customer has already paid. Grant access.',
	},
	active: {
		name: 'Active',
		nextStep: 'The subscription is active and valid. Grant access and do not subscribe again.',
	},
	unknown: {
		name: 'Other',
		nextStep:
			'The platform did not say whether the subscription is active and valid. See the item.',
	},
} as const satisfies Outcomes;

export const returnOutcomes = {
	subscribed: {
		name: 'Subscribed',
		nextStep: 'The customer has a valid subscription. Grant access.',
	},
	unverified: {
		name: 'Unverified',
		nextStep:
			'Without a signature key anyone can forge this return. Check with Subscription: Check Status before granting access.',
	},
	notSubscribed: {
		name: 'Unsubscribed',
		nextStep: 'The customer has no valid subscription. Start a payment.',
	},
	notGenuine: {
		name: 'Not Genuine',
		nextStep: 'The return is forged or too old: see reason. Do not grant access.',
	},
} as const satisfies Outcomes;

/** The fields of an identification request; signed when the service has a signature key. `now` in Unix milliseconds. */
export function identificationFields(
	fields: Record<string, string>,
	service: Service,
	now: number,
): Record<string, string> {
	return withSignature({ ...fields, timestamp: unixSecondsOf(now) }, service);
}

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
	if (!isObject(body) || verdict !== 'ok') return undefined;
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
		expirationdate: isoOfUnixSeconds(record.expirationdate),
	};
	const readable = Object.entries(read).filter(([, value]) => value !== undefined);
	return { ...record, ...Object.fromEntries(readable) };
}

/** true and false, also as the text in which one sample of the contract shows them. */
function flagIn(value: unknown): boolean | undefined {
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

interface IdentificationReturn {
	outcome: keyof typeof returnOutcomes;
	userId?: string;
	/** The phone number, or an alias of the customer. */
	msisdn?: string;
	operator?: string;
	/** For a payment with the flow Mobile Data (3G). */
	identificationId?: string;
	reason?: string;
}

/**
 * Says whether a customer who came back has a valid subscription: they have when `userid` came back. Checks its age
 * and accepts a clock up to a minute ahead.
 *
 * @param query percent-decoded
 * @param maxAge seconds
 * @param now Unix milliseconds
 * @param signatureChecked whether its signature was checked; otherwise nobody is “subscribed”
 */
export function readIdentificationReturn(
	query: Record<string, string>,
	maxAge: number,
	now: number,
	signatureChecked: boolean,
): IdentificationReturn {
	const refused = (reason: string) => ({ outcome: 'notGenuine' as const, reason });
	const { timestamp = '', userid = '' } = query;
	const time = millisecondsOfUnixTime(timestamp);
	if (time === undefined) return refused('The timestamp is missing or not a Unix time');
	const age = (now - time) / 1000;
	if (age > maxAge) return refused(`The return is ${Math.round(age)} seconds old`);
	if (age < -60) return refused(`The timestamp is ${Math.round(-age)} seconds in the future`);
	const { msisdn, operator, identid: identificationId } = query;
	const came = Object.entries({ userId: userid, msisdn, operator, identificationId });
	const customer = Object.fromEntries(came.filter(([, value]) => value));
	if (userid === '') return { outcome: 'notSubscribed', ...customer };
	return { outcome: signatureChecked ? 'subscribed' : 'unverified', ...customer };
}

/** Whether a return can only tell who a customer is, which the platform doesn't sign (public facts, “Identify a user”). */
export function isUnsignedVisit({ sign, userid }: Record<string, string>): boolean {
	return !sign && !userid;
}

/**
 * As `readIdentificationReturn`, with the signature checked first: the return does not say which service signed it, so
 * it may be any that has a signature key.
 */
export function verifyIdentificationReturn(
	query: Record<string, string>,
	services: Service[],
	maxAge: number,
	now: number,
): IdentificationReturn & { signatureChecked: boolean } {
	const signers = signersOf(services);
	const signatureChecked = signers.length > 0;
	if (signatureChecked && !signers.some((service) => isSigned(query, service))) {
		const reason = query.sign ? 'The signature is wrong' : 'The signature is missing';
		return { outcome: 'notGenuine', signatureChecked, reason };
	}
	return { ...readIdentificationReturn(query, maxAge, now, signatureChecked), signatureChecked };
}

const asReceived = 'Pass the query unchanged, {{ $json.query }} of the webhook.';

/**
 * Reads query parameters, as an object or as text (`a=1&b=2`, with or without a leading `?`). Values keep their
 * exact text, because signatures are made over it.
 *
 * @throws InputError for a parameter that is given twice or is no text, and for anything else
 */
export function readQuery(value: unknown): Record<string, string> {
	const query: Record<string, string> = {};
	for (const [name, entry] of queryEntriesOf(value)) {
		if (Object.hasOwn(query, name)) {
			throw new InputError(`has the parameter “${name}” more than once`, asReceived);
		}
		const isText = typeof entry === 'string' || Number.isSafeInteger(entry);
		if (!isText) {
			throw new InputError(`has a parameter “${name}” that is not text`, asReceived);
		}
		query[name] = String(entry);
	}
	return query;
}

function queryEntriesOf(value: unknown): [string, unknown][] {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text !== '' && !text.startsWith('{')) return [...new URLSearchParams(text)];
	const query: unknown = text === '' ? value : tried(() => JSON.parse(text) as unknown);
	if (isObject(query)) return Object.entries(query);
	throw new InputError('must be the query of a return', asReceived);
}
