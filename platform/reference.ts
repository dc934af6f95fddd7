import { InputError, textOf } from './input';
import type { PlatformRecord } from './records';
import { isFailing } from './refusal';
import { millisecondsOfUtcTime } from './times';

/** Leaves room for number and run in the 256 characters of a reference (contract, “Limits”). */
const longestCampaign = 180;

/**
 * Reads the name of a campaign.
 *
 * @returns undefined when none was given
 * @throws InputError when it is longer than 180 characters
 */
export function normaliseCampaign(value: unknown): string | undefined {
	const text = textOf(value);
	if (text.length > longestCampaign) {
		throw new InputError(
			`The campaign has a name of ${text.length} characters. At most ${longestCampaign} leave room for the number`,
		);
	}
	return text === '' ? undefined : text;
}

/** One item of one run of one node: the same when n8n tries it again, another in every other run. */
export interface RunItem {
	/** Names the execution, the node and how often it ran there. */
	run: string;
	itemIndex: number;
}

/** What a gift's reference is made of. */
export interface Campaign {
	/** The merchant's name for the campaign; undefined for a gift that belongs to none. */
	campaign?: string;
	msisdn: string;
	/** Whether the campaign gives to each number once. */
	isOnce: boolean;
}

/**
 * The reference of a gift that was given none: campaign and number where each number gets one gift, so that another
 * run of the campaign makes the same. Where it may get several, the run and the item tell them apart, or a look-up
 * would take last month's gift for this one.
 */
export function giftReference({ campaign, msisdn, isOnce }: Campaign, item: RunItem): string {
	if (campaign === undefined) return paymentReference(item);
	const name = campaignReference(campaign, msisdn);
	return isOnce ? name : `${name}-${runMark(item)}`;
}

/** What the references of all gifts of a campaign to a number begin with. */
export function campaignReference(campaign: string, msisdn: string): string {
	return `${campaign}-${msisdn}`;
}

/** The reference of a payment that was given none. */
export function paymentReference(item: RunItem): string {
	return `n8n-${runMark(item)}`;
}

function runMark({ run, itemIndex }: RunItem): string {
	return `run.${run}.${itemIndex}`;
}

/** A reference without what tells the runs of a campaign apart. */
export function withoutRun(reference: string): string {
	return reference.replace(/-run\.[\w.]+$/, '');
}

/** What the merchant's reference may be called on the record of a gift, whose fields the contract does not show. */
const giftNames = [
	'clientId',
	'clientid',
	'client_id',
	'clientReference',
	'merchantReference',
	'reference',
];

/** The merchant's reference on the record of a gift; '' when it shows none. */
export function referenceOnGift(record: PlatformRecord): string {
	return referenceText(record[giftNames.find((name) => name in record) ?? '']);
}

/** The merchant's reference on the record of a transaction; `reference` is the operator's (contract, “Transaction record”). */
export function referenceOnTransaction({ merchantReference }: PlatformRecord): string {
	return referenceText(merchantReference);
}

function referenceText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Whether a record that shows this as its reference can be told from ours: '' and one hidden in part may be anybody's. */
export function isWhole(reference: string): boolean {
	return reference !== '' && !/[*•#]{2}|[xX]{4}|…|\.{3}/.test(reference);
}

/**
 * Whether a record is somebody else's. One that shows no number may be anybody's. Of one that is hidden in part the
 * digits it shows must fit; one without country code is held against the end.
 *
 * @param msisdn digits with country code
 */
export function isOfAnother(
	{ msisdn: shown }: PlatformRecord,
	msisdn: string | undefined,
): boolean {
	if (msisdn === undefined || (typeof shown !== 'string' && typeof shown !== 'number'))
		return false;
	const text = String(shown).replace(/[\s+().\/-]/g, '');
	if (!/\d/.test(text)) return false;
	const digits = text.replace(/^0+/, '').split(/\D+/);
	return !new RegExp(`${digits.join('\\d*')}$`).test(msisdn);
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

/** Whether a record says that nothing came of it; its states are not shown. */
export function cameToNothing({ status }: PlatformRecord): boolean {
	return isFailing(status);
}
