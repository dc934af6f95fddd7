import axios from 'axios';
import type { Page } from 'playwright-core';
import { outcomesOf } from '../../nodes/engine/panel/options';
import { start as startPayment } from '../../nodes/MobileBilling/operations/payment/start';
import { Editor, shows, signedTrigger } from '../support/ui/editor';
import { thePlace } from '../support/ui/place';

const { n8nUrl, sandboxUrl } = thePlace();

let editor: Editor;
let page: Page;

beforeAll(async () => {
	editor = await Editor.open();
	({ page } = editor);
});

afterAll(async () => {
	await editor.close();
});

afterEach(() => {
	expect(editor.problems()).toEqual([]);
});

describe('the list of nodes', () => {
	const gifting = 'Mobile Data Gifting';
	const campaign = 'Mobile Data Campaign';
	const billing = 'Mobile Billing';
	// n8n leaves the word “Trigger” out here.
	const poll = 'Mobile Billing Transaction';

	beforeAll(async () => {
		await editor.newWorkflow();
		await page.getByTestId('canvas-plus-button').click();
	});

	it.each([
		['mobile', billing, gifting, poll],
		['subscription', billing, poll],
		['carrier', gifting, billing, poll],
		['data gift', gifting],
		['phone bill', billing],
		['SMS PIN', billing],
		['failed charge', poll],
		['subscriber', billing],
		['loyalty', gifting],
		['recipients', campaign],
		['data campaign', campaign],
	])('shows the right one first for “%s”: %s', async (term, first, ...others) => {
		const found = await editor.searchNodes(term);
		await found.first().getByText(first, { exact: true }).waitFor();
		for (const name of others) await found.getByText(name, { exact: true }).first().waitFor();
	});

	it.each<[string, string, number?]>([
		['airtime', gifting],
		['top up', gifting],
		['credit', billing],
		['mobile data', gifting],
		// Four senders of SMS are ahead, because n8n adds points for how much a node is used.
		['SMS', billing, 5],
		['carrier', billing],
		['loyalty', gifting],
		['charge', billing],
		['refund', billing],
	])('has the right one among the first for “%s”: %s', async (term, right, count = 3) => {
		const found = await editor.searchNodes(term);
		await found.first().waitFor();
		expect((await found.allInnerTexts()).slice(0, count)).toContain(right);
	});

	it('gives a node with its action, whose outputs have names while Split by Outcome is on', async () => {
		const found = await editor.searchNodes('phone bill');
		await found.getByText(billing, { exact: true }).first().click();
		const action = 'Start payment';
		const creator = page.getByTestId('node-creator');
		await creator.getByTestId('node-creator-category-item').getByText('Actions').click();
		await creator.getByText(action, { exact: true }).click();
		await editor.field('Options').getByTestId('collection-parameter-add').last().click();
		await editor.pick('Split by Outcome');
		const names = Object.values(outcomesOf(startPayment) ?? {});
		const handles = editor.node(action).getByTestId('canvas-node-output-handle');
		for (const shown of [names, ['']]) {
			await editor.field('Split by Outcome').locator('.el-switch').click();
			await editor.closeNode();
			const words = async () => (await handles.allInnerTexts()).map((text) => text.split('\n')[0]);
			await shows(words, shown);
			await editor.openNode(action);
		}
	});
});

it('as a tool of an AI agent, a node lets the model fill in fields', async () => {
	const parameters = { resource: 'dataGift', operation: 'assign' };
	await editor.openNodes([{ name: 'Give', type: 'mobileDataGiftingTool', parameters }]);
	await editor.openNode('Give');
	await shows(async () => (await editor.labels())[0], 'Tool Description');
	for (const label of ['Phone Number', 'Amount (MB)', 'Campaign']) {
		const field = editor.field(label);
		await field.hover();
		await field.getByTestId('from-ai-override-button').click();
		await field.getByTestId('fromAI-override-field').waitFor();
	}
});

describe('the notification trigger', () => {
	beforeAll(async () => {
		await editor.openNodes([signedTrigger()]);
		await editor.openNode('Mobile Billing Trigger');
	});

	it('shows its address, one for both methods, and says what it is for', async () => {
		const url = `${n8nUrl}/webhook/11111111-2222-4333-8444-555555555555/mobile-billing`;
		expect(await editor.addresses('Production URL')).toEqual({ GET: url, POST: url });
		await editor.panel.getByText(/Production URL.*to your operator for notifications/).waitFor();
	});

	it('listens for a test event, and shows the one that the platform sends', async () => {
		const { POST: url } = await editor.addresses('Test URL');
		await editor.panel.getByTestId('node-execute-button').click();
		await editor.panel.getByText('Listening for test event').waitFor();
		const event = { url, serviceKey: 'GAMECLUB04', encoding: 'form', fields: { status: 'failed' } };
		await axios.post(`${sandboxUrl}/_sandbox/notifications/fire`, event, { proxy: false });

		const output = editor.panel.getByTestId('output-panel');
		await output.getByTestId('radio-button-table').click();
		const rows = output.locator('table tr');
		await rows.nth(1).waitFor();
		expect(await rows.count()).toBe(2);
		const cells = await rows.nth(1).locator('td').allInnerTexts();
		const names = await rows.nth(0).locator('th').allInnerTexts();
		const shown = Object.fromEntries(names.map((name, at) => [name.trim(), cells[at]?.trim()]));
		expect(shown).toMatchObject({ status: 'failed', serviceKey: 'GAMECLUB04' });
	});

	it('warns of forgery where no signature is asked for', async () => {
		const warning = editor.panel.getByText(
			/^Deliver nothing by these events: anyone who knows the address/,
		);
		expect(await warning.count()).toBe(0);
		await editor.input('Authentication').click();
		await editor.pick('None');
		await warning.waitFor();
	});
});
