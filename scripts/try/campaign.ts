import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	figuresOf,
	planCampaign,
	press,
	sampleRows,
	type Figures,
	type Plan,
} from '../campaign/pack';
import { waitFor } from '../host/wait';
import { userFolder } from './folder';

/** The campaign under way. */
const planFile = join(userFolder, 'campaign.json');

/** Whether an earlier start left a campaign that has not ended. */
export function isUnderWay(): boolean {
	return existsSync(planFile);
}

/** Plans the sample list and approves it; a campaign that an earlier start left goes on instead. */
export async function planOrGoOn(n8nUrl: string): Promise<Plan> {
	if (isUnderWay()) {
		const plan = JSON.parse(readFileSync(planFile, 'utf8')) as Plan;
		return { ...plan, statusUrl: plan.statusUrl.replace(new URL(plan.statusUrl).origin, n8nUrl) };
	}
	const rows = sampleRows();
	const campaign = `Spring thank-you ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`;
	const plan = await planCampaign(n8nUrl, {
		campaign,
		service: 'LOYALTYDATA01',
		budget: 110_000,
		rows,
	});
	if (plan.status !== 'planned') throw new Error(`The campaign was not planned: ${plan.problem}`);
	writeFileSync(planFile, JSON.stringify(plan));
	return plan;
}

/** Approves a campaign, and waits for its end. @param say takes how far it is */
export async function runToEnd(
	{ statusUrl, hash }: Plan,
	say: (line: string) => void,
): Promise<Figures> {
	await press(statusUrl, 'approve', { hash, by: 'npm run try' });
	const end = async () => {
		const figures = await figuresOf(statusUrl);
		say(`${figures.given.rows} given, ${figures.failed.rows} failed, ${figures.left} left`);
		return ['finished', 'canceled'].includes(figures.status) ? figures : undefined;
	};
	const figures = await waitFor('the end of the campaign', end, {
		timeoutMs: 600_000,
		everyMs: 500,
	});
	rmSync(planFile);
	return figures;
}
