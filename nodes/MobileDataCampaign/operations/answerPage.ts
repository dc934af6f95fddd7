import { z } from 'zod';
import { answerPage, answerWrong } from '../../../desk/answer';
import { uncountedIn } from '../../../campaign/monthLimit';
import { isNamesake } from '../../../campaign/settings';
import { textSchema } from '../../../platform/input';
import { step } from '../step';
import {
	deskAddressField,
	inputRows,
	othersField,
	openedField,
	requestField,
	requestIn,
	rowsIn,
	storedRow,
	storedRows,
	writesOf,
} from '../stored';
import { namesIn, readAll, readBatch, readCampaign, readOther } from '../tables';

/**
 * Shows a campaign, or does what a button of its page says (campaign/answer.ts). Items in: all its batches. The outputs are in
 * the order to write them in.
 */
export const answerPageOperation = step({
	value: 'answerPage',
	name: 'Answer Page',
	action: 'Answer page',
	description: "Show a campaign's page or figures, or do what a button of the page says",
	outputs: ['Open Batches', 'Batches', 'Campaign', 'Lists', 'Answer'],
	fields: [openedField, othersField, requestField, deskAddressField],
	params: z.object({
		campaign: storedRow,
		others: storedRows,
		request: storedRow,
		deskAddress: textSchema,
		timezone: z.string(),
	}),
	execute(context, { timezone: zone, deskAddress, ...params }) {
		// An item without fields where no campaign was found.
		const found = rowsIn([{ json: params.campaign }]);
		const { rows, wrong } = readAll(readCampaign, found);
		const [campaign] = rows;
		const request = requestIn(params.request);
		if (wrong.length > 0) {
			const answer = answerWrong({ ...namesIn(params.campaign), wrong, request });
			return [[], [], [], [], [answer]];
		}
		const others = params.others.map(readOther);
		const batches = readAll(readBatch, inputRows(context));
		const { change, lists, answer } = answerPage({
			campaign,
			namesakes: others.filter((other) => campaign && isNamesake(campaign, other)),
			uncounted: campaign && uncountedIn(others, campaign),
			batches: batches.rows,
			wrong: batches.wrong,
			request,
			zone,
			deskAddress,
			now: Date.now(),
		});
		return [...writesOf(campaign, change), lists ?? [], [answer]];
	},
});
