import { z } from 'zod';
import { listsToRead } from '../countedRows';
import { workflowStep } from '../step';
import { campaignsField, requestField, storedRow, storedRows } from '../stored';

/** Finds the stored lists that a plan needs. Plan itself gets the uploaded file, so it can't ask for them. */
export const findCounted = workflowStep({
	value: 'findCounted',
	name: 'Find Counted',
	action: 'Find counted campaigns',
	description: 'Choose the campaigns whose gifts count for the month, and the draft to plan',
	outputs: ['Campaigns'],
	fields: [requestField, campaignsField],
	params: z.object({ timezone: z.string(), request: storedRow, campaigns: storedRows }),
	execute: (_, params) => [listsToRead(params, Date.now())],
});
