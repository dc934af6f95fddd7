import type { Locator, Page } from 'playwright-core';
import { deskUrl, figuresOf, planCampaign, press, sampleRows } from '../../../scripts/try/campaign';
import { formLogin } from '../../../scripts/try/credentials';
import type { Campaign } from '../../../campaign/types';
import { campaignsWorkflow, campaignWorkflow } from '../../../scripts/try/workflows';
import { waitFor } from '../../../scripts/host/wait';
import { storeCampaign } from '../../support/sampleCampaign';
import { ada, ben, cem, Editor, submitList, giveList } from '../../support/ui/editor';
import { boxOf, takePicture } from '../../support/ui/picture';
import { thePlace } from '../../support/ui/place';

const { n8nUrl, client } = thePlace();

let editor: Editor;

beforeEach(async () => {
	editor = await Editor.open({
		viewport: { width: 1000, height: 880 },
		deviceScaleFactor: 2,
		httpCredentials: formLogin,
	});
});

afterEach(async () => {
	await editor.close();
});

beforeAll(async () => {
	await client.activate(campaignsWorkflow.id);
});

const plan = {
	campaign: 'autumn-2026',
	service: 'LOYALTYDATA01',
	country: 'international',
	budget: 150_000,
};

/** Down to the end of a part of a page. */
async function takeDownTo(name: string, page: Page, part: Locator): Promise<void> {
	const { y, height } = await boxOf(part);
	await takePicture(name, page, { x: 0, y: 0, width: 1000, height: y + height + 8 });
}

it('the check of a plan, and the desk', async () => {
	const { page } = editor;
	await page.setViewportSize({ width: 1000, height: 3000 });
	const isOpen = async () => (await page.goto(deskUrl(n8nUrl)))?.status() === 200;
	await waitFor('the desk', isOpen, { timeoutMs: 30_000 });
	const rows = [
		ada,
		ben,
		cem,
		'C-1004,Dana Sample,+33 6 39 98 00 14,FR_DEMOTEL,a lot',
		'C-1005,Ada Sample,0033 639980011,FR_DEMOTEL,500',
	];
	await page.getByText('How the list is read').click();
	await page.getByLabel('Country of numbers').selectOption('international');
	const fields = { 'Campaign Name': 'summer-2026', Service: plan.service };
	await submitList(page, 'Check the list', { ...fields, 'Budget (MB)': '2000' }, rows);
	await page.getByRole('button', { name: 'Approve' }).waitFor();
	const approval = page.locator('section', { has: page.getByRole('button', { name: 'Approve' }) });
	await takeDownTo('campaign-check', page, approval);

	const startAt = new Date(Date.UTC(2020, 0)).toISOString();
	const known: Partial<Campaign>[] = [
		{ name: 'spring-2026', status: 'finished', rows: 48_210, megabytes: 24_105_000 },
		{ name: 'loyalty-winners', status: 'paused', rows: 900, megabytes: 450_000 },
		{ name: 'new-customers', status: 'running', rows: 12_400, megabytes: 3_100_000, startAt },
	];
	for (const campaign of known) await storeCampaign(client, { ...campaign, active: false });
	await page.goto(deskUrl(n8nUrl));
	await takeDownTo('campaign-desk', page, page.locator('section').last());
});

it('the status page of a campaign under way', async () => {
	const { page } = editor;
	await page.setViewportSize({ width: 1000, height: 3000 });
	const more = Array.from({ length: 3_000 }, (_, n) => ({
		customer: `C-${n}`,
		phone: `9995${String(n + 1).padStart(8, '0')}`,
		operator: 'XZ_SANDBOX',
		megabytes: 10,
	}));
	const rows = [...sampleRows(), ...more];
	const startAt = new Date(Date.now() - 60_000).toISOString();
	const asked = { ...plan, rowsPerSecond: 100, startAt, rows };
	const { statusUrl, controlUrl, hash } = await planCampaign(n8nUrl, asked);
	await press(controlUrl, 'approve', { hash, by: 'Sam Sample' });
	const isHalf = async () => (await figuresOf(statusUrl)).done > 1500;
	await waitFor('half of the campaign', isHalf, { timeoutMs: 300_000, everyMs: 500 });
	await page.goto(controlUrl);
	const control = page.locator('section', { has: page.getByRole('heading', { name: 'Control' }) });
	await takeDownTo('campaign-status', page, control);
	await press(controlUrl, 'cancel');
});

it('the result of a campaign', async () => {
	await editor.openWorkflow(campaignWorkflow.id);
	const form = await editor.executeForm();
	await giveList(form, 'spring-2026', [
		ada,
		ben,
		cem,
		'C-1004,Dana Sample,+33 6 39 98 00 14,FR_DEMOTEL,500',
		'C-1005,Eli Sample,+33 6 39 98 04 03,FR_DEMOTEL,500',
		'C-1006,Fay Sample,+44 7700 900124,GB_SAMPLECELL,250',
		'C-1007,Gus Sample,+33 6 39 98 00 17,FR_DEMOTEL,a lot',
		'C-1008,Hal Sample,+33 6 39 98 00 18,FR_DEMOTEL,500',
	]);
	await form.setViewportSize({ width: 830, height: 1200 });
	await form.getByRole('heading', { name: 'Gifts given' }).waitFor();
	const end = await boxOf(form.locator('table').last());
	await takePicture('campaign-result', form, {
		x: 0,
		y: 0,
		width: 830,
		height: end.y + end.height + 40,
	});
});
