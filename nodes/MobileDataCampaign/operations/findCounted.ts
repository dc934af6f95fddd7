import { z } from 'zod';
import { isUndecided } from '../../../campaign/draft';
import { countedCampaigns } from '../../../campaign/monthLimit';
import { draftKeyOf } from '../planning';
import { step } from '../step';
import { inputRows, requestField, storedRow } from '../stored';
import { readAll, readCountedCampaign, readCampaign } from '../tables';

/** The numbers of lists with rows that count, and of those with the file of a draft (desk/keptFile.ts). */
const [counted, kept] = [
	{ above: 0, below: 1_000_000 },
	{ above: -2_000_000, below: -999_999 },
];

/**
 * Chooses the campaigns whose rows count for the gifts of a month (campaign/monthLimit.ts), and the draft whose list is read
 * again. Items in: all campaigns.
 */
export const findCounted = step({
	value: 'findCounted',
	name: 'Find Counted',
	action: 'Find counted campaigns',
	description: 'Choose the campaigns whose gifts of the month count, and the draft to plan',
	outputs: ['Campaigns'],
	fields: [requestField],
	params: z.object({ timezone: z.string(), request: storedRow }),
	execute(context, { timezone, request }) {
		const stored = inputRows(context);
		const { rows: campaigns } = readAll(readCountedCampaign, stored);
		const key = draftKeyOf(request);
		const drafts = readAll(
			readCampaign,
			stored.filter(({ viewKey }) => viewKey === key),
		).rows;
		const chosen = [
			...countedCampaigns(campaigns, Date.now(), timezone).map((one) => ({ ...one, ...counted })),
			...drafts.filter(isUndecided).map((one) => ({ ...one, ...kept })),
		];
		return [chosen.map(({ id, planId, above, below }) => ({ id, planId, above, below }))];
	},
});
