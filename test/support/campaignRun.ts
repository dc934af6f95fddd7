import { readFileSync } from 'node:fs';

import { itemsOf, type Execution, type Item, type N8nClient } from './n8nClient';
import { campaignFormUrl, recipientsFile } from '../../scripts/try/workflows';
import { handInForm, type FormEnding } from './form';

const ASSIGN = 'Assign data gifts';

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
