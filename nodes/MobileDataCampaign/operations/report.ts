import { z } from 'zod';
import { messageOf } from '../../../desk/message';
import { requiredTextSchema } from '../../../platform/input';
import { step } from '../step';
import { inputRows, openedField, pageUrlField, storedRow } from '../stored';
import { readAll, readPiece, readCampaign } from '../tables';

/** Tells what became of a campaign (campaign/message.ts). Items in: all its pieces. */
export const report = step({
	value: 'report',
	name: 'Report',
	action: 'Report campaign',
	description: 'Tell in words and figures that a campaign ended, or needs a person',
	outputs: ['Campaign Ended', 'Person Needed'],
	fields: [openedField, pageUrlField],
	params: z.object({ campaign: storedRow, pageUrl: requiredTextSchema, timezone: z.string() }),
	execute(context, { campaign: stored, pageUrl, timezone: zone }) {
		const campaign = readCampaign(stored);
		const { rows: pieces, wrong } = readAll(readPiece, inputRows(context));
		const input = { campaign, pieces, wrong, pageUrl, now: Date.now(), zone };
		const { isEnded, message } = messageOf(input) ?? {};
		return isEnded ? [[message], []] : [[], [message]];
	},
});
