import { waitFor } from '../../scripts/host/wait';
import * as campaigns from '../support/campaign/host';

let host: campaigns.CampaignHost;

beforeAll(async () => {
	host = await campaigns.startOnSqlite();
}, 300_000);

afterAll(async () => {
	await host.stop();
}, 60_000);

it('a campaign ends by itself though n8n is killed, and nobody gets two gifts or none', async () => {
	const rows = campaigns.customers(2_000, 1_000);
	await campaigns.approve(await campaigns.planned(host, 'killed', rows));
	const given = () => campaigns.giftsOf(host.requests, 'killed').length;
	await waitFor('the first gifts', () => given() >= 30, { timeoutMs: 90_000, everyMs: 5 });
	await host.servers.n8n?.kill();
	expect(given()).toBeLessThan(rows.length);
	const finished = async () => {
		// n8n is killed meanwhile.
		const stored = await campaigns.storedOf(host, 'killed').catch(() => undefined);
		return stored?.campaign.status === 'finished' && stored;
	};
	const stored = await waitFor('the end', finished, { timeoutMs: 300_000, everyMs: 500 });
	expect(stored.pieces.map(({ status }) => status)).toEqual(['done', 'done']);
	expect(campaigns.wrongRows(rows, host.requests, stored)).toEqual([]);
}, 450_000);
