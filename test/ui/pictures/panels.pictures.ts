import axios from 'axios';
import { accountCredential } from '../../../scripts/campaign/account';
import { serviceCredential } from '../../../scripts/payments/service';
import { launchBrowser } from '../../support/browser';
import { Editor } from '../support/editor';
import { pictureScale, takePicture } from '../support/picture';
import { thePlace } from '../support/place';

const { sandboxUrl } = thePlace();
const control = axios.create({ baseURL: `${sandboxUrl}/_sandbox`, proxy: false });
const account = accountCredential(sandboxUrl);
const service = serviceCredential();

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open(pictureScale);
});

afterAll(async () => {
	await editor.close();
});

it('a gift and its result, and the credential with its test', async () => {
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
			},
			credentials: { mobileBillingApi: { id: account.id, name: account.name } },
		},
	]);
	const panel = await editor.openNode('Give data');
	await panel.execute();
	const [columns = []] = await panel.outputTable();
	expect(columns).toContain('msisdn');
	await takePicture('gifting-panel', editor.page);

	const dialog = await panel.editCredential();
	expect(await dialog.success()).toContain('successfully');
	await takePicture('credential-tested', editor.page);
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
	await takePicture('trigger-panel', editor.page);
});

it('the console of the sandbox', async () => {
	const browser = await launchBrowser();
	const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
	await control.post('/demo');
	await page.goto(sandboxUrl);
	await page.locator('#payments tbody tr').first().waitFor();
	await page.locator('#notifications tbody tr').first().waitFor();
	await takePicture('sandbox-console', page);
	await browser.close();
});
