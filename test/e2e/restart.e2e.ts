import axios from 'axios';
import pLimit from 'p-limit';

import type { N8nProcess } from '../../scripts/host/n8nProcess';
import { waitFor } from '../../scripts/host/wait';
import * as calling from '../support/e2e/calling';
import { everyTwoSeconds, triggered } from '../support/e2e/drawing';
import { addressOf, deliver, eventsOf, eventsStarted, recording } from '../support/e2e/notified';
import { freshN8n } from '../support/freshN8n';
import { Workspace } from '../support/workspace';

const watching = 'watchTransactions';
const parameters = { pollTimes: everyTwoSeconds, event: 'any' };
const underWay = 8;

let n8n: N8nProcess;
let workspace: Workspace;

beforeAll(async () => {
	const fresh = await freshN8n();
	({ n8n } = fresh);
	workspace = await Workspace.open(undefined, { url: n8n.url, client: fresh.client });
	await workspace.publish(recording);
	await calling.takesCalls(addressOf(n8n.url));
});

afterAll(async () => {
	await n8n.stop();
	await workspace.sandbox.close();
});

/** Transactions of three ends: not charged, charged, and one that stays open. */
async function sell(ending: string): Promise<void> {
	const { seller } = workspace;
	await seller.subscribe({ msisdn: '999000000901' });
	await seller.optIn({ apikey: 'COINSHOP07', price: '0.99', msisdn: `336399800${ending}` });
	await seller.subscribe({ msisdn: `336399801${ending}` });
}

/** What has ended on the platform. */
const ended = () =>
	workspace.sandbox.world.payments.transactions.all
		.filter(({ record }) => record.transactionState !== 'PENDING')
		.map(({ record }) => record.transactionId);

async function watched(): Promise<number[]> {
	const { client } = workspace;
	const executions = await Promise.all(
		(await client.executions(watching)).map(({ id }) => client.executionEnd(id, 10_000)),
	);
	const items = executions.flatMap(calling.itemsStarting);
	return items.map(({ transactionId }) => Number(transactionId)).sort();
}

/** The door that docs/scaling.md puts in front of n8n. */
const isOpen = async () =>
	(await axios.get(`${n8n.url}/healthz/readiness`, calling.lenient)).status === 200;

/** Kills n8n when a third of the events has been taken, and starts it again after something else was done. */
async function killOnTheWay(meanwhile: () => Promise<void>): Promise<string[]> {
	const events = eventsOf(workspace.sandbox, addressOf(n8n.url), 36);
	let taken = 0;
	const limit = pLimit(underWay);
	const sendAll = [...events.values()].map(async (event) => {
		await limit(async () => await deliver(event, isOpen));
		taken += 1;
	});
	const third = () => taken >= events.size / 3;
	await waitFor('a third was taken', third, { timeoutMs: 60_000, everyMs: 10 });
	await n8n.kill();
	expect(taken).toBeLessThan(events.size);
	await meanwhile();
	await n8n.start();
	await Promise.all(sendAll);
	return [...events.keys()].sort();
}

it('a kill -9 loses no notification and no end of a transaction, and polling goes on with its stored login', async () => {
	const { seller, sandbox, client } = workspace;
	await sell('01');
	const before = ended();
	const polling = triggered(watching, 'mobileBillingTransactionTrigger', parameters);
	await calling.publishPolling(workspace, watching, polling);
	await sell('02');
	const news = () => ended().filter((id) => !before.includes(id));
	const all = async () => (await watched()).length >= news().length;
	await waitFor('each end started the flow', all, { timeoutMs: 60_000 });

	const logins = () =>
		['password', 'refresh_token'].map((grant) => calling.tokenRequests(workspace, grant));
	let [byPassword = 0, byRefreshToken = 0] = logins();
	const sent = await killOnTheWay(async () => {
		await sell('03');
		sandbox.world.tokens.expireAccessTokens(sandbox.world.clock.now());
		await seller.as();
		[byPassword = 0, byRefreshToken = 0] = logins();
	});
	await sell('04');
	await waitFor('each end started the flow', all, { timeoutMs: 60_000 });
	await calling.morePolls(workspace, 2);

	expect(news()).toHaveLength(6);
	expect(await watched()).toEqual(news().sort());
	expect(logins()).toEqual([byPassword, byRefreshToken + 1]);

	const started = await eventsStarted(client);
	expect([...new Set(started)]).toEqual(sent);
	// Only what was under way can start again.
	expect(started.length - sent.length).toBeLessThanOrEqual(underWay);
});
