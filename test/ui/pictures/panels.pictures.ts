import axios from 'axios';

import { accountCredential, serviceCredential } from '../../../scripts/try/credentials';
import { sellWorkflow } from '../../../scripts/try/workflows';
import { launchBrowser } from '../../support/browser';
import { Editor } from '../support/editor';
import { marked } from '../support/marked';
import { pictureScale, placeOf, takePicture } from '../support/picture';
import { thePlace } from '../support/place';

const { sandboxUrl } = thePlace();
const control = axios.create({ baseURL: `${sandboxUrl}/_sandbox`, proxy: false });
const account = accountCredential(sandboxUrl);
const service = serviceCredential();

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open(pictureScale);
	await editor.page.setViewportSize({ width: 1280, height: 1000 });
});

afterAll(async () => {
	await editor.close();
});

/** Takes a picture of the fields of the open panel. */
async function takeFields(name: string): Promise<void> {
	const { page } = editor;
	await takePicture(
		name,
		page,
		await placeOf(marked(page, 'node-parameters'), marked(page, 'tab-params')),
	);
}

it('the fields of a gift, and the credential with its test', async () => {
	await editor.openNodes([
		{
			name: 'Give data',
			type: 'n8n-nodes-mobile-billing.mobileDataGifting',
			parameters: {
				resource: 'dataGift',
				operation: 'assign',
				serviceKey: {
					__rl: true,
					mode: 'list',
					value: 'LOYALTYDATA01',
					cachedResultName: 'Loyalty Data (LOYALTYDATA01)',
				},
				msisdn: '+33 6 39 98 00 11',
				amount: 500,
				campaign: 'spring-2026',
				options: { dryRun: true },
			},
			credentials: { mobileBillingApi: { id: account.id, name: account.name } },
		},
	]);
	const panel = await editor.openNode('Give data');
	await panel.picked('Service');
	await takeFields('gifting-panel');

	const dialog = await panel.editCredential();
	expect(await dialog.success()).toContain('successfully');
	const { page } = editor;
	const box = await page.locator('.el-dialog:visible').boundingBox();
	await takePicture('credential-tested', page, box ?? undefined);
});

it('the trigger with its address', async () => {
	await editor.openNodes([
		{
			name: 'Mobile Billing Trigger',
			type: 'n8n-nodes-mobile-billing.mobileBillingTrigger',
			typeVersion: 2,
			parameters: { event: 'paymentResult', authentication: 'signature' },
			webhookId: '11111111-2222-4333-8444-555555555555',
			credentials: { mobileBillingServiceApi: { id: service.id, name: service.name } },
		},
	]);
	const panel = await editor.openNode('Mobile Billing Trigger');
	expect(await panel.addresses('Production URL')).toHaveLength(2);
	await takeFields('trigger-panel');
});

it('named outputs', async () => {
	await editor.openWorkflow(sellWorkflow.id);
	await editor.zoomTo('Start payment');
	const box = await editor.node('Start payment').boundingBox();
	if (box === null) throw new Error('The node is not in view');
	const { x, y, width, height } = box;
	const clip = { x: x - 200, y: y - 60, width: width + 500, height: height + 120 };
	await takePicture('named-outputs', editor.page, clip);
});

it('the console of the sandbox', async () => {
	const browser = await launchBrowser();
	const page = await browser.newPage({
		viewport: { width: 1280, height: 1240 },
		deviceScaleFactor: pictureScale,
	});
	await control.post('/demo');
	await page.goto(sandboxUrl);
	await page.locator('#payments tbody tr').first().waitFor();
	await page.locator('#notifications tbody tr').first().waitFor();
	await takePicture('sandbox-console', page);
	await browser.close();
});
