import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { handInForm, type FormEnding } from '../host/form';
import { itemsOf, type Execution, type Item, type N8nClient } from '../host/n8n-client';
import { projectRoot } from '../host/paths';

const workflowsFolder = join(projectRoot, 'workflows');

/** The ready workflow and the id it gets in a throw-away n8n. */
export const campaignWorkflow = {
	id: 'loyaltyDataGifts',
	file: join(workflowsFolder, 'loyalty-data-gifting-campaign.json'),
};

const ASSIGN = 'Assign data gifts';

/** The sample list that comes with it. */
export const recipientsFile = join(workflowsFolder, 'loyalty-recipients.csv');

/** A campaign that has run. */
export interface CampaignRun {
	ending: FormEnding;
	execution: Execution;
	given: Item[];
	/** Given before, or a duplicate in the list. */
	skipped: Item[];
	failed: FailedRow[];
}

/** A row of the list that left on the error output. */
export interface FailedRow {
	customer: string;
	error: { message: string; field?: string };
}

/** The address of the form where a manager submits a list. */
export function campaignFormUrl(n8nUrl: string): string {
	return `${n8nUrl}/form/loyalty-data-gifting`;
}

/** Submits a list as a manager does, and waits until the workflow has ended. */
export async function runCampaign(
	n8nUrl: string,
	client: N8nClient,
	{
		campaign,
		csv = readFileSync(recipientsFile),
		timeoutMs = 120_000,
	}: { campaign: string; csv?: string | Buffer; timeoutMs?: number },
): Promise<CampaignRun> {
	const list = { fileName: 'loyalty-recipients.csv', type: 'text/csv', content: csv };
	const ending = await handInForm(campaignFormUrl(n8nUrl), [campaign, list], { timeoutMs });
	const execution = await client.executionEnd(ending.executionId, timeoutMs);
	const done = itemsOf(execution, ASSIGN);
	const isGiven = ({ json }: Item) => json.outcome === 'given';
	return {
		ending,
		execution,
		given: done.filter(isGiven),
		skipped: done.filter((item) => !isGiven(item)),
		failed: itemsOf(execution, ASSIGN, 1).map(({ json }) => json as unknown as FailedRow),
	};
}
