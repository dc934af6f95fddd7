import type { Outcomes } from './answer';
import { identificationNames, readReturn } from './customerReturn';
import { recordOf } from './delivery';
import { untracked } from './genuine';
import { signersOf, type Service } from './service';
import { signedText, signIn, type Entries } from './signature';
import { millisecondsOfUnixTime } from './times';

export const returnOutcomes = {
	subscribed: 'Subscribed',
	unverified: 'Unverified',
	notSubscribed: 'Unsubscribed',
	notGenuine: 'Not Genuine',
} as const satisfies Outcomes;

/** A copied address is of no use after so many seconds. */
const maxAgeSeconds = 300;

/** What a return must fit. */
interface Expected {
	/** The names of the parameters of the Return URL that the link was made with. */
	ownParameters: string[];
	/** Unix milliseconds. */
	now: number;
}

/** A return and what is known of it. */
interface IdentificationReturn {
	outcome: keyof typeof returnOutcomes;
	userId?: string;
	/** The phone number, or an alias of the customer. */
	msisdn?: string;
	operator?: string;
	/** For a payment by a customer on mobile data. */
	identificationId?: string;
	/** Why it isn't genuine, or proves nothing though it's signed. */
	reason?: string;
	/** The merchant's own. Only a signature over all parameters covers them. */
	parameters: Record<string, string>;
	/** Whether its signature was checked; otherwise nobody is “subscribed”. */
	signatureChecked: boolean;
	raw: Record<string, string>;
}

/**
 * Says whether a customer who came back has a valid subscription: they have when `userid` came back. Checks its
 * signature, over all parameters or the platform's own, and its age; accepts a clock up to a minute ahead.
 *
 * @param services without a signature key nothing is checked but the age
 */
export function readIdentificationReturn(
	readings: Entries[],
	services: Service[],
	expected: Expected,
): IdentificationReturn {
	const call = readReturn(readings, services, 'identificationReturn');
	const { signed, entries, fields, others, odd, customer, raw } = call;
	const { userid } = fields;
	const sign = signIn(entries);
	// Who a customer is, the platform tells without a signature (public facts, “Identify a user”).
	const signatureChecked = signersOf(services).length > 0 && (sign !== '' || !!userid);
	const isExpected = ([name]: [string, string]) => expected.ownParameters.includes(name);
	const about = { parameters: recordOf(others.filter(isExpected)), signatureChecked, raw };
	const isForged = signatureChecked && !signed;
	const forged = sign === '' ? missing : wrong;
	const time = odd.includes('timestamp') ? undefined : fields.timestamp;
	const reason = isForged ? forged : timeTrouble(time, expected);
	if (reason !== undefined) return { outcome: 'notGenuine', reason, ...about };
	if (!userid) return { outcome: 'notSubscribed', ...customer, ...about };
	const doubt =
		signed && (linkTrouble(others, odd, expected) ?? textTrouble(signed.covered, userid));
	const outcome = signed && !doubt ? 'subscribed' : 'unverified';
	return { outcome, ...(doubt && { reason: doubt }), ...customer, ...about };
}

const [missing, wrong] = ['The signature is missing', 'The signature is wrong'];

/** Whether a reason is that the signature is missing or wrong. */
export function isSignatureTrouble(reason: string): boolean {
	return reason === missing || reason === wrong;
}

/** Why a signed return isn't the link's. @param odd the platform's parameters with a value that it doesn't send */
function linkTrouble(others: Entries, [odd]: string[], { ownParameters }: Expected) {
	const names = untracked(others).map(([name]) => name);
	const isLinks =
		names.every((name) => ownParameters.includes(name)) &&
		ownParameters.every((name) => names.includes(name));
	if (!isLinks)
		return "The parameters are not those of the link's Return URL: see 'Own Parameters'";
	return odd ? `The platform does not send such a value of “${odd}”` : undefined;
}

/** A Unix time from 2023 to 2033, in seconds or milliseconds. */
const someTime = /1[7-9]\d{8}/;
const lastTime = /1[7-9]\d{8}(\d{3})?$/;

/**
 * Why somebody may have made a proof of a subscription out of another call that they saw, because the signature joins
 * values: out of a payment's return, which names a status; out of the return of somebody without a subscription, which
 * ends with its time, or with an own parameter whose name sorts behind it. The other call may be old: somebody may have
 * put a later time into it, and waited.
 */
function textTrouble(covered: Entries, userid: string): string | undefined {
	const isBehind = ([name]: [string, string]) => name > 'timestamp' && name !== 'userid';
	const holdsTime = ([name, value]: [string, string]) =>
		!identificationNames.includes(name) && someTime.test(value);
	const isOdd = covered.some((entry) => isBehind(entry) || holdsTime(entry));
	return lastTime.test(userid) || isOdd || /success|failed|canceled/i.test(signedText(covered))
		? 'The same signature fits a call that says something else'
		: undefined;
}

function timeTrouble(timestamp = '', { now }: Expected): string | undefined {
	const time = millisecondsOfUnixTime(timestamp);
	if (time === undefined) return 'The timestamp is missing or not a Unix time';
	const ageSeconds = (now - time) / 1000;
	if (ageSeconds > maxAgeSeconds) return `The return is ${Math.round(ageSeconds)} seconds old`;
	return ageSeconds < -60
		? `The timestamp is ${Math.round(-ageSeconds)} seconds in the future`
		: undefined;
}
