import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { handInForm, type FormEnding } from '../host/form';
import { itemsOf, type Execution, type N8nClient } from '../host/n8n-client';
import { projectRoot } from '../host/paths';

const workflowsFolder = join(projectRoot, 'workflows');

/** The ready workflow and the id it gets in a throw-away n8n. */
export const campaignWorkflow = {
	id: 'loyaltyDataGifts',
	file: join(workflowsFolder, 'loyalty-data-gifting-campaign.json'),
};

/** The sample list that comes with it. */
export const recipientsFile = join(workflowsFolder, 'loyalty-recipients.csv');

/** What the workflow says at its end. */
export interface CampaignSummary {
	campaign: string;
	rows: number;
	gifts: number;
	megabytes: number;
	givenBefore: number;
	listedTwice: number;
	setAside: number;
	reasons: { reason: string; rows: number }[];
}

/** A campaign that has run. */
export interface CampaignRun {
	ending: FormEnding;
	execution: Execution;
	/** Missing when the campaign did not come to its summary. */
	summary: CampaignSummary | undefined;
}

/** The address of the form where a manager hands in a list. */
export function campaignFormUrl(n8nUrl: string): string {
	return `${n8nUrl}/form/loyalty-data-gifting`;
}

/** Hands in a list as a manager does, and waits until the workflow has ended. */
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
	const summary = itemsOf(execution, 'Done')[0]?.json as CampaignSummary | undefined;
	return { ending, execution, summary };
}
