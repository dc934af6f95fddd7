import { z } from 'zod';
import type { Outcomes } from './outcome';
import type { PlatformRecord } from './records';
import { saysItFailed } from './refusal';
import type { Service } from './service';
import { isSigned, signatureOf } from './signature';
import { isoOfUnixSeconds, unixSecondsOf } from './times';

/** true and false, also as the text in which one sample of the contract shows them. */
const flag = z
	.union([z.boolean(), z.string().transform((text) => text.trim().toLowerCase())])
	.transform((value) =>
		value === true || value === 'true'
			? true
			: value === false || value === 'false'
				? false
				: undefined,
	);

const statusAnswer = z.object({ active: flag, valid: flag }).passthrough();

/** The four cases of `active` and `valid` (contract, “Subscription identification”, Outcomes). */
export const statusOutcomes = {
	noSubscription: {
		name: 'No Subscription',
		nextStep: 'There is no subscription. Start a payment.',
	},
	renewalPending: {
		name: 'Renewal Pending',
		nextStep: 'The renewal is not paid yet. Wait for the payment; do not start another.',
	},
	alreadyPaid: {
		name: 'Already Paid',
		nextStep: 'The customer has paid already. Let them in.',
	},
	active: {
		name: 'Active',
		nextStep: 'The subscription is active and valid. Let the customer in; do not subscribe again.',
	},
	unknown: {
		name: 'Other',
		nextStep:
			'The platform did not say whether the subscription is active and valid: see the answer.',
	},
} as const satisfies Outcomes;

export const returnOutcomes = {
	subscribed: {
		name: 'Subscribed',
		nextStep: 'The customer has a valid subscription. Let them in.',
	},
	notSubscribed: {
		name: 'Not Subscribed',
		nextStep: 'The customer has no valid subscription. Start a payment.',
	},
	notGenuine: {
		name: 'Not Genuine',
		nextStep:
			'This did not come from the platform, or is too old: see reason. Do not let anybody in.',
	},
} as const satisfies Outcomes;

/** The fields of an identification request; signed when the service has a signature key. `now` in Unix milliseconds. */
export function identificationFields(
	fields: Record<string, string>,
	service: Service,
	now: number,
): Record<string, string> {
	const unsigned = { ...fields, timestamp: unixSecondsOf(now) };
	return service.signingSecret === ''
		? unsigned
		: { ...unsigned, sign: signatureOf(unsigned, service) };
}

/**
 * Reads the answer of the identification: `active` and `valid` become booleans, the expiry is added as ISO time.
 * Undefined when it is no record.
 */
export function readStatusAnswer(
	body: unknown,
): { outcome: keyof typeof statusOutcomes; record: PlatformRecord } | undefined {
	const plain = z.record(z.unknown()).safeParse(body);
	if (!plain.success || saysItFailed(body)) return undefined;
	const expirationDateIso = isoOfUnixSeconds(plain.data.expirationdate);
	const withExpiry = { ...plain.data, ...(expirationDateIso && { expirationDateIso }) };
	const read = statusAnswer.safeParse(plain.data);
	if (!read.success) return { outcome: 'unknown', record: withExpiry };
	const { active, valid } = read.data;
	if (active === undefined || valid === undefined)
		return { outcome: 'unknown', record: withExpiry };
	const outcome = active
		? valid
			? 'active'
			: 'renewalPending'
		: valid
			? 'alreadyPaid'
			: 'noSubscription';
	return { outcome, record: { ...withExpiry, active, valid } };
}

/**
 * The address that identifies a customer by a redirect of their browser (contract, “Subscription identification by
 * redirect”).
 *
 * @param returnUrl where they come back to; its own query comes back too
 */
export function identificationLink(
	baseUrl: string,
	request: { apikey: string; returnurl: string },
	service: Service,
	now: number,
): string {
	const query = new URLSearchParams(identificationFields(request, service, now));
	return `${baseUrl}/payment/pages/subIdentify.jsf?${query.toString()}`;
}

export interface IdentificationReturn {
	outcome: keyof typeof returnOutcomes;
	userId?: string;
	reason?: string;
}

/**
 * Says whether a customer who came back has a valid subscription: they have when `userid` came back. Checks its age
 * and lets a clock up to a minute ahead pass; the signature is checked elsewhere.
 *
 * @param query the parameters as they came, already percent-decoded
 * @param maxAge seconds
 * @param now Unix milliseconds
 */
export function readIdentificationReturn(
	query: Record<string, string>,
	maxAge: number,
	now: number,
): IdentificationReturn {
	const refused = (reason: string) => ({ outcome: 'notGenuine' as const, reason });
	const { timestamp = '', userid = '' } = query;
	if (!/^\d{1,12}$/.test(timestamp)) return refused('The timestamp is missing or no Unix time');
	const age = now / 1000 - Number(timestamp);
	if (age > maxAge) return refused(`It is ${Math.round(age)} seconds old`);
	if (age < -60) return refused(`Its timestamp is ${Math.round(-age)} seconds in the future`);
	return userid === '' ? { outcome: 'notSubscribed' } : { outcome: 'subscribed', userId: userid };
}

/**
 * As `readIdentificationReturn`, with the signature checked first when the service has a signature key; without one
 * anybody can make up a return, and `signatureChecked` says so.
 */
export function verifyIdentificationReturn(
	query: Record<string, string>,
	service: Service,
	maxAge: number,
	now: number,
): IdentificationReturn & { signatureChecked: boolean } {
	const signatureChecked = service.signingSecret !== '';
	if (signatureChecked && !isSigned(query, service)) {
		const reason = query.sign ? 'The signature is wrong' : 'The signature is missing';
		return { outcome: 'notGenuine', signatureChecked, reason };
	}
	return { ...readIdentificationReturn(query, maxAge, now), signatureChecked };
}
