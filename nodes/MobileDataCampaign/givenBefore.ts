import type { IExecuteFunctions } from 'n8n-workflow';
import type { PlatformRecord } from '../../platform/answer';
import { isSimilar } from '../../platform/ledger';
import { withoutRun } from '../../platform/reference';
import { giftsUnreadable, referencesHidden } from '../engine/core/list/records';
import { failedBy, listRefused } from '../engine/core/request/errors';
import { connect } from '../engine/n8n/transport';
import type { AssignParams } from '../MobileDataGifting/operations/dataGift/assignFields';
import { giftDedupe } from '../MobileDataGifting/operations/dataGift/giftLedger';

/**
 * The numbers that got a gift under a campaign's name, from the service's list, which is read once and record by record.
 * @throws PlatformError where it can't be read, or doesn't tell
 */
export async function givenBefore(
	context: IExecuteFunctions,
	{ name, serviceKey }: { name: string; serviceKey: string },
): Promise<Set<string>> {
	const send = await connect(context);
	const given = new Set<string>();
	const seen = { records: 0, references: 0, similar: '' };
	const note = (record: PlatformRecord) => {
		const text = giftDedupe.referenceOf(record);
		seen.records += 1;
		if (text === undefined) return;
		seen.references += 1;
		const reference = withoutRun(text);
		const msisdn = String(record.msisdn);
		if (reference === `${name}-${msisdn}`) given.add(msisdn);
		else if (isSimilar(reference, `${name}-${msisdn}`)) seen.similar = text;
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
	if (seen.similar === '') return given;
	throw listRefused(
		`The platform shows a gift with a similar reference: ${seen.similar}`,
		'Choose another name for the campaign.',
	);
}
