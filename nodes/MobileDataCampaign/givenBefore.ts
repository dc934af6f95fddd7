import type { IExecuteFunctions } from 'n8n-workflow';
import { RecentGifts } from '../../campaign/recentGifts';
import type { ListRow } from '../../lists/row';
import type { Turns } from '../../lists/turns';
import type { PlatformRecord } from '../../platform/answer';
import { isSimilar, stateOfRecord, timeOfGift } from '../../platform/ledger';
import { LargeMap } from '../../platform/largeMap';
import { matches } from '../../platform/matching';
import { withoutRun } from '../../platform/reference';
import { giftsUnreadable, referencesHidden } from '../engine/core/list/records';
import { failedBy, listRefused } from '../engine/core/request/errors';
import { inTurns } from '../engine/n8n/turns';
import { connect } from '../engine/n8n/transport';
import type { AssignParams } from '../MobileDataGifting/operations/dataGift/assignFields';
import { giftDedupe } from '../MobileDataGifting/operations/dataGift/giftLedger';

/** The gifts that customers got before a plan. */
interface GiftsBefore {
	/** The numbers that got a gift under the campaign's name. */
	givenBefore: Set<string>;
	/** Those of them that got another amount than their row has. */
	otherAmount: Set<string>;
	/** The gifts under other names. */
	recentGifts: RecentGifts;
}

/** A plan, as far as it's known. */
interface PlanToCompare {
	rows: ListRow[];
	/** The other campaigns. */
	others: { name: string }[];
	/** Unix milliseconds. */
	now: number;
	zone: string;
}

/**
 * The gifts before a plan, from the service's list, which is read once and record by record. It also has the gifts of
 * other workflows, and of campaigns that are no longer stored.
 *
 * @throws PlatformError if it can't be read, or shows no references
 */
export async function giftsBefore(
	context: IExecuteFunctions,
	{ name, serviceKey }: { name: string; serviceKey: string },
	{ rows, others, now, zone }: PlanToCompare,
): Promise<GiftsBefore> {
	const send = await connect(context);
	const names = others.map((other) => other.name);
	const amounts = await inTurns(amountsOf(rows));
	const recentGifts = new RecentGifts(amounts, names, { now, zone });
	const [givenBefore, otherAmount] = [new Set<string>(), new Set<string>()];
	const seen = { records: 0, references: 0, similar: '' };
	const note = (record: PlatformRecord) => {
		const text = giftDedupe.referenceOf(record);
		const reference = text && withoutRun(text);
		const phone = String(record.msisdn);
		seen.records += 1;
		if (reference !== undefined) seen.references += 1;
		if (reference === `${name}-${phone}`) {
			// A gift that was refused is sent again, as in Data Gift: Assign.
			if (stateOfRecord(record) === 'notDone') return;
			givenBefore.add(phone);
			if (isOther(Number(record.amount), amounts.get(phone))) otherAmount.add(phone);
			return;
		}
		if (text && reference && isSimilar(reference, `${name}-${phone}`)) seen.similar = text;
		const gift = { phone, reference, at: timeOfGift(record) };
		if (recentGifts.isRecent(gift) && isGiftOf(serviceKey, record)) recentGifts.add(gift);
	};
	const keep = (record: PlatformRecord) => {
		note(record);
		return false;
	};
	const all = giftDedupe.requestAll({ serviceKey } as AssignParams);
	const answer = await send({ ...all, keep });
	// The first records of a list are kept in any case (platform/body.ts).
	const first = giftDedupe.recordsIn(answer);
	if (!first) {
		throw giftsUnreadable(failedBy(answer));
	}
	for (const record of first) note(record);
	if (seen.records > 0 && seen.references === 0) {
		throw referencesHidden('Ask your operator to show client references.');
	}
	if (seen.similar === '') return { givenBefore, otherAmount, recentGifts };
	throw listRefused(
		`The platform shows a gift with a similar reference: ${seen.similar}`,
		'Choose another name for the campaign.',
	);
}

/** Whether a record is a gift that wasn't refused. A platform may show the gifts of other services, too. */
function isGiftOf(serviceKey: string, record: PlatformRecord): boolean {
	return matches(record, { serviceKey }) && stateOfRecord(record) !== 'notDone';
}

/** Whether a gift has another amount than the row of its number; false if the platform shows no amount. */
function isOther(given: number, planned?: number): boolean {
	return planned !== undefined && !Number.isNaN(given) && given !== planned;
}

/** The MB of each number in its first row, which is the row that's planned. */
function* amountsOf(rows: ListRow[]): Turns<LargeMap<string, number>> {
	const amounts = new LargeMap<string, number>();
	for (const { phone, megabytes } of rows) {
		if (!amounts.has(phone)) amounts.set(phone, megabytes);
		yield;
	}
	return amounts;
}
