import type { IExecuteFunctions } from 'n8n-workflow';
import { parseList, type PlatformRecord } from '../../platform/answer';
import { isSimilar, referenceOfGift } from '../../platform/ledger';
import { withoutRun } from '../../platform/reference';
import { isNotFound } from '../../platform/search';
import { failedBy, listRefused } from '../engine/errors';
import { connect } from '../engine/transport';
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
	const { send } = await connect(context);
	const given = new Set<string>();
	const seen = { records: 0, references: 0, similar: '' };
	const note = (record: PlatformRecord) => {
		const shown = referenceOfGift(record);
		seen.records += 1;
		if (shown === undefined) return;
		seen.references += 1;
		const reference = withoutRun(shown);
		const msisdn = String(record.msisdn);
		if (reference === `${name}-${msisdn}`) given.add(msisdn);
		else if (isSimilar(reference, `${name}-${msisdn}`)) seen.similar = shown;
	};
	const keep = (record: PlatformRecord) => {
		note(record);
		return false;
	};
	const all = giftDedupe.requestAll({ serviceKey } as AssignParams);
	const answer = await send({ ...all, keep });
	const isEmpty = isNotFound(answer.status, answer.body);
	// The first records of a list are kept in any case (platform/longList.ts).
	const first = isEmpty ? [] : parseList(answer)?.records;
	for (const record of first ?? []) note(record);
	if (!first) {
		const why = failedBy('the platform', answer).message;
		throw listRefused(
			`The list of earlier gifts can't be read: ${why}`,
			'Plan the campaign again. If it fails again, check Service and the account of the credential.',
		);
	}
	if (seen.records > 0 && seen.references === 0) {
		throw listRefused(
			"The platform doesn't show which customers already got a gift: its records show no client references",
			'Ask your operator to show client references.',
		);
	}
	if (seen.similar === '') return given;
	throw listRefused(
		`The platform shows a gift with a similar reference: ${seen.similar}`,
		'Choose another name for the campaign.',
	);
}
