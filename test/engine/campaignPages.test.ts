import { hashOf } from '../../campaign/seal';
import { runCampaign, storedCampaign } from '../support/campaign/stored';
import { n8nWith, Platform } from '../support/platform';
import { fieldsOf, outputOf } from '../support/runNode';

const platform = Platform.forEach();

const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }));
const run = async (
	...[parameters, items, more]: [object, object[]?, Parameters<typeof runCampaign>[3]?]
) => await runCampaign(n8nWith(platform.account), parameters, items, more);

const planned = storedCampaign(3, {}, false);
const running = storedCampaign(3);
const failed = [{ ...running.batches[0], results: 'gf-', status: 'done' as const }];

describe('Answer Desk', () => {
	const html = { accept: 'text/html,application/xhtml+xml' };
	const pageUrl = 'https://n8n.example.com/webhook/mobile-data-campaign';
	const answer = async (request: object, items: object[], more: object = {}) => {
		const fields = { operation: 'answerDesk', request, pageUrl, campaigns: [], ...more };
		const { outputs, error } = await run(fields, items);
		expect(error).toBeUndefined();
		return outputs[0]?.[0] as { statusCode: number; location: string; body: string };
	};

	it('shows a browser the campaigns, and the services of the account', async () => {
		const { statusCode, body } = await answer({ headers: html }, [{}], {
			campaigns: itemsOf(running.campaign),
		});
		expect(statusCode).toBe(200);
		expect(body).toContain('href="mobile-data-campaign?key=control"');
		expect(body).toContain('<option value="LOYALTYDATA01"');
	});

	it('shows the form where there is no campaign, and why the services are missing', async () => {
		platform.faults({
			path: '/datagifting/v1/services',
			fault: { kind: 'answer', status: 403, body: { message: 'Not yours' } },
		});
		const { statusCode, body } = await answer({ headers: html }, [{}]);
		expect(statusCode).toBe(200);
		expect(body).toMatch(/services can&#39;t be read[^]*Not yours[^]*<form/);
	});

	it.each([
		['who decides by the address is sent', 'address', `${pageUrl}?key=control`],
		['who decides by the login is sent', 'login', 'https://n8n.example.com/webhook/desk'],
	])('after a plan, %s its address: by the %s', async (_, approver, url) => {
		const webhookUrl = 'https://n8n.example.com/webhook/desk';
		const request = { headers: html, body: { campaign: 'spring' }, webhookUrl };
		const fields = { operation: 'answerDesk', request, pageUrl, campaigns: [], approver };
		const { outputs } = await run(fields, [planned.campaign]);
		expect(outputs[1]).toMatchObject([{ campaign: 'spring', rows: 3, megabytes: 6, url }]);
	});

	it.each<[string, object, object[]]>([
		['the desk was opened', {}, [...running.batches]],
		['nothing was planned', { campaign: 'spring' }, [{ error: "'Budget (MB)' is required" }]],
	])('tells approvers nothing where %s', async (_, body, items) => {
		const request = { headers: html, body };
		const fields = { operation: 'answerDesk', request, pageUrl, campaigns: [] };
		const { outputs, error } = await run(fields, items);
		expect(error).toBeUndefined();
		expect(outputs.map(({ length }) => length)).toEqual([1, 0, 0, 0, 0]);
	});

	it('tells a program what was planned, also one that takes any type', async () => {
		const headers = { accept: 'application/json,text/html,*/*' };
		const request = { headers, body: { campaign: 'spring' } };
		const { statusCode, body } = await answer(request, [planned.campaign]);
		expect([statusCode, JSON.parse(body)]).toMatchObject([
			200,
			{ hash: hashOf(planned.campaign), statusUrl: `${pageUrl}?key=view` },
		]);
	});

	const error = { message: "'Budget (MB)' is required", description: 'Fill it in' };
	it('says why nothing was planned', async () => {
		const request = { headers: html, body: { campaign: 'spring' } };
		const { statusCode, body } = await answer(request, [{ ...request, error }]);
		expect(statusCode).toBe(422);
		expect(body).toMatch(/Nothing was planned. &#39;Budget \(MB\)&#39; is required. Fill it in/);
	});
});

describe('Answer Page', () => {
	type Stored = Pick<typeof planned, 'campaign'> & { batches: readonly object[] };
	const answer = async (request: object, { campaign, batches }: Stored = running) => {
		const others = itemsOf(campaign, { ...campaign, id: 0, name: 'spring-2' });
		const fields = { operation: 'answerPage', campaign, others };
		const { outputs, error } = await run({ ...fields, request }, [...batches]);
		expect(error).toBeUndefined();
		return outputs;
	};
	const pressing = (action: string, more = {}) => {
		return { query: { key: 'control' }, body: { action, ...more } };
	};

	it('opens nothing where no campaign was found', async () => {
		const fields = { operation: 'answerPage', campaign: {}, others: itemsOf({}) };
		const { outputs } = await run({ ...fields, request: { query: { key: 'x' } } }, [{}]);
		expect(outputs).toMatchObject([[], [], [], [], [{ statusCode: 404 }]]);
	});

	it('approves a campaign as it was shown', async () => {
		const approve = pressing('approve', { hash: hashOf(planned.campaign), by: 'Ada' });
		const [open, batches, campaigns, , answers] = await answer(approve, planned);
		expect(open?.map(({ where }) => where)).toMatchObject([{ status: 'held' }, { status: 'open' }]);
		expect(batches).toEqual([]);
		expect(campaigns).toMatchObject([
			{
				where: { id: 1, status: 'planned', round: 0 },
				set: { status: 'running', active: true, round: 1, approvedBy: 'Ada', problem: '' },
			},
		]);
		expect(answers).toMatchObject([{ statusCode: 303 }]);
	});

	it('asks for the lists of failed rows', async () => {
		const outputs = await answer(pressing('retry'), { ...running, batches: failed });
		expect(outputs).toEqual([[], [], [], [{ from: 1, to: 1 }], []]);
	});

	it('refuses in words, and writes nothing', async () => {
		const outputs = await answer(pressing('approve', { hash: 'other' }), planned);
		expect(outputs.slice(0, 4)).toEqual([[], [], [], []]);
		const body = expect.stringContaining('the campaign was changed') as string;
		expect(outputs[4]).toMatchObject([{ statusCode: 409, body }]);
	});
});

describe('Answer Rows', () => {
	const lists = [{ planId: 'p1', number: 1, list: running.list }];
	const answer = async (request: object) =>
		await run(
			{
				operation: 'answerRows',
				campaign: running.campaign,
				batches: itemsOf(...failed),
				request: { query: { key: 'control' }, ...request },
			},
			lists,
		);

	it('opens the rows that failed', async () => {
		const { outputs } = await answer({ body: { action: 'retry' } });
		const [batches, campaigns, answers, files] = outputs;
		expect(batches).toMatchObject([{ id: 1, version: 1, results: 'g?-', owner: 'look up' }]);
		expect(campaigns).toMatchObject([{ set: { round: 2 } }]);
		expect(answers).toMatchObject([
			{ statusCode: 303, location: '?key=control&done=retry&format=json' },
		]);
		expect(files).toEqual([]);
	});

	it('writes each row as a CSV file', async () => {
		const { run: record } = await answer({ query: { key: 'control', format: 'file' } });
		const [file] = outputOf(record, 3);
		expect(fieldsOf(record, 3)).toEqual([{ fileName: 'spring.csv' }]);
		expect(file?.binary?.data?.mimeType).toBe('text/csv');
		const text = Buffer.from(file?.binary?.data?.data ?? '', 'base64').toString();
		expect(text).toMatch(/999000001000,2,,Given,[^]*999000001001,2,,Failed,/);
	});
});

it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'an operation that fails, set to %s, gives its error and not its input',
	async (onError) => {
		const items = [{ phone: '33639980011' }, { phone: '33639980012' }];
		const fields = { operation: 'plan', optOuts: 'x', others: [] };
		const { run: record, error } = await run(fields, items, { settings: { onError } });
		expect(error).toBeUndefined();
		const outputs = [0, 1, 2, 3, 4, 5].map((output) => fieldsOf(record, output));
		const at = onError === 'continueErrorOutput' ? 5 : 0;
		const [failure, ...more] = outputs[at] ?? [];
		expect(failure).toMatchObject({
			error: { message: expect.stringContaining("'Opt-Outs'") as string, field: 'optOuts' },
		});
		expect([more, ...outputs.filter((_, output) => output !== at)].flat()).toEqual([]);
	},
);
