import type { Outcomes } from './answer';
import { readReturn } from './customerReturn';
import { recordOf } from './delivery';
import { untracked } from './genuine';
import { signersOf, type Service } from './service';
import { signIn, type Entries } from './signature';
import { millisecondsOfUnixTime } from './times';

export const returnOutcomes = {
	unverified: 'Unverified',
	notSubscribed: 'Unsubscribed',
	notGenuine: 'Not Genuine',
} as const satisfies Outcomes;

/** A copied address is of no use after so many seconds. */
const maxAgeSeconds = 300;

/** A return and what is known of it. */
interface IdentificationReturn {
	outcome: keyof typeof returnOutcomes;
	/** Why it isn't genuine. */
	reason?: string;
	/** The fields of the call; `msisdn` is a phone number or an alias, `parameters` are those of the Return URL. */
	unproven?: {
		userId?: string;
		msisdn?: string;
		operator?: string;
		identificationId?: string;
		parameters: Record<string, string>;
	};
	/** Whether its signature was checked. */
	signatureChecked: boolean;
	raw: Record<string, string>;
}

/**
 * Reads the return of a customer, who claims a valid subscription by `userid`. Checks its signature, over all parameters
 * or the platform's own, and its age; accepts a clock up to a minute ahead. The signature joins values without names, so
 * it never proves which user came back: that user's status tells whether there is a subscription.
 *
 * @param services without a signature key nothing is checked but the age
 * @param now Unix milliseconds
 */
export function readIdentificationReturn(
	readings: Entries[],
	services: Service[],
	now: number,
): IdentificationReturn {
	const call = readReturn(readings, services, 'identificationReturn');
	const { signed, entries, fields, others, customer, raw } = call;
	const sign = signIn(entries);
	// The platform tells who a customer is without a signature (public facts, “Identify a user”).
	const signatureChecked = signersOf(services).length > 0 && (sign !== '' || !!fields.userid);
	const about = { signatureChecked, raw };
	const isForged = signatureChecked && !signed;
	const forged = sign === '' ? missing : wrong;
	const reason = isForged ? forged : timeTrouble(fields.timestamp, now);
	if (reason !== undefined) return { outcome: 'notGenuine', reason, ...about };
	const outcome = fields.userid ? 'unverified' : 'notSubscribed';
	const parameters = recordOf(untracked(others));
	return { outcome, unproven: { ...customer, parameters }, ...about };
}

const [missing, wrong] = ['The signature is missing', 'The signature is wrong'];

/** Whether a reason is that the signature is missing or wrong. */
export function isSignatureTrouble(reason: string): boolean {
	return reason === missing || reason === wrong;
}

function timeTrouble(timestamp = '', now: number): string | undefined {
	const time = millisecondsOfUnixTime(timestamp);
	if (time === undefined) return 'The timestamp is missing or not a Unix time';
	const ageSeconds = (now - time) / 1000;
	if (ageSeconds > maxAgeSeconds) return `The return is ${Math.round(ageSeconds)} seconds old`;
	return ageSeconds < -60
		? `The timestamp is ${Math.round(-ageSeconds)} seconds in the future`
		: undefined;
}
