import { readFileSync } from 'node:fs';

import { itemsOf } from '../../scripts/host/n8nClient';
import { demoAccount } from '../../scripts/try/credentials';
import {
	differencesOf,
	duplicates,
	expectedGifts,
	failedCustomers,
	refusedByNode,
	refusedByPlatform,
} from '../../scripts/try/expectations';
import { recipientsFile } from '../../scripts/try/workflows';
import { countOf } from '../support/sandboxControl';
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

describe('the starter campaign in a real n8n', () => {
	it('gives what the sample list asks, row by row, and shows the rows that failed', async () => {
		const { execution, given, skipped, failed, ending } = await host.runCampaign('Ready');

		expect(execution.status).toBe('success');
		expect(execution.data.resultData.lastNodeExecuted).toBe('Show result');
		expect(differencesOf(await host.ledgerOf('Ready'), 'Ready')).toEqual([]);
		expect(given).toHaveLength(expectedGifts.length);
		expect(skipped).toHaveLength(duplicates);
		expect(failed.map(({ customer }) => customer).sort()).toEqual(failedCustomers);
		expect(ending.text).toContain('Gifts given: 180');
		expect(ending.text).toContain('200 rows: 2 skipped as duplicates, 18 failed');
		expect(ending.text).toContain('C-1047\t06 39 98 40 12');
	});

	it('skips gifts of an earlier run, and gives the rest of a list', async () => {
		const [header, ...rows] = sampleList().split('\n');
		const half = [header, ...rows.slice(0, 100)].join('\n');
		const first = await host.runCampaign('Again', half);
		const whole = await host.runCampaign('Again');
		const again = await host.runCampaign('Again');

		const before = first.given.length;
		expect(before).toBeGreaterThan(80);
		expect(whole.given).toHaveLength(expectedGifts.length - before);
		expect(again.given).toEqual([]);
		expect(again.skipped).toHaveLength(expectedGifts.length + duplicates);
		expect(again.ending.text).toContain('182 skipped as duplicates');
		const gifts = (await host.ledgerOf('Again')).filter(({ gift }) => gift);
		expect(gifts).toHaveLength(expectedGifts.length);
	});

	it('gives each failed row its own reason', async () => {
		const { failed, execution } = await host.runCampaign('Reasons');

		const reasons = Object.fromEntries(failed.map(({ customer, error }) => [customer, error]));
		for (const [customer, field] of Object.entries(refusedByNode)) {
			expect(reasons[customer]).toMatchObject({ field });
		}
		for (const [customer, { code }] of Object.entries(refusedByPlatform)) {
			expect(reasons[customer]?.message).toContain(code);
		}
		for (const name of ['given', 'failed']) {
			const [file] = itemsOf(execution, 'Combine files').filter(({ binary }) => binary?.[name]);
			expect(file?.binary?.[name]).toMatchObject({ fileName: `${name}.csv` });
		}
	});

	it('sends nothing when the pools do not cover the list', async () => {
		const csv = [
			HEADER,
			'C-1,Ada Sample,+33 6 39 98 12 34,FR_DEMOTEL,100',
			'C-2,Bruno Sample,+44 7700 900123,GB_SAMPLECELL,500750',
		].join('\n');
		const before = (await host.control.ledger()).length;

		const { ending, failed } = await host.runCampaign('Too much', csv);

		expect(failed).toHaveLength(2);
		expect(ending.text).toContain('Gifts given: 0');
		expect(ending.text).toMatch(/LOYALTYDATA01 at GB_SAMPLECELL .*500750 MB/);
		expect(await host.control.ledger()).toHaveLength(before);
	});

	it.each([
		['where all is well', ['C-1,Ada,+33 6 39 98 12 34,FR_DEMOTEL,100'], 1, 0],
		['where all fail', ['C-1,Ada,,FR_DEMOTEL,100', 'C-2,Bo,0639981234,FR_DEMOTEL,5'], 0, 2],
		['without rows', [], 0, 1],
	])('ends with a result for a list %s', async (name, rows, gifts, failures) => {
		const { ending, given, failed } = await host.runCampaign(
			name,
			[HEADER, ...rows, ''].join('\n'),
		);

		expect([given.length, failed.length]).toEqual([gifts, failures]);
		expect(ending.text).toContain(`Gifts given: ${gifts}`);
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
