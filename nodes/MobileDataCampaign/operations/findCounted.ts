import { z } from 'zod';
import { countedCampaigns } from '../../../campaign/monthLimit';
import { step } from '../step';
import { inputRows } from '../stored';
import { readAll, readCountedCampaign } from '../tables';

/** Chooses the campaigns whose rows count for the gifts of a month (campaign/monthLimit.ts). Items in: all campaigns. */
export const findCounted = step({
	value: 'findCounted',
	name: 'Find Counted',
	action: 'Find counted campaigns',
	description: 'Choose the campaigns whose gifts count for Monthly Gifts per Customer',
	outputs: ['Campaigns'],
	fields: [],
	params: z.object({ timezone: z.string() }),
	execute(context, { timezone }) {
		const { rows: campaigns } = readAll(readCountedCampaign, inputRows(context));
		const counted = countedCampaigns(campaigns, Date.now(), timezone);
		return [counted.map(({ id, planId }) => ({ id, planId }))];
	},
});
