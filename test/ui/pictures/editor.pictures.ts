import { basename, join } from 'node:path';
import axios from 'axios';
import { filesIn, pages, pageText } from '../../../scripts/docs/pages';
import { projectRoot } from '../../../scripts/host/paths';
import { sellWorkflow } from '../../../scripts/try/workflows';
import { Editor, signedTrigger } from '../../support/ui/editor';
import { boxOf, placeOf, showAs, takePicture, type Clip } from '../../support/ui/picture';
import { thePlace } from '../../support/ui/place';
import { ready } from '../../support/workspace';

const { n8nUrl, sandboxUrl, credentialOf } = thePlace();

/** Brings the whole workflow into view, and gives the canvas time to move. */
async function showAll({ page }: Editor): Promise<void> {
	await page.getByTestId('zoom-to-fit').click();
	await page.waitForTimeout(2_000);
}

describe('a canvas', () => {
	/** The widest canvas whose texts can be read on a page; the steps of a wider one go into several pictures. */
	const widestRow = 1700;
	/** Room for the ends of wires. */
	const margin = 12;

	/** Puts the steps of a workflow into pictures, from left to right. */
	function picturesOf(steps: Clip[]): Clip[] {
		const rows: Clip[][] = [];
		for (const step of steps.sort((one, other) => one.x - other.x)) {
			const row = rows.at(-1);
			const [first] = row ?? [];
			const isBelow = first && step.x < first.x + first.width;
			if (first && (isBelow || step.x + step.width - first.x <= widestRow)) row?.push(step);
			else rows.push([step]);
		}
		return rows.map((row) => {
			const x = Math.min(...row.map((step) => step.x)) - margin;
			const y = Math.min(...row.map((step) => step.y)) - margin;
			const right = Math.max(...row.map((step) => step.x + step.width)) + margin;
			const bottom = Math.max(...row.map((step) => step.y + step.height)) + margin;
			return { x, y, width: right - x, height: bottom - y };
		});
	}

	const text = pages().map(pageText).join('');
	const isShown = (name: string) => text.includes(`/${name}.png`);
	const nameOf = (file: string) => `canvas-${basename(file, '.json')}`;
	const files = filesIn('workflows', '.json').filter((file) => isShown(nameOf(file)));

	// As wide as they are, the pictures have twice the pixels of the place that a page has for them.
	it.each(files)('of %s', async (file) => {
		const editor = await Editor.open({ viewport: { width: 4600, height: 2600 } });
		const { page } = editor;
		await editor.openNew(ready({ file: join(projectRoot, file) }, 'https://chat.example'));
		await showAll(editor);
		const steps = page.getByTestId('sticky').filter({ hasNot: page.locator('h2') });
		const boxes = await Promise.all((await steps.all()).map(boxOf));
		for (const [index, clip] of picturesOf(boxes).entries()) {
			const name = index > 0 ? `${nameOf(file)}-${index + 1}` : nameOf(file);
			if (isShown(name)) await takePicture(name, page, clip);
		}
		await editor.close();
	});
});

describe('in the editor', () => {
	let editor: Editor;

	beforeEach(async () => {
		editor = await Editor.open({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 });
	});

	afterEach(async () => {
		await editor.close();
	});

	/** Below the fields n8n asks for wishes. CSS pixels. */
	const wishes = 42;

	async function takeFields(name: string): Promise<void> {
		const tab = editor.panel.getByTestId('tab-params');
		const fields = await placeOf(editor.panel.getByTestId('node-parameters'), tab);
		await takePicture(name, editor.page, { ...fields, height: fields.height - wishes });
	}

	it('the fields of a gift, and the credential with its test', async () => {
		const service = { value: 'LOYALTYDATA01', cachedResultName: 'Loyalty Data (LOYALTYDATA01)' };
		const parameters = {
			resource: 'dataGift',
			operation: 'assign',
			serviceKey: { __rl: true, mode: 'list', ...service },
			msisdn: '+33 6 39 98 00 11',
			amount: 500,
			campaign: 'spring-2026',
			mode: 'check',
		};
		const credentials = { mobileBillingApi: credentialOf('Mobile Billing account') };
		const name = 'Give data';
		await editor.openNodes([{ name, type: 'mobileDataGifting', parameters, credentials }]);
		await editor.openNode(name);
		await editor.field('Service').getByTestId('rlc-input').waitFor();
		await takeFields('gifting-panel');

		const { page, panel } = editor;
		await panel.getByTestId('credential-edit-button').first().click();
		const tested = page.getByTestId('credentials-config-container-test-success');
		await tested.locator('button:not(:has(.n8n-spinner))').waitFor();
		await showAs(page, sandboxUrl, 'https://api.billing.example.com');
		const box = await boxOf(page.locator('.el-dialog:visible'));
		// Without the top of the next field.
		await takePicture('credential-tested', page, { ...box, height: box.height - 12 });
	});

	it('the trigger with its address', async () => {
		await editor.openNodes([signedTrigger()]);
		await editor.openNode('Mobile Billing Trigger');
		await editor.addresses('Production URL');
		await showAs(editor.page, n8nUrl, 'https://n8n.example.com');
		await takeFields('trigger-panel');
	});

	it('named outputs', async () => {
		await editor.openWorkflow(sellWorkflow.id);
		await showAll(editor);
		const { page } = editor;
		const node = editor.node('Start payment');
		while ((await boxOf(node)).width <= 90) {
			await node.hover();
			await page.keyboard.down('Control');
			await page.mouse.wheel(0, -100);
			await page.keyboard.up('Control');
			await page.waitForTimeout(500);
		}
		// Away from the node, which shows its buttons below the pointer.
		await page.mouse.move(0, 0);
		const { x, y, width, height } = await boxOf(node);
		const clip = { x: x - 40, y: y - 12, width: width + 170, height: height + 66 };
		await takePicture('named-outputs', page, clip);
	});

	it('the console of the sandbox', async () => {
		const { page } = editor;
		await page.setViewportSize({ width: 1280, height: 1060 });
		await axios.post(`${sandboxUrl}/_sandbox/demo`, undefined, { proxy: false });
		await page.goto(sandboxUrl);
		await page.locator('#payments tbody tr').first().waitFor();
		await page.getByLabel('Notification URL').fill(`${sandboxUrl}/_sandbox/inbox/alerts`);
		await page.getByRole('button', { name: 'Fail a Charge' }).click();
		await page.locator('#notifications tbody tr').nth(1).waitFor();
		await takePicture('sandbox-console', page);
	});
});
