import { signersOf, type Service } from './service';
import { algorithmOf, isSigned, signIn, type Entries } from './signature';

/** A reading of a call that is signed. */
export interface SignedCall {
	/** All that came, without what something on the way has added. */
	entries: Entries;
	/** What the signature covers. */
	covered: Entries;
	service: Service;
}

/** What something on the way to a page adds to its address. */
const tracker =
	/^(?:utm_\w{1,40}|(?:fb|g|d|tt|tw|y)clid|gbraid|wbraid|msclkid|igshid|mc_[ce]id|_gl|_ga|gad_source|gclsrc|srsltid|li_fat_id|mkt_tok)$/i;

/** The entries without those that browsers, mails and advertisers add for tracking. */
export function untracked(entries: Entries): Entries {
	return entries.filter(([name]) => !tracker.test(name));
}

/**
 * Finds the reading of a call whose signature is right. A signature covers all parameters or, in a return, the
 * platform's own; what came twice or was added on the way may be left out.
 *
 * @param signersFor the services that may have signed a reading
 * @param ownOf the platform's own parameters of a return
 */
export function signedCall(
	readings: Entries[],
	signersFor: (entries: Entries) => Service[],
	ownOf: (entries: Entries) => Entries = (entries) => entries,
): SignedCall | undefined {
	for (const entries of readings) {
		const signers = signersFor(entries);
		for (const part of partsOf(entries, ownOf)) {
			const service = signers.find((signer) => isSigned(part.covered, signer));
			if (service) return { ...part, service };
		}
	}
	return undefined;
}

function partsOf(entries: Entries, ownOf: (entries: Entries) => Entries) {
	const isFirst = ([name, value]: [string, string], at: number) =>
		entries.findIndex((entry) => entry[0] === name && entry[1] === value) === at;
	const single = entries.filter(isFirst);
	const clean = untracked(single);
	const parts = [
		{ entries, covered: entries },
		{ entries: single, covered: single },
		{ entries: clean, covered: clean },
		{ entries: clean, covered: ownOf(clean) },
	];
	const isNew = (at: number) => parts[at]?.covered.length !== parts[at - 1]?.covered.length;
	return parts.filter((_, at) => isNew(at));
}

/** Why a signature is not accepted, as far as one can tell. */
export type LikelyCause = 'unsigned' | 'service' | 'algorithm' | 'key';

/** The likely cause when no reading of a call was signed. @param service whose call it says it is */
export function likelyCause(entries: Entries, services: Service[], service?: string): LikelyCause {
	const sign = signIn(entries);
	if (sign === '') return 'unsigned';
	const signers = signersOf(services).filter(
		({ serviceKey }) => service === undefined || service === serviceKey,
	);
	if (signers.length === 0) return 'service';
	const algorithm = algorithmOf(sign);
	const isOther = signers.every(({ signingAlgorithm }) => signingAlgorithm !== algorithm);
	return algorithm !== undefined && isOther ? 'algorithm' : 'key';
}
