import { flagIn, type Outcomes } from './answer';
import { recordOf } from './delivery';
import { ownIn, signedReading, untracked } from './genuine';
import { type Service, signersOf } from './service';
import type { Entries } from './signature';
import { millisecondsOfUnixTime } from './times';

/** The parameters that the platform adds to a return URL, and their names on items; empty for those that no item has. */
const names = {
	/** Public facts, “Return redirect after a payment”. */
	paymentReturn: {
		status: '',
		trid: 'transactionId',
		reference: 'clientReference',
		msisdn: 'msisdn',
		userid: 'userId',
		operator: 'operator',
		subscriptionid: 'subscriptionId',
		activesub: 'activeSubscription',
		validsub: 'validSubscription',
		timestamp: 'timeReturned',
		sign: '',
	},
	/** Contract, “Subscription identification by redirect”; public facts, “Identify a user”. */
	identificationReturn: {
		userid: 'userId',
		timestamp: '',
		sign: '',
		msisdn: 'msisdn',
		operator: 'operator',
		identid: 'identificationId',
	},
};

export const identificationNames = Object.keys(names.identificationReturn);

/**
 * Reads a return of a customer, which doesn't say which service signed it. `fields` are the platform's parameters by its
 * names, `customer` by those of items; `others` are the merchant's, which only a signature over all of them covers.
 */
function readReturn(readings: Entries[], services: Service[], kind: keyof typeof names) {
	const own = Object.keys(names[kind]);
	const signed = signedReading(readings, { services, own });
	const entries = signed ?? readings[0] ?? [];
	const platforms = ownIn(entries, own);
	const others = entries.filter((entry) => !platforms.includes(entry));
	const fields = recordOf(platforms);
	const known = Object.entries(names[kind]).flatMap(([name, called]) =>
		called && fields[name] ? [[called, fields[name]]] : [],
	);
	const customer = Object.fromEntries(known) as Record<string, string>;
	return { signed, fields, others, customer, raw: recordOf(entries) };
}

const statuses = ['success', 'failed', 'canceled'] as const;

/** Reads a return, signed or not. It is a hint for the customer's page, never proof of payment. */
export function readPaymentReturn(readings: Entries[], services: Service[]) {
	const call = readReturn(readings, services, 'paymentReturn');
	const { signed, fields, others, customer, raw } = call;
	const { transactionId, timeReturned, activeSubscription, validSubscription, ...more } = customer;
	const time = millisecondsOfUnixTime(timeReturned ?? '');
	const status = fields.status?.trim().toLowerCase();
	return {
		status: statuses.find((known) => known === status) ?? ('unknown' as const),
		...(transactionId && { transactionId }),
		...more,
		// Whether the customer was subscribed before.
		...(activeSubscription && { activeSubscription: flagIn(activeSubscription) }),
		...(validSubscription && { validSubscription: flagIn(validSubscription) }),
		...(time !== undefined && { timeReturned: new Date(time).toISOString() }),
		parameters: recordOf(others),
		signatureChecked: signed !== undefined,
		raw,
	};
}

export const returnOutcomes = {
	unverified: 'Unverified',
	notSubscribed: 'Unsubscribed',
	notGenuine: 'Not Genuine',
} as const satisfies Outcomes;

interface IdentificationReturn {
	outcome: keyof typeof returnOutcomes;
	reason?: string;
	/** The fields of the call; `msisdn` is a phone number or an alias, `parameters` are those of the Return URL. */
	unproven?: {
		userId?: string;
		msisdn?: string;
		operator?: string;
		identificationId?: string;
		parameters: Record<string, string>;
	};
	signatureChecked: boolean;
	raw: Record<string, string>;
}

interface ReturnFacts {
	/** Whether a signature is needed, and none was right. */
	isForged: boolean;
	/** Empty for an unsigned call. */
	sign: string;
	/** Seconds since its timestamp; NaN where that can't be read. */
	ageSeconds: number;
}

const [missing, wrong] = ['The signature is missing', 'The signature is wrong'];

/** Seconds after which a returned address is refused, and by which a clock may be ahead. */
const [maxAgeSeconds, maxAheadSeconds] = [300, 60];

/**
 * The reason to refuse a return; undefined for a genuine one. The first line that fits decides:
 *
 * | attack                                       | example                                     | reason              |
 * | -------------------------------------------- | ------------------------------------------- | ------------------- |
 * | a link without a signature, typed by anyone  | `?userid=customer-4711`                     | missing signature   |
 * | another customer's user ID in a signed link  | `?userid=customer-4712&sign=…` of another   | wrong signature     |
 * | a link that never gets old                   | `?userid=customer-4711&timestamp=never`     | unreadable timestamp |
 * | a link copied from a browser history         | a timestamp of an hour ago                  | too old             |
 * | a link made to last longer                   | a timestamp of tomorrow                     | in the future       |
 */
function faultIn({ isForged, sign, ageSeconds }: ReturnFacts): string | undefined {
	if (isForged) return sign === '' ? missing : wrong;
	if (Number.isNaN(ageSeconds)) return 'The timestamp is missing or not a Unix time';
	if (ageSeconds > maxAgeSeconds) return `The return is ${Math.round(ageSeconds)} seconds old`;
	const aheadSeconds = -ageSeconds;
	return aheadSeconds > maxAheadSeconds
		? `The timestamp is ${Math.round(aheadSeconds)} seconds in the future`
		: undefined;
}

/**
 * Reads the return of a customer, who claims a subscription by `userid`, and checks signature and age. The signature
 * never proves which user came back: that user's status tells. Without a signing service only the age is checked.
 */
export function readIdentificationReturn(
	readings: Entries[],
	services: Service[],
	now: number,
): IdentificationReturn {
	const call = readReturn(readings, services, 'identificationReturn');
	const { signed, fields, others, customer, raw } = call;
	const { sign = '' } = fields;
	// The platform identifies a customer without a signature (public facts, “Identify a user”).
	const signatureChecked = signersOf(services).length > 0 && (sign !== '' || !!fields.userid);
	const time = millisecondsOfUnixTime(fields.timestamp ?? '') ?? NaN;
	const isForged = signatureChecked && !signed;
	const reason = faultIn({ isForged, sign, ageSeconds: (now - time) / 1000 });
	if (reason !== undefined) return { outcome: 'notGenuine', reason, signatureChecked, raw };
	const outcome = fields.userid ? 'unverified' : 'notSubscribed';
	const unproven = { ...customer, parameters: recordOf(untracked(others)) };
	return { outcome, unproven, signatureChecked, raw };
}

export function isSignatureTrouble(reason: string): boolean {
	return reason === missing || reason === wrong;
}
