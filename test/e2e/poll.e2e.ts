import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { accountCredential } from '../../scripts/campaign/account';
import { importCredentials, importWorkflows } from '../../scripts/host/import';
import { ensureN8n } from '../../scripts/host/install-n8n';
import { itemsOf, N8nClient, type Execution } from '../../scripts/host/n8n-client';
import { N8nProcess } from '../../scripts/host/n8n-process';
import { ensureTarball } from '../../scripts/host/package-tarball';
import { projectRoot } from '../../scripts/host/paths';
import { freePort } from '../../scripts/host/ports';
import { installPackage } from '../../scripts/host/user-folder';
import { waitFor } from '../../scripts/host/wait';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller } from '../sandbox/seller';
import { testFolders } from './support/host';

const owner = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Test-owner-1',
};
const watching = 'watchTransactions';
const reconcile = 'reconcileNotes';
const report = 'weeklyReport';

let sandbox: Sandbox;
let seller: Seller;
let n8n: N8nProcess;
let client: N8nClient;
let chat: Server;
const said: string[] = [];

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
	chat = createServer((request, response) => {
		void json(request).then((body) => {
			said.push((body as { text: string }).text);
			response.end('ok');
		});
	});
	await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));

	const installation = await ensureN8n();
	mkdirSync(testFolders, { recursive: true });
	const userFolder = mkdtempSync(join(testFolders, 'n8n-'));
	await installPackage(userFolder, await ensureTarball());
	const [port, brokerPort] = [await freePort(), await freePort()];
	n8n = new N8nProcess({ userFolder, port, brokerPort, withEditor: false }, installation);
	client = new N8nClient(n8n.url);
	await importCredentials(n8n, [accountCredential(sandbox.url)]);
	await importWorkflows(n8n, workflowsIn(userFolder));
	await n8n.start();
	await client.login(owner);
});

afterAll(async () => {
	await n8n.stop();
	await sandbox.close();
	chat.close();
});

/** The workflows as a person sets them up: their own chat, the week under way, and less patience. */
function workflowsIn(folder: string) {
	const { port } = chat.address() as AddressInfo;
	const write = (id: string, content: string) => {
		const file = join(folder, `${id}.json`);
		writeFileSync(file, content);
		return { id, file };
	};
	const shipped = (name: string) => readFileSync(join(projectRoot, 'workflows', name), 'utf8');
	const ofReport = JSON.parse(shipped('weekly-charge-report.json')) as Changeable;
	setField(ofReport, 'Which week', 0);
	const ofReconcile = JSON.parse(shipped('reconcile-notifications.json')) as Changeable;
	setField(ofReconcile, 'The message', `http://127.0.0.1:${port}/hook`);
	Object.assign(parametersOf(ofReconcile, 'A transaction has ended'), {
		pollTimes: { item: everyFiveSeconds },
	});
	Object.assign(parametersOf(ofReconcile, 'Give it time'), { amount: 1, unit: 'seconds' });
	return [
		write(watching, JSON.stringify(watchingWorkflow)),
		write(reconcile, JSON.stringify(ofReconcile)),
		write(report, JSON.stringify(ofReport)),
	];
}

interface Changeable {
	nodes: { name: string; parameters: Record<string, unknown> }[];
}

function parametersOf(workflow: Changeable, name: string): Record<string, unknown> {
	const node = workflow.nodes.find((one) => one.name === name);
	if (!node) throw new Error(`there is no node ${name}`);
	return node.parameters;
}

/** Sets the first field of an “Edit Fields” node. */
function setField(workflow: Changeable, name: string, value: unknown): void {
	const { assignments } = parametersOf(workflow, name).assignments as {
		assignments: { value: unknown }[];
	};
	Object.assign(assignments[0] ?? {}, { value });
}

/** n8n takes no schedule of seconds, but twelve of a minute each. */
const everyFiveSeconds = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

const watchingWorkflow = {
	name: 'Watch transactions',
	nodes: [
		{
			id: 'watch-trigger',
			name: 'Trigger',
			type: 'n8n-nodes-mobile-billing.mobileBillingTransactionTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: { pollTimes: { item: everyFiveSeconds }, event: 'any' },
			credentials: { mobileBillingApi: { id: null, name: 'Mobile Billing account' } },
		},
		{
			id: 'watch-end',
			name: 'Started',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0],
			parameters: {},
		},
	],
	connections: { Trigger: { main: [[{ node: 'Started', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
};

/** Transactions of three ends: charged, not charged, and one that stays open. */
async function sellTo(ending: string): Promise<void> {
	await seller.subscribe({ msisdn: '999000000901' });
	const { data } = await seller.subscribe({ msisdn: `336399800${ending}` });
	const { transactionId } = data as { transactionId: string };
	await seller.pin(transactionId, await seller.readPin(`336399800${ending}`));
	await seller.subscribe({ msisdn: `336399801${ending}` });
}

/** Publishes a workflow; n8n answers before the trigger has had its first look. */
async function publish(id: string): Promise<void> {
	await client.activate(id);
	await sleep(2_000);
}

/** What has ended on the platform, and what is still open. */
function ended(isFinal = true): number[] {
	return sandbox.world.payments.transactions.all
		.filter(({ record }) => (record.transactionState !== 'PENDING') === isFinal)
		.map(({ record }) => record.transactionId);
}

async function watched(): Promise<number[]> {
	const summaries = await client.executions(watching);
	const executions = await Promise.all(
		summaries.map(async ({ id }) => await client.executionEnd(id, 10_000)),
	);
	return executions.flatMap((execution) =>
		itemsOf(execution, 'Started').map((item) => Number(item.json.transactionId)),
	);
}

/** Waits until so many transactions as these have started the flow. */
async function waitForAll(expected: () => number[]): Promise<void> {
	await waitFor(
		'every transaction started the flow',
		async () => ((await watched()).length >= expected().length ? true : undefined),
		{ timeoutMs: 30_000, everyMs: 500 },
	);
}

const sorted = (ids: number[]) => ids.toSorted((one, other) => one - other);

async function execute(id: string): Promise<Execution['data']> {
	const { output } = await n8n.command(['execute', `--id=${id}`, '--rawOutput'], {
		brokerPort: await freePort(),
	});
	const raw = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
	return (JSON.parse(raw) as { data: Execution['data'] }).data;
}

describe('the transaction trigger on a real schedule', () => {
	it('starts the flow once for every transaction that ends, across a restart', async () => {
		await sellTo('01');
		const before = ended();
		expect(before).toHaveLength(2);
		await publish(watching);
		await sellTo('02');
		const news = () => ended().filter((id) => !before.includes(id));
		await waitForAll(news);
		await n8n.kill();
		await sellTo('03');
		await n8n.start();
		await client.login(owner);
		await sellTo('04');
		await waitForAll(news);
		await sleep(6_000);
		expect(news()).toHaveLength(6);
		expect(sorted(await watched())).toEqual(sorted(news()));
		expect(ended(false)).toHaveLength(4);
	});
});

describe('the ready workflows', () => {
	it('raise what nobody was told of, and add up the week', async () => {
		await seller.set({ clockSkewSeconds: -3600 });
		const { all } = sandbox.world.payments.transactions;
		const already = all.length;
		await sellTo('05');
		await sellTo('06');
		await seller.set({ clockSkewSeconds: 0 });
		const [untold, told, open, pending] = all.slice(already).map(({ record }) => record);
		for (const { record } of all) record.merchantNotificationStatus = 'DELIVERED';
		Object.assign(untold ?? {}, { merchantNotificationStatus: 'FAILED' });
		for (const record of [open, pending]) {
			Object.assign(record ?? {}, { merchantNotificationStatus: 'PENDING' });
		}

		const [raised, added] = await Promise.all([execute(reconcile), execute(report)]);

		expect(Object.keys(raised.resultData.runData)).toContain('Tell the chat');
		expect(said).toHaveLength(1);
		expect(said[0]).toContain('2 ended without a notification to us:');
		expect(said[0]).toContain(`• ${untold?.transactionId} CHARGE FAILED, 0.99 XTS, XZ_SANDBOX`);
		expect(said[0]).toContain(`• ${pending?.transactionId} CHARGE`);
		for (const record of [told, open]) {
			expect(said[0]).not.toContain(String(record?.transactionId));
		}

		const rows = added.resultData.runData['The table']?.at(-1)?.data?.main?.[0] ?? [];
		expect(rows.map(({ json: row }) => ({ ...row, week: undefined }))).toEqual([
			{
				operator: 'FR_DEMOTEL',
				result: 'PAID',
				transactions: 6,
				paid: 5.94,
				notPaid: 0,
				currency: 'EUR',
			},
			{
				operator: 'XZ_SANDBOX',
				result: 'NOT_ENOUGH_CREDIT',
				transactions: 6,
				paid: 0,
				notPaid: 5.94,
				currency: 'XTS',
			},
		]);
		const [file] = added.resultData.runData['As a file']?.at(-1)?.data?.main?.[0] ?? [];
		expect(file?.binary).toMatchObject({
			report: { mimeType: 'text/csv', fileExtension: 'csv' },
		});
	});

	it('raise by themselves what ends and is not told, once', async () => {
		said.length = 0;
		await publish(reconcile);
		const { finals, transactions } = sandbox.world.payments;
		finals.onFinal(({ record }) => {
			record.merchantNotificationStatus = record.errorType === null ? 'DELIVERED' : 'REJECTED';
		});
		const already = transactions.all.length;
		await sellTo('07');
		await sellTo('08');
		const [untold, told, , more] = transactions.all.slice(already).map(({ record }) => record);
		const all = () => said.join('\n');
		await waitFor(
			'both were raised',
			() => Promise.resolve(all().includes(String(more?.transactionId)) ? true : undefined),
			{ timeoutMs: 20_000 },
		);
		await sleep(6_000);
		expect(all().split(String(untold?.transactionId))).toHaveLength(2);
		expect(all().split(String(more?.transactionId))).toHaveLength(2);
		expect(all()).not.toContain(String(told?.transactionId));
		expect(all()).toContain('notification REJECTED');
	});
});
