import type { PlatformRecord } from './records';
import { isOfRun } from './reference';
import { isBlaming, isDenied, isFailed, stateNames } from './stateWords';
import { millisecondsOfTime } from './times';

/** What the merchant's reference may be called on the record of a gift, whose fields the contract does not show. */
const giftNames = ['clientId', 'clientid', 'client_id', 'clientReference', 'merchantReference'];

/** What the record of a gift shows as references, of which one is the merchant's. */
export function referencesOnGift(record: PlatformRecord): string[] {
	const shown = giftNames.flatMap((name) => referenceIn(record[name]));
	// Beside one of those it is the platform's own.
	return shown.length > 0 ? shown : referenceIn(record.reference);
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

/** The same, and what is left of letters that were lost on the way. */
const gap = new RegExp(`${mask.source}|[?\\uFFFD]+`);

/** Where platforms cut texts off. */
const cutLengths = new Set([16, 20, 24, 25, 30, 32, 36, 40, 48, 50, 60, 64, 80, 100, 128, 255]);

/** Whether a reference is shown in full. */
export function isWhole(shown: string): boolean {
	return !mask.test(shown);
}

/** A reference as it is compared: some platforms write it in other letters, or take its UTF-8 for Latin-1. */
export function comparable(reference: string): string {
	const text = reference.trim().toLowerCase();
	return /^[ -~]*$/.test(text) ? text : decoded(reference.trim()).normalize('NFC').toLowerCase();
}

function decoded(text: string): string {
	const read = Buffer.from(text, 'latin1').toString('utf8');
	return /[^\0-\xff]/.test(text) || read.includes('\uFFFD') ? text : read;
}

/** What a reference that may be hidden in part begins with, as it is compared. */
export function beginningOf(shown: string): string {
	return comparable(shown).split(gap)[0] ?? '';
}

/** Whether a reference that is shown may be a part of a longer one. */
export function mayBePart(shown: string): boolean {
	const text = comparable(shown);
	return gap.test(text) || mayBeCut(text);
}

/** Whether a reference that is shown may be ours, hidden in part or cut off. */
export function mayBe(shown: string, reference: string): boolean {
	const [text, own] = [comparable(shown), comparable(reference)];
	if (text === own) return true;
	if (mayBeCut(text) && own.startsWith(text)) return true;
	const pieces = text.split(gap);
	if (pieces.length === 1) return false;
	return new RegExp(`^${pieces.map(escaped).join('.*')}$`).test(own);
}

function mayBeCut(text: string): boolean {
	return cutLengths.has(text.length) && !isOfRun(text);
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

/**
 * What records of the same number have in common, so that not all have to be looked at: the last digits. Undefined when
 * they are hidden.
 */
export function endOfNumber(record: PlatformRecord): string | undefined {
	return /\d{3}$/.exec(shownNumber(record))?.[0];
}

/** The number on a record without what people put between digits; '' when it shows none. */
function shownNumber({ msisdn }: PlatformRecord): string {
	if (typeof msisdn !== 'string' && typeof msisdn !== 'number') return '';
	const text = String(msisdn)
		.replace(/^[a-z]{1,8}:?(?=\W*\d{8})|(?<=\d)\s+[a-z]+$/gi, '')
		.replace(/\.{2,}/g, '*')
		.replace(/\(0\)|[\s+().\/-]/g, '');
	// With other letters, or with more digits than a number has, it stands for one and shows none.
	const isNumber = /^[\d*•●○■█▪…#?xX]*$/.test(text) && text.replace(/\D/g, '').length <= 17;
	return isNumber ? text : '';
}

/** When a record was made or changed; of gifts the contract does not show what it is called. */
const timeNames = [
	'timeCharged',
	'timeUpdated',
	'timeCreated',
	'timeAssigned',
	'createdAt',
	'created_at',
	'created',
	'creationDate',
	'assignedAt',
	'date',
	'timestamp',
];

/** More than clocks and time zones can differ by. */
const longAgoMs = 2 * 86_400_000;

/**
 * Whether a record shows times of days ago only, so that it is not of what was sent a moment ago.
 *
 * @param now Unix milliseconds
 */
export function isOfLongAgo(record: PlatformRecord, now: number): boolean {
	const times = timeNames.flatMap((name) => millisecondsOfTime(record[name]) ?? []);
	return times.length > 0 && times.every((time) => time < now - longAgoMs);
}

/** Whether a record says that nothing came of it. */
export function cameToNothing(record: PlatformRecord): boolean {
	const said = stateNames.map((name) => record[name]);
	return isDenied(record) || said.some((one) => isFailed(one) || isBlaming(one));
}
