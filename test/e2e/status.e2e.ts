import {
	addCampaign,
	batchesOf,
	campaignRow,
	createCampaignTables,
	publishStatusPage,
	type Batch,
	type ListRow,
} from '../support/campaignPage';
import { hashOf, sealOf } from '../support/campaignTables';
import { insertRows, tableRows, updateRow } from '../support/dataTables';
import { Host } from './support/host';
import { StatusPage } from './support/statusPage';

const phones = Array.from({ length: 9 }, (_, index) => `3363998010${index + 1}`);
const given = { result: 'given' } as const;
const failed = { result: 'failed', reason: 'ERROR_CODE <b>blacklisted</b>' } as const;
const inDoubt = { result: 'inDoubt', reason: 'No response' } as const;

const row = (index: number, ended?: ListRow['ended'], mb = 1500): ListRow => ({
	phone: phones[index] ?? '',
	mb,
	operator: 'FR_DEMOTEL',
	customer: `C-${index}`,
	...(ended && { ended }),
});

/** One row of each result, and one that was not sent. */
const mixed = (): Batch[] => [
	{ rows: [row(0, given), row(1, { result: 'already' }), row(2, failed)] },
	{ rows: [row(3, inDoubt), row(4, { result: 'optedOut' }), row(5)] },
];

let host: Host;
let page: StatusPage;

beforeAll(async () => {
	host = await Host.start();
	await createCampaignTables(host.client);
	await publishStatusPage(host.client);
	page = new StatusPage(host.n8n.url);
});

afterAll(async () => {
	await host.stop();
});

describe('the page', () => {
	it('shows the figures in words that people read', async () => {
		const campaign = await addCampaign(host.client, mixed(), { status: 'running' });
		const { status, headers, text } = await page.open(campaign);

		expect(status).toBe(200);
		expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
		expect(headers.refresh).toBe(`5; url=?key=${campaign.key}`);
		expect(text).toContain('<p class="state">Running</p>');
		expect(text).toContain('5 of 6 rows done, 83%');
		expect(text).toMatch(/role="img" aria-label="5 of 6 rows done between \d/);
		expect(text).toContain('<dt>In doubt</dt><dd><b>1</b><br><small>1,500 MB</small>');
		expect(text).toContain('<b>1</b><br><small>3,000 MB with opted out</small>');
		expect(text).toMatch(/Approved by<\/dt><dd>ada@example.com/);
		expect(text).toContain(`<code>${campaign.hash}</code>`);
		expect(text).not.toMatch(/<script|https?:/);
	});

	it.each([
		['planning', 'Being planned', []],
		['planned', 'Waiting for approval', ['approve']],
		['running', 'Running', ['pause']],
		['paused', 'Paused', ['resume']],
		['finished', 'Finished', ['retry', 'recheck', 'markGiven', 'markFailed']],
		['canceled', 'Canceled', ['markGiven', 'markFailed']],
	])('of a %s campaign offers what is possible then', async (status, words, actions) => {
		const campaign = await addCampaign(host.client, mixed(), { status });
		const { headers, text } = await page.open(campaign);

		expect(text).toContain(`<p class="state">${words}</p>`);
		expect([...text.matchAll(/name="action" value="(\w+)"/g)].map(([, name]) => name)).toEqual(
			actions,
		);
		const canCancel = ['planned', 'running', 'paused'].includes(status);
		expect(text.includes('view=cancel')).toBe(canCancel);
		expect(headers.refresh).toBe(status === 'running' ? `5; url=?key=${campaign.key}` : '');
	});

	it.each(['finished', 'planned'])('of a %s campaign escapes everything', async (status) => {
		const hostile = '<script>alert("1")</script>\'&';
		const reason = { result: 'failed', reason: hostile } as const;
		const campaign = await addCampaign(host.client, [{ rows: [row(0, reason)] }], {
			...{ status, name: hostile, problem: hostile, approvedBy: hostile, quietFrom: hostile },
			...{ quietTo: hostile, hash: hostile, approvedHash: hostile },
		});
		for (const format of [undefined, 'report']) {
			const { text } = await page.open(campaign, format);
			expect(text).toContain('&#60;script&#62;');
			expect(text).not.toContain('<script');
		}
	});

	it('says that a campaign is unknown', async () => {
		for (const key of ['', 'no-key', '0'.repeat(32)]) {
			const { status, text } = await page.open({ key });
			expect(status).toBe(404);
			expect(text).toContain('There is no such campaign');
		}
	});

	it('tells rate, expected end and reasons, and alerts to a problem', async () => {
		const rows = phones.map((_, index) => row(index, index < 6 ? failed : undefined));
		const approvedAt = new Date(Date.now() - 120_000).toISOString();
		const campaign = await addCampaign(host.client, [{ rows, status: 'open' }], {
			...{ status: 'running', problem: 'The pool is empty', approvedAt, startAt: approvedAt },
		});
		const { text } = await page.open(campaign);
		expect(text).toContain('<p class="note alert" role="alert">The pool is empty</p>');
		expect(text).toMatch(/3 rows per minute, expected end: \d+ \w+, \d\d:\d\d/);
		expect(text).toContain(
			'ERROR_CODE &#60;b&#62;blacklisted&#60;/b&#62;</td><td class="number">6',
		);
	});

	it('of 10,000 batches stays short, without reading the list', async () => {
		const rows = 1_000_000;
		const campaign = await addCampaign(host.client, [], { status: 'running', rows });
		const batches = Array.from({ length: 10_000 }, (_, index) => ({
			...{ campaign: campaign.id, batch: index + 1, rows: 100, given: 90, reasons: '{"No":1}' },
			changedAt: new Date(Date.now() - index * 1000).toISOString(),
		}));
		for (let from = 0; from < batches.length; from += 1000) {
			await insertRows(host.client, 'gift_progress', batches.slice(from, from + 1000));
		}
		const { text } = await page.open(campaign);
		expect(text).toContain('900,000 of 1,000,000 rows done, 90%');
		expect(text).toContain('<td>No</td><td class="number">10,000</td>');
		expect(text.length).toBeLessThan(15_000);
	});
});

describe('the files', () => {
	it('have each row with its result, and no formulas', async () => {
		const rows = [
			{ ...row(0, given), customer: '=HYPERLINK("x")' },
			{ ...row(1, failed), customer: '-1' },
			{ ...row(2), customer: '@a,b' },
		];
		const fields = { name: 'Spring 26', status: 'finished' };
		const { headers, text } = await page.open(
			await addCampaign(host.client, [{ rows }], fields),
			'csv',
		);

		expect(headers['content-disposition']).toBe('attachment; filename="Spring-26.csv"');
		expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
			'customer,phone,megabytes,operator,result,reason',
			'"\'=HYPERLINK(""x"")","33639980101","1500","FR_DEMOTEL","given",""',
			`"'-1","33639980102","1500","FR_DEMOTEL","failed","${failed.reason}"`,
			'"\'@a,b","33639980103","1500","FR_DEMOTEL","notSent",""',
			'',
		]);
	});

	it('have the figures', async () => {
		const campaign = await addCampaign(host.client, mixed(), { status: 'finished' });
		expect(await page.figures(campaign)).toMatchObject({
			...{ campaign: 'Spring', status: 'finished', rows: 6, megabytes: 9000 },
			given: { rows: 1, megabytes: 1500 },
			inDoubt: { rows: 1, megabytes: 1500 },
			notSent: { rows: 2, megabytes: 3000 },
			...{ left: 1, optedOut: 1, reasons: { 'No response': 1 } },
		});
	});
});

describe('an action', () => {
	const results = {
		planned: { approve: 'running', cancel: 'canceled' },
		running: { pause: 'paused', cancel: 'canceled' },
		paused: { resume: 'running', cancel: 'canceled' },
		finished: {
			...{ retry: 'running', recheck: 'running' },
			...{ markGiven: 'finished', markFailed: 'finished' },
		},
		canceled: { markGiven: 'canceled', markFailed: 'canceled' },
	};
	const actions = [...new Set(Object.values(results).flatMap((of) => Object.keys(of)))];
	const table = Object.entries(results).flatMap(([status, of]) =>
		actions.map((action): [string, string, string | undefined] => [
			action,
			status,
			(of as Record<string, string>)[action],
		]),
	);

	it.each(table)('%s of a %s campaign gives %s', async (action, status, expected) => {
		const approved = status === 'planned' ? { approvedHash: '', approvedBy: '' } : {};
		const campaign = await addCampaign(host.client, mixed(), { status, ...approved });
		const before = await batchesOf(host.client, campaign);
		const text = await page.press(campaign, action);

		const { status: after } = await campaignRow(host.client, campaign);
		expect(after).toBe(expected ?? status);
		expect(text.includes('Nothing was changed')).toBe(expected === undefined);
		if (expected === undefined) expect(await batchesOf(host.client, campaign)).toEqual(before);
	});

	it('approves only the list that was shown, and says who did', async () => {
		const fields = { status: 'planned', approvedHash: '', approvedBy: '' };
		const campaign = await addCampaign(host.client, mixed(), fields);

		expect(await page.press(campaign, 'approve', { hash: '0'.repeat(64) })).toContain(
			'Nothing was approved',
		);
		expect(await campaignRow(host.client, campaign)).toMatchObject({ status: 'planned' });
		await page.press(campaign, 'approve');
		expect(await campaignRow(host.client, campaign)).toMatchObject({
			...{ status: 'running', approvedHash: campaign.hash, approvedBy: 'bo@example.com' },
		});
	});

	it('shows a changed list, and approves it when it is pressed again', async () => {
		const campaign = await addCampaign(host.client, mixed(), {
			...{ status: 'planned', approvedHash: '' },
			problem: 'Batch 2 was changed after the approval. Check the list, then approve it again.',
		});
		const second = (await batchesOf(host.client, campaign))[1];
		const list = (second?.list ?? '').replaceAll('1500', '10');
		await updateRow(host.client, 'gift_batches', second?.id ?? 0, { list });

		const shown = await page.press(campaign, 'approve');
		const stored = await campaignRow(host.client, campaign);
		const hash = String(stored.hash);
		expect(stored).toMatchObject({ status: 'planned', approvedHash: '', megabytes: 4530 });
		expect(shown).toContain(`name="hash" value="${hash}"`);
		const [first, changed] = await batchesOf(host.client, campaign);
		const named = { name: 'Spring', serviceKey: 'LOYALTYDATA01' };
		expect(hash).toBe(hashOf(named, [{ list: first?.list ?? '' }, { list }]));
		expect(changed?.seal).toBe(sealOf({ ...named, hash }, { number: 2, list }));
		expect(changed).toMatchObject({ megabytes: 30, megabytesBefore: 4500, owner: 'worker-1' });

		expect(await page.press(campaign, 'approve')).toContain('Nothing was approved');
		await page.press({ ...campaign, hash }, 'approve');
		expect(await campaignRow(host.client, campaign)).toMatchObject({ approvedHash: hash });
	});

	it.each([
		['retry', '33639980103', undefined, 'open', { failed: 0, failedMb: 0, given: 1 }],
		['recheck', '33639980104', undefined, 'open', { inDoubt: 0, inDoubtMb: 0 }],
		['markGiven', '33639980104', 'given', 'done', { inDoubt: 0, given: 1, givenMb: 1500 }],
		['markFailed', '33639980104', 'failed', 'done', { inDoubt: 0, failed: 1, failedMb: 1500 }],
	])('%s changes the rows it is about', async (action, phone, result, status, progress) => {
		const campaign = await addCampaign(host.client, mixed(), { status: 'finished' });
		const before = await batchesOf(host.client, campaign);
		await page.press(campaign, action);

		const after = await batchesOf(host.client, campaign);
		const at = before.findIndex(({ results }) => results.includes(`${phone}":`));
		const own = (JSON.parse(after[at]?.results ?? '{}') as Record<string, unknown>)[phone];
		expect(own).toEqual(result && { result, reason: 'Decided by a person' });
		expect(after[at]?.status).toBe(status);
		expect(after[at]?.owner).not.toBe(before[at]?.owner);
		expect(after[1 - at]).toEqual(before[1 - at]);
		const rows = await tableRows(host.client, 'gift_progress');
		const counted = rows.filter((one) => one.campaign === campaign.id);
		expect(counted.find(({ batch }) => batch === at + 1)).toMatchObject(progress);
	});

	it('opens batches that were held over the budget', async () => {
		const held: Batch = { rows: [row(0)], status: 'held' };
		const campaign = await addCampaign(host.client, [held], { status: 'finished' });
		await page.press(campaign, 'retry');
		expect(await batchesOf(host.client, campaign)).toMatchObject([{ status: 'open' }]);
	});

	it('of two people at once is done once', async () => {
		const campaign = await addCampaign(host.client, mixed(), { status: 'finished' });
		const pressed = ['markGiven', 'markFailed', 'markGiven', 'markFailed'];
		await Promise.all(pressed.map(async (action) => await page.press(campaign, action)));

		const figures = await page.figures(campaign);
		const [, second] = await batchesOf(host.client, campaign);
		const [result] = Object.values(
			JSON.parse(second?.results ?? '{}') as Record<string, { result: string }>,
		);
		const expected = result?.result === 'given' ? [2, 1] : [1, 2];
		expect(figures).toMatchObject({ inDoubt: { rows: 0 } });
		expect(figures).toMatchObject({ given: { rows: expected[0] }, failed: { rows: expected[1] } });
	});
});
