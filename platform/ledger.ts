import { createHash } from 'node:crypto';
import { textIn, type PlatformRecord } from './answer';

/** One item of one run of one node: the same when n8n retries it, another in every other run. */
export interface RunItem {
	/** Names the execution, the node and how often it ran there. */
	run: string;
	itemIndex: number;
}

/** What a gift's reference is made of. `isOnce`: the campaign gives to each number once. */
export interface Campaign {
	campaign?: string;
	msisdn: string;
	isOnce: boolean;
}

/** A reference as it is compared. */
export function normalizeReference(text: string): string {
	return text.trim().toLowerCase();
}

/**
 * The reference of a gift without one: campaign and number where each number gets one gift, the same in every
 * run. Where it may get several, run and item tell them apart, or a look-up would take last month's for this one.
 */
export function giftReference({ campaign, msisdn, isOnce }: Campaign, item: RunItem): string {
	if (campaign === undefined) return paymentReference(item);
	const reference = `${campaign}-${msisdn}`;
	return isOnce ? reference : `${reference}-${runMark(item)}`;
}

/** The reference of a payment without one. */
export function paymentReference(item: RunItem): string {
	return `n8n-${runMark(item)}`;
}

function runMark({ run, itemIndex }: RunItem): string {
	return `run.${run}.${itemIndex}`;
}

/** What `runMark` makes, at the end of a reference. */
const endingInRun = /-run\.\w+\.[\da-f]{8}\.\d+\.\d+$/i;

/** A reference without the part that tells the runs of a campaign apart. */
export function withoutRun(reference: string): string {
	return reference.replace(endingInRun, '');
}

/** Names a node in references, in 8 hexadecimal digits. Ids of nodes alone may be equal in another n8n. */
export function nodeMark(...names: string[]): string {
	return createHash('sha256').update(names.join(' ')).digest('hex').slice(0, 8);
}

/** The merchant's reference on the record of a gift, whose fields the contract does not show. */
export function referenceOfGift(record: PlatformRecord): string | undefined {
	return [record.clientId, record.clientid, record.clientReference].map(referenceIn).find(Boolean);
}

/** The merchant's reference on a transaction; its `reference` is the operator's (contract, “Transaction record”). */
export function referenceOfTransaction(record: PlatformRecord): string | undefined {
	return referenceIn(record.merchantReference);
}

function referenceIn(value: unknown): string | undefined {
	return typeof value === 'number' ? String(value) : textIn(value);
}

/**
 * Finds the first record with a reference that matches.
 *
 * @param matches gets the reference as `normalizeReference` leaves it
 * @returns `unreadable` when there are records without any reference: then nothing is known
 */
export function findRecord(
	records: PlatformRecord[],
	referenceOf: (record: PlatformRecord) => string | undefined,
	matches: (reference: string) => boolean,
): PlatformRecord | 'absent' | 'unreadable' {
	let isReadable = records.length === 0;
	for (const record of records) {
		const reference = referenceOf(record);
		if (reference === undefined) continue;
		if (matches(normalizeReference(reference))) return record;
		isReadable = true;
	}
	return isReadable ? 'absent' : 'unreadable';
}
