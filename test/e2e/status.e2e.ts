import axios, { type AxiosInstance } from 'axios';
import { DateTime } from 'luxon';
import { assignGift } from '../../sandbox/gifting/assign';
import { packWorkflows } from '../../scripts/try/workflows';
import {
	addCampaign,
	batchesOf,
	campaignRow,
	createCampaignTables,
	hashOf,
	sealOf,
	type Batch,
	type Campaign,
	type ListRow,
} from '../support/campaignPage';
import { insertRows, tableRows, updateRows } from '../support/dataTables';
import { Workspace } from '../support/workspace';

const given = { result: 'given' } as const;
const failed = { result: 'failed', reason: 'ERROR_CODE <b>blacklisted</b>' } as const;
const inDoubt = { result: 'inDoubt', reason: 'No response' } as const;

const row = (index: number, ended?: ListRow['ended'], mb = 1500): ListRow => {
	const known = { phone: `3363998010${index + 1}`, operator: 'FR_DEMOTEL', customer: `C-${index}` };
	return { ...known, mb, ...(ended && { ended }) };
};

/** One row of each result, and one that was not sent. */
const mixed = (): Batch[] => [
	{ rows: [row(0, given), row(1, { result: 'already' }), row(2, failed)] },
	{ rows: [row(3, inDoubt), row(4, { result: 'optedOut' }), row(5)] },
];

let workspace: Workspace;
let client: Workspace['client'];
let http: AxiosInstance;

beforeAll(async () => {
	workspace = await Workspace.open();
	({ client } = workspace);
	await createCampaignTables(client);
	await workspace.publishReady(...packWorkflows.filter(({ id }) => id === 'campaignStatus'));
	const baseURL = `${workspace.url}/webhook/gift-campaign`;
	http = axios.create({ baseURL, proxy: false, validateStatus: () => true });
});

afterAll(async () => {
	await workspace.close();
});

/** Opens the page, the list (`csv`) or the check (`report`). */
async function open({ key }: Pick<Campaign, 'key'>, format?: string) {
	const { status, headers, data } = await http.get<string>('', { params: { key, format } });
	return { status, headers, text: String(data) };
}

async function figures({ key }: Campaign): Promise<Record<string, unknown>> {
	return (await http.get<Record<string, unknown>>('', { params: { key, format: 'json' } })).data;
}

/** Presses a button; gives the page that follows. */
async function press({ key, hash }: Campaign, action: string): Promise<string> {
	const form = new URLSearchParams({ key, action, hash, by: 'bo@example.com' });
	return (await http.post<string>('', form)).data;
}

const add = async (batches: Batch[], fields: Record<string, unknown>) =>
	await addCampaign(client, batches, fields);
const unapproved = { status: 'planned', approvedHash: '', approvedBy: '' };

it('the page shows the figures in words that people read', async () => {
	const campaign = await add(mixed(), { status: 'running' });
	const { status, headers, text } = await open(campaign);
	expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
	expect(headers.refresh).toBe(`5; url=?key=${campaign.key}`);
	for (const words of [
		...['<p class="state">Running</p>', '5 of 6 rows done, 83%'],
		'role="img" aria-label="5 of 6 rows done between ',
		'<dt>In doubt</dt><dd><b>1</b><br><small>1,500 MB</small>',
		'<b>1</b><br><small>3,000 MB with opted out</small>',
		...['Approved by</dt><dd>ada@example.com', `<code>${campaign.hash}</code>`],
	]) {
		expect(text).toContain(words);
	}
	expect(text).not.toMatch(/<script|https?:/);
	expect((await open({ key: '' })).status).toBe(404);

	const rows = Array.from({ length: 9 }, (_, index) => row(index, index < 6 ? failed : undefined));
	const approvedAt = new Date(Date.now() - 120_000).toISOString();
	const stuck = { status: 'running', problem: 'The pool is empty', approvedAt };
	const slow = await open(await add([{ rows }], { ...stuck, startAt: approvedAt }));
	expect(slow.text).toContain('<p class="note alert" role="alert">The pool is empty</p>');
	expect(slow.text).toMatch(/3 rows per minute, expected end: \d+ \w+, \d\d:\d\d/);
	const reason = 'ERROR_CODE &#60;b&#62;blacklisted&#60;/b&#62;';
	expect(slow.text).toContain(`${reason}</td><td class="number">6`);
});

it.each(['finished', 'planned'])('the page of a %s campaign escapes everything', async (status) => {
	const hostile = '<script>alert("1")</script>\'&';
	const rows = [row(0, { result: 'failed', reason: hostile })];
	const names = ['name', 'problem', 'approvedBy', 'quietFrom', 'quietTo', 'hash', 'approvedHash'];
	const fields = Object.fromEntries(names.map((name) => [name, hostile]));
	const campaign = await add([{ rows }], { ...fields, status });
	for (const format of [undefined, 'report']) {
		const { text } = await open(campaign, format);
		expect(text).toContain('&#60;script&#62;');
		expect(text).not.toContain('<script');
	}
});

it('the list has each row with its result, and no formulas; the figures add up', async () => {
	const rows = [
		{ ...row(0, given), customer: '=HYPERLINK("x")' },
		{ ...row(1, failed), customer: '-1' },
		{ ...row(2), customer: '@a,b' },
	];
	const listed = await add([{ rows }], { name: 'Spring 26', status: 'finished' });
	const { headers, text } = await open(listed, 'csv');
	expect(headers['content-disposition']).toBe('attachment; filename="Spring-26.csv"');
	expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
		'customer,phone,megabytes,operator,result,reason',
		'"\'=HYPERLINK(""x"")","33639980101","1500","FR_DEMOTEL","given",""',
		`"'-1","33639980102","1500","FR_DEMOTEL","failed","${failed.reason}"`,
		'"\'@a,b","33639980103","1500","FR_DEMOTEL","notSent",""',
		'',
	]);
	expect(await figures(await add(mixed(), { status: 'finished' }))).toMatchObject({
		...{ campaign: 'Spring', status: 'finished', rows: 6, megabytes: 9000 },
		given: { rows: 1, megabytes: 1500 },
		inDoubt: { rows: 1, megabytes: 1500 },
		notSent: { rows: 2, megabytes: 3000 },
		...{ left: 1, optedOut: 1, reasons: { 'No response': 1 } },
	});
});

const decisions = ['markGiven', 'markFailed'];
/** What a campaign is after an action; after a decision it is what it was. */
const leadsTo: Record<string, string> = {
	...{ approve: 'running', cancel: 'canceled', pause: 'paused', resume: 'running' },
	...{ retry: 'running', recheck: 'running' },
};

it.each([
	['planned', 'Waiting for approval', ['approve', 'cancel']],
	['running', 'Running', ['pause', 'cancel']],
	['paused', 'Paused', ['resume', 'cancel']],
	['finished', 'Finished', ['retry', 'recheck', ...decisions]],
	['canceled', 'Canceled', decisions],
])(
	'an action of a %s campaign is offered and done when it fits',
	async (status, words, fitting) => {
		const fields = status === 'planned' ? unapproved : { status };
		const { headers, text } = await open(await add(mixed(), fields));
		expect(text).toContain(`<p class="state">${words}</p>`);
		const offered = [...text.matchAll(/name="action" value="(\w+)"/g)].map(([, name]) => name);
		expect(offered).toEqual(fitting.filter((action) => action !== 'cancel'));
		expect(text.includes('view=cancel')).toBe(fitting.includes('cancel'));
		expect(Boolean(headers.refresh)).toBe(status === 'running');
		for (const action of fitting) {
			const campaign = await add(mixed(), fields);
			expect(await press(campaign, action)).not.toContain('Nothing was changed');
			const { status: now } = await campaignRow(client, campaign);
			expect([action, now]).toEqual([action, leadsTo[action] ?? status]);
		}
		const campaign = await add(mixed(), fields);
		const before = await batchesOf(client, campaign);
		for (const action of [...Object.keys(leadsTo), ...decisions]) {
			if (fitting.includes(action)) continue;
			expect(await press(campaign, action)).toContain('Nothing was changed');
		}
		expect((await campaignRow(client, campaign)).status).toBe(status);
		expect(await batchesOf(client, campaign)).toEqual(before);
	},
);

it('an action shows a changed list, and approves it when it is pressed again', async () => {
	const problem = 'Batch 2 was changed after the approval. Check the list, then approve it again.';
	const campaign = await add(mixed(), { ...unapproved, problem });
	const second = (await batchesOf(client, campaign))[1];
	const list = (second?.list ?? '').replaceAll('1500', '10');
	await updateRows(client, 'gift_batches', { id: second?.id ?? 0 }, { list });

	const shown = await press(campaign, 'approve');
	const stored = await campaignRow(client, campaign);
	const hash = String(stored.hash);
	expect(stored).toMatchObject({ status: 'planned', approvedHash: '', megabytes: 4530 });
	expect(shown).toContain(`name="hash" value="${hash}"`);
	const [first, changed] = await batchesOf(client, campaign);
	const named = { name: 'Spring', serviceKey: 'LOYALTYDATA01' };
	expect(hash).toBe(hashOf(named, [first?.list ?? '', list]));
	expect(changed?.seal).toBe(sealOf({ ...named, hash }, { number: 2, list }));
	expect(changed).toMatchObject({ megabytes: 30, megabytesBefore: 4500, owner: 'worker-1' });

	expect(await press(campaign, 'approve')).toContain('Nothing was approved');
	await press({ ...campaign, hash }, 'approve');
	const approved = { status: 'running', approvedHash: hash, approvedBy: 'bo@example.com' };
	expect(await campaignRow(client, campaign)).toMatchObject(approved);
});

it.each([
	['retry', '33639980103', undefined, 'open', { failed: 0, failedMb: 0, given: 1 }],
	['recheck', '33639980104', undefined, 'open', { inDoubt: 0, inDoubtMb: 0 }],
	['markGiven', '33639980104', 'given', 'done', { inDoubt: 0, given: 1, givenMb: 1500 }],
	['markFailed', '33639980104', 'failed', 'done', { inDoubt: 0, failed: 1, failedMb: 1500 }],
])('%s changes the rows it is about', async (action, phone, result, status, progress) => {
	const campaign = await add(mixed(), { status: 'finished' });
	const before = await batchesOf(client, campaign);
	await press(campaign, action);

	const after = await batchesOf(client, campaign);
	const at = before.findIndex(({ results }) => results.includes(`${phone}":`));
	const own = (JSON.parse(after[at]?.results ?? '{}') as Record<string, unknown>)[phone];
	expect(own).toEqual(result && { result, reason: 'Decided by a person' });
	expect(after[at]?.status).toBe(status);
	expect(after[at]?.owner).not.toBe(before[at]?.owner);
	expect(after[1 - at]).toEqual(before[1 - at]);
	const counted = { campaign: campaign.id, batch: at + 1 };
	expect(await tableRows(client, 'gift_progress', counted)).toMatchObject([progress]);
});

it('retry opens batches that were held over the budget', async () => {
	const campaign = await add([{ rows: [row(0)], status: 'held' }], { status: 'finished' });
	await press(campaign, 'retry');
	expect(await batchesOf(client, campaign)).toMatchObject([{ status: 'open' }]);
});

it('an action of two people at once is done once', async () => {
	const campaign = await add(mixed(), { status: 'finished' });
	const pressed = ['markGiven', 'markFailed', 'markGiven', 'markFailed'];
	await Promise.all(pressed.map(async (action) => await press(campaign, action)));
	const [, second] = await batchesOf(client, campaign);
	const isGiven = second?.results.includes('"33639980104":{"result":"given"') ?? false;
	expect(await figures(campaign)).toMatchObject({
		inDoubt: { rows: 0 },
		given: { rows: isGiven ? 2 : 1 },
		failed: { rows: isGiven ? 1 : 2 },
	});
});

/** Who owns the sandbox's services. */
const demoMerchant = 1001;
const [first, before, refused] = [
	row(0, given, 5),
	row(1, { result: 'already' }, 7),
	row(2, failed, 9),
] as const;
const listed = [first, before, refused];
const old = { approvedAt: '2025-01-01T00:00:00.000Z' };

function give(campaign: string, rows: ListRow[]): void {
	for (const { phone: msisdn, mb: amount } of rows) {
		const gift = { serviceKey: 'LOYALTYDATA01', clientId: `${campaign}-${msisdn}` };
		assignGift(workspace.sandbox.world, demoMerchant, { ...gift, msisdn, amount });
	}
}

const report = async (fields: Record<string, unknown>, rows: ListRow[] = listed) =>
	(await open(await add([{ rows }], { status: 'finished', ...fields }), 'report')).text;

it('the check against the platform balances 90 days later, when the platform has many newer gifts', async () => {
	const then = DateTime.utc().minus({ days: 90 });
	give('Old', [first, before]);
	for (const { gift } of workspace.sandbox.world.ledger.entries) {
		if (gift) gift.timeCreated = then.toFormat('yyyy-MM-dd HH:mm:ss');
	}
	const newer = Array.from({ length: 300 }, (_, n) => ({ phone: `${33639981000 + n}`, mb: 5 }));
	give('Newer', newer);
	const time = then.minus({ hours: 1 }).toISO();
	const text = await report({ name: 'Old', plannedAt: time, approvedAt: time });
	expect(text).toContain('Balanced: yes');
	expect(text).toMatch(/Shown by the platform<\/th><td class="number">2<\/td><td[^>]*>12</);
	expect(text).not.toContain('Rows that differ');
});

it('the check against the platform lists each row that differs', async () => {
	give('Different', [{ ...first, mb: 6 }, refused, row(8, undefined, 11)]);
	const text = await report({ name: 'Different' });
	expect(text).toContain('Balanced: no');
	expect(text).toContain('4 rows differ');
	expect(text).toMatch(/33639980101<br><small>C-0<\/small><\/td><td>Given, 5 MB<\/td><td>6 MB/);
	expect(text).toMatch(/33639980102.*Given before, 7 MB<\/td><td>No gift/);
	expect(text).toMatch(/33639980103.*Failed, 9 MB<\/td><td>9 MB/);
	expect(text).toMatch(/33639980109<\/td><td>Not on the list<\/td><td>11 MB/);
});

const unplanned = '3 rows and 21 MB, which is not what was planned';

it.each<[string, ListRow[], string, object, string, string]>([
	['the list is not what was planned', [], 'exact', { megabytes: 8 }, 'no', unplanned],
	['no references are shown', [first], 'hidden', {}, 'not known', 'without client references'],
	['it shows no gifts as old', [], 'exact', old, 'not known', '2 given rows are not shown'],
	['it cannot be read', [], 'exact', { serviceKey: 'NOSUCH' }, 'not known', 'could not be read'],
])(
	'the check against the platform says when %s',
	async (name, rows, references, fields, balanced, words) => {
		give(name, rows);
		await workspace.seller.set({ references });
		const text = await report({ name, ...fields });
		await workspace.seller.set({ references: 'exact' });
		expect(text).toContain(`Balanced: ${balanced}`);
		expect(text).toContain(words);
	},
);

it('the page of 2,000 batches stays short, without reading the list', async () => {
	const campaign = await add([], { status: 'running', rows: 200_000 });
	const batches = Array.from({ length: 2000 }, (_, index) => ({
		...{ campaign: campaign.id, batch: index + 1, rows: 100, given: 90, reasons: '{"No":1}' },
		changedAt: new Date(Date.now() - index * 1000).toISOString(),
	}));
	await insertRows(client, 'gift_progress', batches);
	const { text } = await open(campaign);
	expect(text).toContain('180,000 of 200,000 rows done, 90%');
	expect(text).toContain('<td>No</td><td class="number">2,000</td>');
	expect(text.length).toBeLessThan(15_000);
});
