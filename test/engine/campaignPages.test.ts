import { readFileSync } from 'node:fs';
import { hashOf } from '../../campaign/seal';
import type { Campaign } from '../../campaign/types';
import { readCampaign } from '../../nodes/MobileDataCampaign/tables';
import { runCampaign, storedCampaign } from '../support/campaign/stored';
import { n8nWith, Platform } from '../support/platform';
import { fieldsOf } from '../support/runNode';

interface Workflow {
	nodes: { name: string; parameters: { columns?: { value: object } } }[];
}

const platform = Platform.forEach();

const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }));
const run = async (
	...[parameters, items, more]: [object, object[]?, Parameters<typeof runCampaign>[3]?]
) => await runCampaign(n8nWith(platform.account), parameters, items, more);

const running = storedCampaign(3);

describe('Plan, without opt-outs', () => {
	const html = { accept: 'text/html,application/xhtml+xml' };
	const pageUrl = 'https://n8n.example.com/webhook/mobile-data-campaign';
	const answer = async (request: object, campaigns: object[] = [{}]) => {
		const stored = itemsOf(...campaigns);
		const fields = { operation: 'plan', optOuts: false, request, pageUrl, campaigns: stored };
		const { outputs, error } = await run(fields);
		expect(error).toBeUndefined();
		return outputs[5]?.[0] as { statusCode: number; location: string; body: string };
	};

	it('shows a browser the campaigns, and the services of the account', async () => {
		const { statusCode, body } = await answer({ headers: html }, [running.campaign]);
		expect(statusCode).toBe(200);
		expect(body).toContain('href="mobile-data-campaign?key=control"');
		expect(body).toContain('<option value="LOYALTYDATA01"');
	});

	it('offers no service that gives no data', async () => {
		const services = [
			{ serviceKey: 'GIVES01', serviceName: 'Gives', active: true },
			{ serviceKey: 'ASLEEP01', serviceName: 'Asleep', active: false },
		];
		const fault = { kind: 'answer', status: 200, body: services } as const;
		platform.faults({ path: '/datagifting/v1/services', fault });
		const { body } = await answer({ headers: html });
		expect(body).toMatch(/<option value="GIVES01" >\s+Gives \(GIVES01\)\s+<\/option>/);
		expect(body).not.toContain('ASLEEP01');
	});

	it('shows the form if there is no campaign, and why the services are missing', async () => {
		platform.faults({
			path: '/datagifting/v1/services',
			fault: { kind: 'answer', status: 403, body: { message: 'Not yours' } },
		});
		const { statusCode, body } = await answer({ headers: html });
		expect(statusCode).toBe(200);
		expect(body).toMatch(/services can&#39;t be read[^]*Not yours[^]*<form/);
	});

	it('shows the draft of the address', async () => {
		const { campaign } = storedCampaign(1, {}, false);
		const request = { headers: html, query: { draft: campaign.viewKey } };
		expect((await answer(request, [campaign])).body).toMatch(/value="spring"[^]*Read again/);
		expect((await answer(request, [running.campaign])).location).toContain('?key=control');
		expect((await answer(request)).statusCode).toBe(404);
	});
});

it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'an operation that fails, set to %s, gives its error and not its input',
	async (onError) => {
		const items = [{ phone: '33639980011' }, { phone: '33639980012' }];
		const fields = { operation: 'plan', campaigns: 'x', request: {}, pageUrl: 'page' };
		const { run: record, error } = await run(fields, items, { settings: { onError } });
		expect(error).toBeUndefined();
		const outputs = [0, 1, 2, 3, 4, 5, 6, 7].map((output) => fieldsOf(record, output));
		const at = onError === 'continueErrorOutput' ? 7 : 0;
		const [failure, ...more] = outputs[at] ?? [];
		expect(failure).toMatchObject({
			error: { message: expect.stringContaining("'Campaigns'") as string, field: 'campaigns' },
		});
		expect([more, ...outputs.filter((_, output) => output !== at)].flat()).toEqual([]);
	},
);

it('an approval writes each column of its own campaign, and of another plan with its name', async () => {
	const { campaign, pieces } = storedCampaign(1, {}, false);
	const other = { ...campaign, id: 2, planId: 'p2', viewKey: 'other', controlKey: 'other' };
	const body = { action: 'approve', hash: hashOf(campaign), by: 'Ada' };
	const { outputs } = await run({
		operation: 'answerPage',
		campaign,
		others: itemsOf(campaign, other),
		pieces: itemsOf(...pieces),
		request: { query: { key: 'control' }, body },
	});
	const { nodes } = JSON.parse(
		readFileSync('workflows/mobile-data-campaigns.json', 'utf8'),
	) as Workflow;
	const node = nodes.find(({ name }) => name === 'Save changed campaign');
	const columns = Object.keys(node?.parameters.columns?.value ?? {}).sort();
	const writes = (outputs[2] ?? []) as { set: Partial<Campaign> }[];
	// n8n empties a column whose expression gives nothing.
	expect(writes.map(({ set }) => Object.keys(set).sort())).toEqual([columns, columns]);
	expect(writes.map(({ set }) => set.status)).toEqual(['draft', 'running']);
	expect(readCampaign({ ...other, ...writes[0]?.set })).toMatchObject({ status: 'draft' });
});
