import { countOf, SandboxControl } from '../support/sandboxControl';
import { waitFor } from '../../scripts/host/wait';
import type { Workspace } from '../support/workspace';
import { itemsStarting, moreLooks, publishPolling, sellTo } from '../support/e2e/calling';
import { everyTwoSeconds, triggered } from '../support/e2e/drawing';
import { Gate } from '../support/e2e/gate';
import { OwnNotified } from '../support/e2e/notified';
import { killedOnTheWay, repeatedIn, rowsSent, rowsStarted } from '../support/e2e/storm';

const watching = 'watchTransactions';

let host: OwnNotified;
let workspace: Workspace;

beforeAll(async () => {
	host = await OwnNotified.start();
	({ workspace } = host);
});

afterAll(async () => {
	await host.stop();
});

/** What has ended on the platform, and what is still open. */
function ended(isFinal = true): number[] {
	return workspace.sandbox.world.payments.transactions.all
		.filter(({ record }) => (record.transactionState !== 'PENDING') === isFinal)
		.map(({ record }) => record.transactionId);
}

async function watched(): Promise<number[]> {
	const summaries = await workspace.client.executions(watching);
	const executions = await Promise.all(
		summaries.map(async ({ id }) => await workspace.client.executionEnd(id, 10_000)),
	);
	const items = executions.flatMap(itemsStarting);
	return items.map(({ transactionId }) => Number(transactionId)).sort();
}

/** Waits until so many transactions have started the flow. */
async function waitForAll(expected: () => number[]): Promise<void> {
	const areThere = async () => ((await watched()).length >= expected().length ? true : undefined);
	await waitFor('every transaction started the flow', areThere, { timeoutMs: 60_000 });
}

it('polling starts the flow once for each end, across a kill -9 of n8n, with its stored login', async () => {
	const { seller, sandbox } = workspace;
	const control = new SandboxControl(sandbox.url);
	await sellTo(seller, '01');
	const before = ended();
	expect(before).toHaveLength(2);
	const parameters = { pollTimes: everyTwoSeconds, event: 'any' };
	const workflow = triggered(watching, 'mobileBillingTransactionTrigger', parameters);
	await publishPolling(workspace, watching, workflow);
	await sellTo(seller, '02');
	const news = () => ended().filter((id) => !before.includes(id));
	await waitForAll(news);

	await host.kill();
	await sellTo(seller, '03');
	await control.expireAccessTokens();
	await seller.as();
	const logins = await control.tokenRequests();
	await host.n8n.start();
	await sellTo(seller, '04');
	await waitForAll(news);
	await moreLooks(workspace, 2);

	expect(news()).toHaveLength(6);
	expect(await watched()).toEqual(news().sort());
	expect(ended(false)).toHaveLength(4);
	const after = await control.tokenRequests();
	const grants = ['password', 'refresh_token'] as const;
	expect(grants.map((grant) => countOf(after, grant) - countOf(logins, grant))).toEqual([0, 1]);
});

it('a kill -9 behind a door that opens when n8n is ready loses no notification', async () => {
	const [count, duplicates] = [120, 0.1];
	const gate = await Gate.before(host.n8n.url);
	const url = host.recordingUrl.replace(host.n8n.url, gate.url);
	const storm = await killedOnTheWay(host, url, { seed: 13, count, duplicates });
	await gate.close();

	const [sent, heard] = [rowsSent(storm), rowsStarted(await host.started())];
	expect(gate.turnedAway).toBeGreaterThan(0);
	expect(gate.falselyTaken).toBe(0);
	expect([...new Set(heard)]).toEqual(sent);
	// Only what was under way, or is sent twice by the platform, can start again.
	expect(repeatedIn(heard).length).toBeLessThanOrEqual(20 + count * duplicates);
});
