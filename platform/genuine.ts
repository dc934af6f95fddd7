import { signersOf, type Service } from './service';
import { algorithmOf, isSigned, signIn, type Entries } from './signature';

/** Parameters that browsers, mails and advertisers add to an address, such as `gclid`. */
const tracker =
	/^(?:utm_\w{1,40}|(?:fb|g|d|tt|tw|y)clid|gbraid|wbraid|msclkid|igshid|mc_[ce]id|_gl|_ga|gad_source|gclsrc|srsltid|li_fat_id|mkt_tok)$/i;

export function untracked(entries: Entries): Entries {
	return entries.filter(([name]) => !tracker.test(name));
}

interface Signing {
	services: Service[];
	/** The parameter with the key of the service that signed, such as `service`; without it, any service may have signed. */
	namedBy?: string;
	/** The platform's own parameters of a return, which alone may be signed. */
	own?: readonly string[];
}

/** The reading whose signature is right, without what a browser or an advertiser added; undefined where none is. */
export function signedReading(
	readings: Entries[],
	{ services, namedBy, own }: Signing,
): Entries | undefined {
	for (const reading of readings) {
		const named = reading.filter(([name]) => name === namedBy).map(([, value]) => value);
		const signers = services.filter(
			({ serviceKey }) => namedBy === undefined || named.includes(serviceKey),
		);
		const isGenuine = ({ covered }: SignedPart) =>
			signers.some((signer) => isSigned(covered, signer));
		const part = signedParts(reading, own).find(isGenuine);
		if (part) return part.entries;
	}
	return undefined;
}

/** The platform adds its parameters behind the merchant's: of two with one name, the last is the platform's. */
export function ownIn(entries: Entries, names: readonly string[]): Entries {
	const isLast = ([name]: [string, string], at: number) =>
		entries.findLastIndex((entry) => entry[0] === name) === at;
	return entries.filter((entry, at) => names.includes(entry[0]) && isLast(entry, at));
}

interface SignedPart {
	entries: Entries;
	/** Of these entries, those that the platform signed. */
	covered: Entries;
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
function signedParts(entries: Entries, own?: readonly string[]): SignedPart[] {
	const isFirst = ([name, value]: [string, string], at: number) =>
		entries.findIndex((entry) => entry[0] === name && entry[1] === value) === at;
	const once = entries.filter(isFirst);
	const clean = untracked(once);
	const parts = [
		{ entries, covered: entries },
		{ entries: once, covered: once },
		{ entries: clean, covered: clean },
		{ entries: clean, covered: own ? ownIn(clean, own) : clean },
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
