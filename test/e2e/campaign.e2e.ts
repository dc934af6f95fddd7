import { readFileSync } from 'node:fs';
import { demoAccount } from '../../scripts/campaign/account';
import { recipientsFile } from '../../scripts/campaign/campaign';
import {
	differencesOf,
	expectedGifts,
	expectedMegabytes,
	listedTwice,
	refusedByNode,
	refusedByPlatform,
} from '../../scripts/campaign/expectations';
import { itemsOf } from '../../scripts/host/n8n-client';
import { countOf } from '../../scripts/host/sandbox-control';
import { Host } from './support/host';
import { filesHolding, writtenBy } from './support/secrets';

const HEADER = 'customer,name,phone,operator,megabytes';
const sampleList = () => readFileSync(recipientsFile, 'utf8').trim();
const ASSIGN = 'POST /datagifting/v1/service/transaction';

let host: Host;

beforeAll(async () => {
	host = await Host.start();
});

afterAll(async () => {
	await host.stop();
});

describe('the loyalty campaign in a real n8n', () => {
	it('gives what the sample list asks, row by row, and says what it set aside', async () => {
		const { execution, summary, ending } = await host.runCampaign('Ready');

		expect(execution.status).toBe('success');
		expect(execution.data.resultData.lastNodeExecuted).toBe('Done');
		expect(differencesOf(await host.ledgerOf('Ready'), 'Ready')).toEqual([]);
		expect(summary).toMatchObject({
			campaign: 'Ready',
			rows: 200,
			gifts: expectedGifts.length,
			megabytes: expectedMegabytes,
			listedTwice,
			setAside: Object.keys({ ...refusedByNode, ...refusedByPlatform }).length,
		});
		expect(ending.text).toContain('180 gifts given');
		expect(ending.text).toContain('18 rows were set aside');
		expect(ending.text).toContain('C-1047\t06 39 98 40 12');
	});

	it('gives nothing when the same list is submitted again, and the rest of it after half of it', async () => {
		const [header, ...rows] = sampleList().split('\n');
		const half = [header, ...rows.slice(0, 100)].join('\n');
		const first = await host.runCampaign('Again', half);
		const { summary: whole } = await host.runCampaign('Again');
		const { summary: again, ending } = await host.runCampaign('Again');

		const before = first.summary?.gifts ?? 0;
		expect(before).toBeGreaterThan(80);
		expect(whole).toMatchObject({ gifts: expectedGifts.length - before, givenBefore: before });
		expect(again).toMatchObject({ gifts: 0, givenBefore: expectedGifts.length });
		expect(ending.text).toContain('180 had been given before');
		const given = (await host.ledgerOf('Again')).filter(({ gift }) => gift);
		expect(given).toHaveLength(expectedGifts.length);
	});

	it('keeps every row that was set aside with its own reason', async () => {
		const { execution } = await host.runCampaign('Reasons');

		const reasons = Object.fromEntries(
			itemsOf(execution, 'Set aside').map(({ json }) => [json.customer, json.reason]),
		);
		const expected = { ...refusedByNode, ...refusedByPlatform };
		expect(Object.keys(reasons).sort()).toEqual(Object.keys(expected).sort());
		for (const [customer, words] of Object.entries(expected)) {
			expect(reasons[customer]).toContain(words);
		}
		expect(itemsOf(execution, 'Set-aside list (CSV)')).toHaveLength(1);
	});

	it('sends nothing when the pools cannot cover the list, and says by how much', async () => {
		const csv = [
			HEADER,
			'C-1,Ada Sample,+33 6 39 98 12 34,FR_DEMOTEL,100',
			'C-2,Bruno Sample,+44 7700 900123,GB_SAMPLECELL,500750',
		].join('\n');
		const before = (await host.control.ledger()).length;

		const { ending, execution } = await host.runCampaign('Too much', csv);

		expect(execution.status).toBe('success');
		expect(ending.text).toContain('Nothing was sent');
		const left = itemsOf(execution, 'Short of')[0]?.json.megabytesMissing;
		expect(left).toBeGreaterThan(750);
		expect(ending.text).toContain(`${String(left)} MB are missing`);
		expect(await host.control.ledger()).toHaveLength(before);
	});

	it.each([
		['where all is well', ['C-1,Ada,+33 6 39 98 12 34,FR_DEMOTEL,100'], 1, 0],
		['where nothing is', ['C-1,Ada,,FR_DEMOTEL,100', 'C-2,Bo,0639981234,FR_DEMOTEL,5'], 0, 2],
		['for an operator without a pool', ['C-1,Ada,+46701740612,SE_EXEMPELTEL,100'], 0, 1],
	])('ends with a list %s', async (name, rows, gifts, setAside) => {
		const { ending, summary } = await host.runCampaign(name, [HEADER, ...rows].join('\n'));

		expect(summary).toMatchObject({ gifts, setAside });
		expect(ending.text).toContain(`${gifts} gifts given`);
	});

	it.each([
		['without rows', `${HEADER}\n`],
		['of another kind', 'first,second\n1,2\n'],
	])('says what is wrong with a file %s', async (_, csv) => {
		const { ending } = await host.runCampaign('Odd', csv);

		expect(ending.text).toContain('Nothing was sent');
		expect(ending.text).toContain(HEADER);
	});
});

describe('tokens', () => {
	it('survives a token that dies mid-campaign, with rotation and reuse detection on', async () => {
		await host.control.set({ rotateRefreshTokens: true, detectRefreshReuse: true, latencyMs: 20 });
		const { ledger, tokens, clock, traffic } = host.sandbox.world;
		const refused = () => traffic.report().routes[ASSIGN]?.['401'] ?? 0;
		const refusedBefore = refused();
		const before = countOf(await host.control.tokenRequests());
		const gifted = ledger.entries.length;
		const dying = setInterval(() => {
			if (ledger.entries.length < gifted + 60) return;
			clearInterval(dying);
			tokens.expireAccessTokens(clock.now());
		}, 1);

		await host.runCampaign('Dying token');

		await host.control.set({ latencyMs: 0 });
		expect(refused() - refusedBefore).toBeGreaterThan(1);
		const asked = countOf(await host.control.tokenRequests()) - before;
		expect(asked).toBeGreaterThanOrEqual(1);
		expect(asked).toBeLessThanOrEqual(2);
		expect(differencesOf(await host.ledgerOf('Dying token'), 'Dying token')).toEqual([]);
	});

	it('keeps the refresh token over a restart of n8n', async () => {
		const before = await host.control.tokenRequests();
		await host.n8n.restart();
		await host.control.expireAccessTokens();

		await host.runCampaign('Restarted');

		const after = await host.control.tokenRequests();
		expect(countOf(after, 'password')).toBe(countOf(before, 'password'));
		expect(countOf(after, 'refresh_token')).toBe(countOf(before, 'refresh_token') + 1);
		expect(differencesOf(await host.ledgerOf('Restarted'), 'Restarted')).toEqual([]);
	});
});

describe('secrets', () => {
	it('are in nothing that n8n has written: log, stored executions, files', async () => {
		await host.n8n.stop();
		const files = writtenBy(host.n8n.place.userFolder);
		const { password, clientSecret } = demoAccount;
		const secrets = [password, clientSecret, ...host.issuedTokens];

		expect(host.issuedTokens.length).toBeGreaterThanOrEqual(4);
		expect([...files.keys()]).toEqual(
			expect.arrayContaining(['n8n.log', '.n8n/database.sqlite', '.n8n/config']),
		);
		expect(filesHolding(files, ['C-1026'])).not.toEqual([]);
		expect(filesHolding(files, secrets)).toEqual([]);
	});
});
