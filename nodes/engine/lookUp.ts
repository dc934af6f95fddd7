import { LoginError } from '../../platform/loginError';
import type { PlatformRecord } from '../../platform/records';
import { isOfAnother, referenceOn } from '../../platform/reference';
import type { Answer, PlatformRequest, Trace } from './operation';
import { PlatformError } from './platformError';

/** Sends a read, patiently. @throws PlatformError or LoginError */
export type Ask = (request: PlatformRequest) => Promise<Answer>;

/** An item of a write, with a reference. */
export interface Written {
	params: unknown;
	/** The items of the list with the same reference and recipient: more than one when a person gave it twice. */
	family: { size: number };
	/** Which of those this is, from 0. */
	twin: number;
}

/** What a look-up found: the record of this item, surely nothing, or nothing one could go by. */
export type Sighting = PlatformRecord | 'absent' | 'unclear';

/**
 * Looks whether the platform holds what a write was to do. That nothing is found only counts where every record
 * shows a reference; of twins none can be told from the other, so they count only when all are there or none.
 */
export async function lookUp(trace: Trace, item: Written, ask: Ask): Promise<Sighting> {
	const answer = await ask(trace.request(item.params)).catch((error: unknown) => {
		if (error instanceof PlatformError) return undefined;
		if (error instanceof LoginError && !error.isRefusal) return undefined;
		throw error;
	});
	const seen = answer && trace.read(answer);
	if (seen === undefined) return 'unclear';
	const { reference, msisdn } = trace.referenceOf(item.params);
	const theirs = seen.records.filter((record) => !isOfAnother(record, msisdn));
	const own = theirs.filter((record) => referenceOn(record) === reference);
	if (own.length >= item.family.size) return own[item.twin] ?? 'unclear';
	const showsAll = seen.isAll && theirs.every((record) => referenceOn(record) !== undefined);
	return own.length === 0 && showsAll ? 'absent' : 'unclear';
}
