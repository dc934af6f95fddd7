import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { handInForm } from '../../../scripts/host/form';
import { itemsOf } from '../../../scripts/host/n8n-client';
import { projectRoot } from '../../../scripts/host/paths';
import type { LedgerEntry } from '../../../scripts/host/sandbox-control';
import { workflowFile, type QueueHost, type WorkflowFile } from './queueHost';

/** The ready workflow. */
export const largeCampaign: WorkflowFile = {
	id: 'largeCampaign',
	file: join(projectRoot, 'workflows', 'large-campaign-over-workers.json'),
};

/** What the workflow says at its end. */
export interface LargeSummary {
	campaign: string;
	rows: number;
	listedTwice: number;
	gifts: number;
	megabytes: number;
	alreadyGiven: number;
	setAside: { customer: string; phone: string; reason: string }[];
	batches: number;
	batchesWithoutAnswer: number;
	rowsWithoutAnswer: number;
}

/** What “Settings” of the workflow holds. */
export interface LargeSettings {
	batchSize: number;
	batchesAtOnce: number;
	requestsPerSecond: number;
}

interface SettingsNode {
	name: string;
	parameters: { assignments?: { assignments: { name: string; value: unknown }[] } };
}

/** A copy of the ready workflow, on addresses of its own that begin with a name, with other settings. */
export function largeCampaignWith(name: string, settings: LargeSettings): WorkflowFile {
	const shipped = readFileSync(largeCampaign.file, 'utf8')
		.replaceAll('large-data-gifting', `${name}-data-gifting`)
		.replaceAll('large-campaign-batch', `${name}-campaign-batch`);
	const workflow = JSON.parse(shipped) as { nodes: SettingsNode[] };
	const settingsNode = workflow.nodes.find((node) => node.name === 'Settings');
	for (const field of settingsNode?.parameters.assignments?.assignments ?? []) {
		field.value = settings[field.name as keyof LargeSettings];
	}
	return workflowFile(`${name}Campaign`, workflow);
}

/** The number of the n-th invented customer, in a range that is nobody's. */
export function numberOf(n: number): string {
	return `9995${String(n).padStart(8, '0')}`;
}

/** How much the n-th invented customer gets. */
function megabytesOf(n: number): number {
	return 10 + (n % 7);
}

/** A list of so many invented customers, and more rows as they are. */
export function listOf(count: number, more: string[] = []): string {
	const rows = Array.from(
		{ length: count },
		(_, n) => `C-${n},Ada Sample,+${numberOf(n)},XZ_SANDBOX,${megabytesOf(n)}`,
	);
	return ['customer,name,phone,operator,megabytes', ...rows, ...more].join('\n');
}

/** Submits a list as a manager does, and waits for the summary. */
export async function runLargeCampaign(
	host: QueueHost,
	{
		campaign,
		csv,
		form = 'large-data-gifting',
		timeoutMs,
	}: { campaign: string; csv: string; form?: string; timeoutMs: number },
): Promise<{ summary: LargeSummary; text: string; seconds: number }> {
	const list = { fileName: 'large-list.csv', type: 'text/csv', content: csv };
	const began = performance.now();
	const url = `${host.cluster.balancer.url}/form/${form}`;
	const { executionId, text } = await handInForm(url, [campaign, list], { timeoutMs });
	const seconds = (performance.now() - began) / 1000;
	const execution = await host.client.executionEnd(executionId, 60_000);
	const [summary] = itemsOf(execution, 'Summary');
	if (summary === undefined) throw new Error(`The campaign has no summary: ${text}`);
	return { summary: summary.json as unknown as LargeSummary, text, seconds };
}

/** What is wrong with a ledger that should hold each of `count` customers once, in words. */
export function wrongIn(ledger: LedgerEntry[], campaign: string, count: number): string[] {
	const left = new Map(
		Array.from({ length: count }, (_, n) => [
			numberOf(n),
			`${campaign}-${numberOf(n)} ${megabytesOf(n)}`,
		]),
	);
	const wrong: string[] = [];
	for (const { gift } of ledger) {
		if (gift === undefined) continue;
		const { msisdn, clientId, amount } = gift;
		if (left.get(msisdn) !== `${clientId} ${amount}`) {
			wrong.push(`${msisdn} got ${amount} MB as ${clientId}, too much or not as asked`);
		}
		left.delete(msisdn);
	}
	return [...wrong, ...[...left.keys()].map((msisdn) => `${msisdn} got nothing`)].slice(0, 20);
}
