import { LoginError } from '../../platform/loginError';
import type { PlatformRecord } from '../../platform/records';
import { comparable, isOfAnother, isOfLongAgo, mayBe } from '../../platform/ownRecord';
import { leavesDoubt } from '../../platform/refusal';
import type { Answer, PlatformRequest, Trace } from './operation';
import { PlatformError } from './platformError';
import type { Written } from './written';

/** Sends a read, patiently. @throws PlatformError or LoginError */
export type Ask = (request: PlatformRequest) => Promise<Answer>;

/** What a look-up found: the record of this item, surely nothing, or nothing one could go by. */
export type Sighting = PlatformRecord | 'absent' | 'unclear';

/**
 * Looks whether the platform holds what a write was to do. That nothing is found only counts where no record may be
 * it; of twins none can be told from the other, so they count only when all are there or none.
 */
export async function lookUp(trace: Trace, item: Written, ask: Ask): Promise<Sighting> {
	const answer = await ask(trace.request(item.params)).catch((error: unknown) => {
		// Also when the login is refused: of this item more must be said than that. The next one hears of the login.
		if (error instanceof PlatformError || error instanceof LoginError) return undefined;
		throw error;
	});
	const seen = answer && trace.read(answer);
	if (seen === undefined) return 'unclear';
	const { reference, msisdn } = trace.referenceOf(item.params);
	const theirs = seen.records.filter((record) => !isOfAnother(record, msisdn));
	const isOwn = (shown: string) => comparable(shown) === comparable(reference);
	const own = theirs.filter((record) => trace.referencesOn(record).some(isOwn));
	const twins = item.twins();
	const isOld = (record: PlatformRecord) => isOfLongAgo(record, Date.now());
	// Of more than this list can have made, one is an older one's, and nobody can tell which. So it is with one of long
	// ago, and with a failed one, after which the same reference was used again.
	if (own.length > twins.length) return 'unclear';
	if (own.some((record) => isOld(record) || leavesDoubt(record))) return 'unclear';
	if (own.length === twins.length) return own[twins.indexOf(item.itemIndex)] ?? 'unclear';
	const mayBeOwn = (record: PlatformRecord) => {
		const shown = trace.referencesOn(record);
		return shown.length === 0 || shown.some((one) => mayBe(one, reference));
	};
	const isThere = theirs.some((record) => !isOld(record) && mayBeOwn(record));
	return own.length === 0 && seen.isAll && !isThere ? 'absent' : 'unclear';
}
