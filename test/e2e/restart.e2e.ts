import { waitFor } from '../../scripts/host/wait';
import { itemsStarting, morePolls, publishPolling } from '../support/e2e/calling';
import { everyTwoSeconds, triggered } from '../support/e2e/drawing';
import { freshN8n, type FreshN8n } from '../support/freshN8n';
import { Workspace } from '../support/workspace';

const watching = 'watchTransactions';

let fresh: FreshN8n;
let workspace: Workspace;

beforeAll(async () => {
	fresh = await freshN8n();
	workspace = await Workspace.open(undefined, { url: fresh.n8n.url, client: fresh.client });
});

afterAll(async () => {
	await fresh.n8n.stop();
	await workspace.sandbox.close();
});

/** Three transactions: not charged, charged, and one that stays open. */
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
	const items = executions.flatMap(itemsStarting);
	return items.map(({ transactionId }) => Number(transactionId)).sort();
}

it('a kill -9 loses no end of a transaction, and polling goes on with its stored login', async () => {
	const { tokens, clock, traffic } = workspace.sandbox.world;
	await sell('01');
	const before = ended();
	const parameters = { pollTimes: everyTwoSeconds, event: 'any' };
	const polling = triggered(watching, 'mobileBillingTransactionTrigger', parameters);
	await publishPolling(workspace, watching, polling);
	await sell('02');
	const news = () => ended().filter((id) => !before.includes(id));
	const all = async () => (await watched()).length >= news().length;
	await waitFor('each end started the flow', all, { timeoutMs: 60_000 });

	await fresh.n8n.kill();
	await sell('03');
	tokens.expireAccessTokens(clock.now());
	await workspace.seller.as();
	const logins = () =>
		['password', 'refresh_token'].map(
			(grant) => traffic.report().tokenRequests[grant]?.granted ?? 0,
		);
	const [byPassword, byRefreshToken = 0] = logins();
	await fresh.n8n.start();
	await sell('04');
	await waitFor('each end started the flow', all, { timeoutMs: 60_000 });
	await morePolls(workspace, 2);

	expect(news()).toHaveLength(6);
	expect(await watched()).toEqual(news().sort());
	expect(logins()).toEqual([byPassword, byRefreshToken + 1]);
});
