import { recordOf } from './delivery';
import { signedCall, type SignedCall } from './genuine';
import { signersOf, type Service } from './service';
import type { Entries } from './signature';

/** What the platform adds to a return URL, and what an item calls it; empty for what no item has. */
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

/** A customer's return. */
interface CustomerReturn {
	/** Undefined where no signature was right. */
	signed?: SignedCall;
	entries: Entries;
	/** The platform's own parameters, by its names. */
	fields: Record<string, string>;
	/** The merchant's. Only a signature over all parameters covers them. */
	others: Entries;
	/** The platform's parameters, as items call them. */
	customer: Record<string, string>;
	raw: Record<string, string>;
}

/** Reads a return of a customer. The return doesn't say which service signed it: any that has a signature key may. */
export function readReturn(
	readings: Entries[],
	services: Service[],
	kind: keyof typeof names,
): CustomerReturn {
	const signers = signersOf(services);
	const ownOf = (entries: Entries) => splitReturn(entries, kind).own;
	const signed = signedCall(readings, () => signers, ownOf);
	const entries = signed?.entries ?? readings[0] ?? [];
	const { own, others } = splitReturn(entries, kind);
	const fields = recordOf(own);
	const known = Object.entries(names[kind]).flatMap(([name, called]) =>
		called && fields[name] ? [[called, fields[name]]] : [],
	);
	const customer = Object.fromEntries(known) as Record<string, string>;
	return { signed, entries, fields, others, customer, raw: recordOf(entries) };
}

/** The platform adds its parameters behind the merchant's: of two with one name, the last is the platform's. */
function splitReturn(
	entries: Entries,
	kind: keyof typeof names,
): { own: Entries; others: Entries } {
	const isOwn = ([name]: [string, string], at: number) =>
		Object.hasOwn(names[kind], name) && entries.findLastIndex((entry) => entry[0] === name) === at;
	return {
		own: entries.filter(isOwn),
		others: entries.filter((entry, at) => !isOwn(entry, at)),
	};
}
