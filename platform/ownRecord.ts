import type { PlatformRecord } from './records';
import { isFailing } from './stateWords';
import { millisecondsOfUtcTime } from './times';

/** What the merchant's reference may be called on the record of a gift, whose fields the contract does not show. */
const giftNames = [
	'clientId',
	'clientid',
	'client_id',
	'clientReference',
	'merchantReference',
	'reference',
];

/** What the record of a gift shows as references, of which one is the merchant's. */
export function referencesOnGift(record: PlatformRecord): string[] {
	return giftNames.flatMap((name) => referenceIn(record[name]));
}

/** The merchant's reference on a transaction; `reference` is the operator's (contract, “Transaction record”). */
export function referencesOnTransaction({ merchantReference }: PlatformRecord): string[] {
	return referenceIn(merchantReference);
}

function referenceIn(value: unknown): string[] {
	if (typeof value !== 'string' && typeof value !== 'number') return [];
	return value === '' ? [] : [String(value)];
}

/** What platforms write in the place of what they hide. */
const mask = /[*•●○■█▪…]+|#{2,}|[xX]{4,}|\.{3,}/;

/** From this length on a reference that begins like ours may be ours, cut off. */
const shortestCutOff = 10;

/** Whether a reference is shown in full. */
export function isWhole(shown: string): boolean {
	return !mask.test(shown);
}

/** Whether a reference that is shown may be ours, hidden in part, cut off or written a little differently. */
export function mayBe(shown: string, reference: string): boolean {
	const [text, own] = [shown, reference].map((one) => one.trim().toLowerCase()) as [string, string];
	if (text === own) return true;
	if (text.length >= shortestCutOff && own.startsWith(text)) return true;
	const pieces = text.split(new RegExp(mask, 'i'));
	if (pieces.length === 1) return false;
	return new RegExp(`^${pieces.map(escaped).join('.*')}$`).test(own);
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Whether a record is somebody else's. One that shows no number may be anybody's. Of one that is hidden in part the
 * digits it shows must fit; one without country code is held against the end.
 *
 * @param msisdn digits with country code
 */
export function isOfAnother(record: PlatformRecord, msisdn: string | undefined): boolean {
	const text = shownNumber(record);
	if (msisdn === undefined || !/\d/.test(text)) return false;
	const digits = text.replace(/^0+/, '').split(/\D+/);
	if (digits.length === 1) return !msisdn.endsWith(digits.join(''));
	return !new RegExp(`${digits.join('\\d*')}$`).test(msisdn);
}

/** What records of the same number have in common, so that not all have to be looked at; undefined when it is hidden. */
export function endOfNumber(record: PlatformRecord): string | undefined {
	const text = shownNumber(record);
	return /^\d{6,}$/.test(text) ? text.slice(-6) : undefined;
}

/** The number on a record without what people put between digits; '' when it shows none. */
function shownNumber({ msisdn }: PlatformRecord): string {
	if (typeof msisdn !== 'string' && typeof msisdn !== 'number') return '';
	return String(msisdn).replace(/\(0\)|[\s+().\/-]/g, '');
}

/** When a record was made may be called so on a gift, whose fields the contract does not show; first, on a transaction. */
const timeNames = [
	'timeCharged',
	'timeCreated',
	'timeAssigned',
	'createdAt',
	'created',
	'timestamp',
];

/** More than clocks and time zones can differ by. */
const longAgoMs = 2 * 86_400_000;

/**
 * Whether a record shows a time days ago, so that it is not of what was sent a moment ago.
 *
 * @param now Unix milliseconds
 */
export function isOfLongAgo(record: PlatformRecord, now: number): boolean {
	const made = timeNames
		.map((name) => millisecondsOfUtcTime(record[name]))
		.find((time) => time !== undefined);
	return made !== undefined && made < now - longAgoMs;
}

/** Whether a record says that nothing came of it. */
export function cameToNothing(record: PlatformRecord): boolean {
	const { status, actionStatus, transactionState, sessionStatus } = record;
	return [status, actionStatus, transactionState, sessionStatus].some(isFailing);
}
