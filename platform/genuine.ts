import { signersOf, type Service } from './service';
import { algorithmOf, isSigned, signIn, type Entries } from './signature';

export interface SignedCall {
	/** All entries, without those that a browser or an advertiser added on the way. */
	entries: Entries;
	covered: Entries;
	service: Service;
}

/** Parameters that browsers, mails and advertisers add to an address, such as `gclid`. */
const tracker =
	/^(?:utm_\w{1,40}|(?:fb|g|d|tt|tw|y)clid|gbraid|wbraid|msclkid|igshid|mc_[ce]id|_gl|_ga|gad_source|gclsrc|srsltid|li_fat_id|mkt_tok)$/i;

export function untracked(entries: Entries): Entries {
	return entries.filter(([name]) => !tracker.test(name));
}

/**
 * Finds the reading whose signature is right. @param signersFor the services that may have signed a reading
 * @param ownOf the platform's own parameters of a return, which alone may be signed
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

/**
 * The parts of a reading that the platform may have signed, the whole first:
 *
 * | changed on the way      | example                     | signed part                |
 * | ----------------------- | --------------------------- | -------------------------- |
 * | nothing                 | `status=success&trid=7`     | all entries                |
 * | an entry was repeated   | `trid=7&trid=7`             | each entry once            |
 * | an advertiser added one | `trid=7&gclid=x`            | those without trackers     |
 * | the merchant's own ones | `article=9&trid=7`          | the platform's own entries |
 */
function partsOf(entries: Entries, ownOf: (entries: Entries) => Entries) {
	const isFirst = ([name, value]: [string, string], at: number) =>
		entries.findIndex((entry) => entry[0] === name && entry[1] === value) === at;
	const once = entries.filter(isFirst);
	const clean = untracked(once);
	const parts = [
		{ entries, covered: entries },
		{ entries: once, covered: once },
		{ entries: clean, covered: clean },
		{ entries: clean, covered: ownOf(clean) },
	];
	const isNew = (at: number) => parts[at]?.covered.length !== parts[at - 1]?.covered.length;
	return parts.filter((_, at) => isNew(at));
}

export type LikelyCause = 'unsigned' | 'service' | 'algorithm' | 'key';

/** The likely cause when no reading of a call was signed. @param service the service key that the call names */
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
