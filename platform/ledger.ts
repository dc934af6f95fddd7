import { textOrNumberIn, isNothing, type PlatformRecord } from './answer';
import { verdictOn } from './verdict';
import { withoutRun } from './reference';
import { millisecondsOfUtcTime } from './times';

/**
 * A look-up's result; `words` says what it shows instead. `isOtherCase`: the reference differs in case, on a platform
 * that keeps case; before anything is sent, it belongs to another write.
 */
export type LookUpResult =
	| { state: 'done'; record: PlatformRecord }
	| { state: 'underWay'; record: PlatformRecord; words?: string }
	| { state: 'notDone' }
	| { state: 'unclear'; words?: string; isOtherCase?: boolean };

/** The contract's words for records that are still under way, and for records that ended undone ("States"). */
const underWay = ['PENDING', 'EXECUTING', 'SCHEDULED'];
const notDone = ['FAILED', 'CANCELED', 'SKIPPED'];

function statusOf({ actionStatus, transactionState, status }: PlatformRecord): unknown {
	return [actionStatus, transactionState, status].find((state) => !isNothing(state));
}

/** The state of the write that made a record. A record without a status is done; an unknown one is unclear. */
export function stateOfRecord(record: PlatformRecord): LookUpResult['state'] {
	const status = statusOf(record);
	if (status === 'FINISHED') return 'done';
	if (underWay.some((word) => word === status)) return 'underWay';
	if (notDone.some((word) => word === status)) return 'notDone';
	// A transaction without a result isn't over (contract, “Transaction record”).
	if (status === undefined && 'actionStatus' in record) return 'underWay';
	// The record of a gift may tell of an error, too.
	const errorMessage = status === record.status ? record.errorMessage : undefined;
	const verdict = verdictOn(status === undefined ? record : { status, errorMessage });
	return verdict === 'ok' ? 'done' : verdict === 'refused' ? 'notDone' : 'unclear';
}

/** The merchant's reference on the record of a gift, whose fields the contract does not show. */
export function referenceOfGift(record: PlatformRecord): string | undefined {
	return [record.clientId, record.clientid, record.clientReference]
		.map(textOrNumberIn)
		.find(Boolean);
}

/**
 * When a gift was given, in Unix milliseconds: the earliest of the record's times in UTC, whose names begin as all of the
 * contract's do; undefined where it shows none.
 */
export function timeOfGift(record: PlatformRecord): number | undefined {
	let first: number | undefined;
	for (const name in record) {
		if (!/^time[A-Z]/.test(name) || name.endsWith('Local')) continue;
		const time = millisecondsOfUtcTime(record[name]);
		if (time !== undefined && time < (first ?? Infinity)) first = time;
	}
	return first;
}

/** The merchant's reference on a transaction; its `reference` is the operator's (contract, “Transaction record”). */
export function referenceOfTransaction(record: PlatformRecord): string | undefined {
	return textOrNumberIn(record.merchantReference);
}

/** The state of a write with this reference. A match is exact; a similar reference, or none on any record, makes it unclear. */
export function findRecord(
	records: PlatformRecord[],
	referenceOf: (record: PlatformRecord) => string | undefined,
	reference: string,
): LookUpResult {
	const referenced = records.map((record) => ({ record, text: referenceOf(record) }));
	const own = referenced.filter(({ text }) => text === reference).map(({ record }) => record);
	const done = own.find((record) => stateOfRecord(record) === 'done');
	if (done) return { state: 'done', record: done };
	const unfinished = own.find((record) => stateOfRecord(record) !== 'notDone');
	if (unfinished) {
		const words = `The platform shows it with the status ${String(statusOf(unfinished))}`;
		const isUnderWay = stateOfRecord(unfinished) === 'underWay';
		return isUnderWay
			? { state: 'underWay', record: unfinished, words }
			: { state: 'unclear', words };
	}
	const longest = referenced.reduce((most, { text = '' }) => Math.max(most, text.length), 0);
	const keepsCase = referenced.some(
		({ text = '' }) => /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text),
	);
	const isOtherCase = ({ text }: { text?: string }) =>
		keepsCase && text?.toLowerCase() === reference.toLowerCase();
	const similar = referenced.filter(
		({ text }) =>
			text !== undefined &&
			text !== reference &&
			(looselyWritten(text) === looselyWritten(reference) ||
				(text.length === longest && isCut(text, reference))),
	);
	const first = similar.find((match) => !isOtherCase(match)) ?? similar[0];
	if (first) {
		const words = `The platform shows a similar reference, ${first.text}`;
		return { state: 'unclear', words, isOtherCase: isOtherCase(first) };
	}
	const isReadable = records.length === 0 || referenced.some(({ text }) => text !== undefined);
	return { state: isReadable ? 'notDone' : 'unclear' };
}

/** Keeps for `findRecord` the records of a long list with this reference or a similar one, and the first with any. */
export function keepsReference(
	referenceOf: (record: PlatformRecord) => string | undefined,
	reference: string,
): (record: PlatformRecord) => boolean {
	let isFirst = true;
	return (record) => {
		const text = referenceOf(record);
		if (text === undefined) return false;
		const wasFirst = isFirst;
		isFirst = false;
		return wasFirst || text === reference || isSimilar(text, reference);
	};
}

/** A platform that cuts references leaves at least this many characters. */
const minCutLength = 16;

/** Whether the text may be how a platform shows the reference: in another case, padded, or cut. */
export function isSimilar(text: string, reference: string): boolean {
	return looselyWritten(text) === looselyWritten(reference) || isCut(text, reference);
}

function isCut(text: string, reference: string): boolean {
	// A whole reference of another run may begin this one, too.
	const isWhole = text === withoutRun(reference) || text !== withoutRun(text);
	return text.length >= minCutLength && !isWhole && reference.startsWith(text);
}

function looselyWritten(text: string): string {
	const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
	return words.filter(Boolean).join(' ').replace(/^0+/, '');
}
