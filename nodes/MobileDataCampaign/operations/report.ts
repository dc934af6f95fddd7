import { z } from 'zod';
import { teamMessageOf } from '../../../desk/message';
import { requiredTextSchema } from '../../../platform/input';
import { workflowStep } from '../step';
import { inputRows, pageUrlField, storedField, storedRows } from '../stored';
import { readAll, readCampaign } from '../tables';

/** Tells what became of campaigns (desk/message.ts). Items in: their rows, as a step has written them. */
export const report = workflowStep({
	value: 'report',
	name: 'Report',
	action: 'Report campaign',
	description: 'Tell in words and figures that a campaign ended, or needs a person',
	outputs: ['Campaign Ended', 'Person Needed'],
	fields: [
		storedField({
			displayName: 'Campaigns',
			name: 'campaigns',
			placeholder: "e.g. {{ $('Get active campaigns').all() }}",
			description: 'The campaigns as they were before the step',
		}),
		pageUrlField,
	],
	params: z.object({ campaigns: storedRows, pageUrl: requiredTextSchema, timezone: z.string() }),
	execute(context, { campaigns: before, pageUrl, timezone: zone }) {
		const told = readAll(readCampaign, inputRows(context)).rows.flatMap((campaign) => {
			const was = before.find(({ id }) => id === campaign.id);
			const isChanged = was?.status !== campaign.status || was.active !== campaign.active;
			const input = { campaign, pageUrl, now: Date.now(), zone };
			const message = isChanged ? teamMessageOf(input) : undefined;
			return message ? [message] : [];
		});
		const messages = (isEnded: boolean) => {
			return told.filter((one) => one.isEnded === isEnded).map(({ message }) => message);
		};
		return [messages(true), messages(false)];
	},
});
