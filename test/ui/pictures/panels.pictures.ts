import axios from 'axios';
import { sellWorkflow } from '../../../scripts/try/workflows';
import { launchBrowser } from '../../support/browser';
import { Editor } from '../../support/ui/editor';
import { marked } from '../../support/ui/page';
import { pictureScale, placeOf, takePicture } from '../../support/ui/picture';
import { thePlace } from '../../support/ui/place';

const { sandboxUrl, credentials } = thePlace();
const control = axios.create({ baseURL: `${sandboxUrl}/_sandbox`, proxy: false });
/** A credential as a node names it. */
const named = (name: string) => ({ id: credentials[name] ?? '', name });

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open(pictureScale);
	await editor.page.setViewportSize({ width: 1280, height: 900 });
});

afterAll(async () => {
	await editor.close();
});

/** Below the fields n8n asks for wishes, and its dialog cuts a field off. CSS pixels. */
const lastLine = 42;

/** Takes a picture of the fields of the open panel. */
async function takeFields(name: string): Promise<void> {
	const { page } = editor;
	const fields = await placeOf(marked(page, 'node-parameters'), marked(page, 'tab-params'));
	await takePicture(name, page, { ...fields, height: fields.height - lastLine });
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
			credentials: { mobileBillingApi: named('Mobile Billing account') },
		},
	]);
	const panel = await editor.openNode('Give data');
	await panel.picked('Service');
	await takeFields('gifting-panel');

	const dialog = await panel.editCredential();
	expect(await dialog.success()).toContain('successfully');
	const { page } = editor;
	const box = await page.locator('.el-dialog:visible').boundingBox();
	if (box === null) throw new Error('The credential is not in view');
	await takePicture('credential-tested', page, { ...box, height: box.height - lastLine });
});

it('the trigger with its address', async () => {
	await editor.page.setViewportSize({ width: 1280, height: 900 });
	await editor.openNodes([
		{
			name: 'Mobile Billing Trigger',
			type: 'n8n-nodes-mobile-billing.mobileBillingTrigger',
			typeVersion: 2,
			parameters: { event: 'paymentResult', authentication: 'signature' },
			webhookId: '11111111-2222-4333-8444-555555555555',
			credentials: { mobileBillingServiceApi: named('Mobile Billing service') },
		},
	]);
	const panel = await editor.openNode('Mobile Billing Trigger');
	expect(await panel.addresses('Production URL')).toHaveLength(2);
	await takeFields('trigger-panel');
});

it('named outputs', async () => {
	await editor.openWorkflow(sellWorkflow.id);
	await editor.zoomTo('Start payment');
	const { page } = editor;
	for (;;) {
		const box = await editor.node('Start payment').boundingBox();
		if (box === null) throw new Error('The node is not in view');
		const { x, y, width, height } = box;
		if (width > 90) {
			// Away from the node, which shows its buttons below the pointer.
			await page.mouse.move(0, 0);
			const clip = { x: x - 40, y: y - 12, width: width + 170, height: height + 66 };
			await takePicture('named-outputs', page, clip);
			return;
		}
		await page.keyboard.down('Control');
		await page.mouse.wheel(0, -60);
		await page.keyboard.up('Control');
		await page.waitForTimeout(500);
	}
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
