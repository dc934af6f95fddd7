import { accountCredential, demoAccount } from '../../scripts/try/credentials';
import { campaignWorkflow } from '../../scripts/try/workflows';
import { runCampaign, type CampaignRun } from '../support/campaignRun';
import {
	differencesOf,
	duplicates,
	expectedGifts,
	failedCustomers,
	refusedByNode,
	refusedByPlatform,
} from '../../scripts/try/expectations';
import { itemsOf } from '../support/n8nClient';
import { countOf, SandboxControl } from '../support/sandboxControl';
import { giftRoute } from '../support/platform';
import { Workspace } from '../support/workspace';
import { filesHolding, tokensOf, writtenByN8n } from '../support/e2e/secrets';

const HEADER = 'customer,name,phone,operator,megabytes';

let workspace: Workspace;
let control: SandboxControl;

beforeAll(async () => {
	workspace = await Workspace.open();
	await workspace.publishReady(campaignWorkflow);
	control = new SandboxControl(workspace.sandbox.url);
});

afterAll(async () => {
	await workspace.close();
});

/** Submits a list, by default the shipped one, and waits for the end. */
const run = async (campaign: string, csv?: string): Promise<CampaignRun> =>
	await runCampaign(workspace.url, workspace.client, { campaign, ...(csv && { csv }) });

const ledgerOf = async (campaign: string) =>
	(await control.ledger()).filter(({ asked }) => asked.clientId?.startsWith(`${campaign}-`));

it('gives what the sample list asks, row by row, and shows why rows failed', async () => {
	const { execution, given, skipped, failed, ending } = await run('Ready');

	expect(execution.status).toBe('success');
	expect(differencesOf(await ledgerOf('Ready'), 'Ready')).toEqual([]);
	expect(given).toHaveLength(expectedGifts.length);
	expect(skipped).toHaveLength(duplicates);
	expect(failed.map(({ customer }) => customer).sort()).toEqual(failedCustomers);
	expect(ending.text).toContain('Gifts given: 180');
	expect(ending.text).toContain('200 rows: 2 skipped as duplicates, 18 failed');
	expect(ending.text).toContain('C-1047\t06 39 98 40 12');
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

const outsized = [
	'C-1,Ada Sample,+33 6 39 98 12 34,FR_DEMOTEL,100',
	'C-2,Bruno Sample,+44 7700 900123,GB_SAMPLECELL,500750',
];

it.each<[string, string[], number, number, RegExp]>([
	['where all is well', ['C-1,Ada,+33 6 39 98 12 34,FR_DEMOTEL,100'], 1, 0, /Gifts given: 1/],
	[
		'where all fail',
		['C-1,Ada,,FR_DEMOTEL,100', 'C-2,Bo,0639981234,FR_DEMOTEL,5'],
		0,
		2,
		/given: 0/,
	],
	['without rows', [], 0, 1, /given: 0/],
	['that the pools do not cover', outsized, 0, 2, /LOYALTYDATA01 at GB_SAMPLECELL .*500750 MB/],
])('ends with a result for a list %s', async (name, rows, gifts, failures, words) => {
	const { ending, given, failed } = await run(name, [HEADER, ...rows, ''].join('\n'));
	expect([given.length, failed.length]).toEqual([gifts, failures]);
	expect(ending.text).toMatch(words);
	expect((await ledgerOf(name)).filter(({ gift }) => gift)).toHaveLength(gifts);
});

it('survives a token that dies mid-campaign, with rotation and reuse detection on', async () => {
	await control.set({ rotateRefreshTokens: true, detectRefreshReuse: true, latencyMs: 20 });
	const { ledger, tokens, clock, traffic } = workspace.sandbox.world;
	const refused = () => traffic.report().routes[giftRoute]?.['401'] ?? 0;
	const refusedBefore = refused();
	const before = countOf(await control.tokenRequests());
	const gifted = ledger.entries.length;
	const dying = setInterval(() => {
		if (ledger.entries.length < gifted + 60) return;
		clearInterval(dying);
		tokens.expireAccessTokens(clock.now());
	}, 1);

	await run('Dying token');

	await control.set({ latencyMs: 0 });
	expect(refused() - refusedBefore).toBeGreaterThan(1);
	const asked = countOf(await control.tokenRequests()) - before;
	expect(asked).toBeGreaterThanOrEqual(1);
	expect(asked).toBeLessThanOrEqual(2);
	expect(differencesOf(await ledgerOf('Dying token'), 'Dying token')).toEqual([]);
});

it('stops before the first gift at a wrong password, says why, and does not lock the account', async () => {
	const { name, type, data } = accountCredential(workspace.sandbox.url);
	const wrong = { ...data, password: 'not-the-password' };
	await workspace.keep({ name, type, data: wrong });
	const before = countOf(await control.tokenRequests());
	const tested = await workspace.client.testCredential(type, wrong);
	expect(tested).toMatchObject({ status: 'Error' });
	const { ending } = await run('Locked out');
	for (const words of [tested.message, ending.text]) {
		expect(words).toMatch(/wrong user name or password/i);
		expect(words).not.toContain(wrong.password);
	}
	expect(ending.text).toContain('Gifts given: 0');
	expect(await ledgerOf('Locked out')).toEqual([]);
	expect(countOf(await control.tokenRequests()) - before).toBeLessThanOrEqual(4);
});

it('leaves no secret in anything that n8n writes: log, stored executions, files', () => {
	const files = writtenByN8n();
	const issued = tokensOf(workspace.sandbox);
	const { password, clientSecret } = demoAccount;
	expect(issued.length).toBeGreaterThanOrEqual(4);
	expect(filesHolding(files, ['C-1026'])).not.toEqual([]);
	expect(filesHolding(files, [password, clientSecret, ...issued])).toEqual([]);
});
