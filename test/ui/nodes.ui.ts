import axios from 'axios';

import { outcomesOf } from '../../nodes/engine/outcomes';
import { start as startPayment } from '../../nodes/MobileBilling/operations/payment/start';
import { submitPin } from '../../nodes/MobileBilling/operations/payment/submitPin';
import { sellWorkflow } from '../../scripts/try/workflows';
import { Editor } from '../support/ui/editor';
import { eventually } from '../support/ui/page';
import { thePlace } from '../support/ui/place';

const { n8nUrl, sandboxUrl } = thePlace();

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
});

afterAll(async () => {
	await editor.close();
});

afterEach(() => {
	expect(editor.problems()).toEqual([]);
});

describe('the list of nodes', () => {
	const gifting = 'Mobile Data Gifting';
	const billing = 'Mobile Billing';
	// n8n leaves the word “Trigger” out here.
	const poll = 'Mobile Billing Transaction';

	beforeAll(async () => {
		await editor.newWorkflow();
		await editor.beginNodeSearch();
	});

	it.each([
		['mobile', [billing, gifting, poll]],
		['charge', [billing, poll]],
		['subscription', [billing, poll]],
		['carrier', [billing, gifting, poll]],
	])('finds our nodes by “%s”', async (term, wanted) => {
		await editor.searchNodes(term);
		for (const name of wanted) {
			await editor.found.getByText(name, { exact: true }).first().waitFor();
		}
	});

	it.each([
		['data gift', gifting],
		['phone bill', billing],
		['SMS PIN', billing],
		['failed charge', poll],
		['subscriber', billing],
		['loyalty', gifting],
	])('shows the right one first for “%s”', async (term, wanted) => {
		await editor.searchNodes(term);
		await editor.found.first().getByText(wanted, { exact: true }).waitFor();
	});
});

describe('named outputs on the canvas', () => {
	const namesOf = (operation: Parameters<typeof outcomesOf>[0]) =>
		Object.values(outcomesOf(operation) ?? {}).map(({ name }) => name);

	it('are there once Split by Outcome is on, and gone when it is off', async () => {
		await editor.newWorkflow();
		const trigger = await editor.beginByHand();
		const start = 'Start payment';
		await editor.addAfter(trigger, 'phone bill', 'Mobile Billing', start);
		await editor.panel.addOption('Options', 'Split by Outcome');
		for (const names of [namesOf(startPayment), []]) {
			await editor.panel.flip('Split by Outcome');
			await editor.panel.close();
			await eventually(async () => {
				expect(await editor.outputsOf(start)).toEqual(names);
			});
			await editor.openNode(start);
		}
	});

	it('are read off the ready workflow that sells', async () => {
		await editor.openWorkflow(sellWorkflow.id);
		for (const [name, operation] of [
			['Start payment', startPayment],
			['Submit PIN', submitPin],
		] as const) {
			const outputs = await editor.outputsOf(name);
			expect(outputs).toEqual(expect.arrayContaining(namesOf(operation)));
		}
	});
});

describe('as a tool of an AI agent', () => {
	const gift = { resource: 'dataGift', operation: 'assign' };
	const status = { resource: 'subscription', operation: 'checkStatus' };

	beforeAll(async () => {
		await editor.openNodes([
			{ name: 'Give', type: 'n8n-nodes-mobile-billing.mobileDataGiftingTool', parameters: gift },
			{ name: 'Check', type: 'n8n-nodes-mobile-billing.mobileBillingTool', parameters: status },
		]);
	});

	it.each([
		['Give', ['Phone Number', 'Amount (MB)', 'Campaign']],
		['Check', ['User ID']],
	])('%s: the model can fill in %j', async (name, labels) => {
		const panel = await editor.openNode(name);
		await eventually(async () => {
			expect((await panel.labels())[0]).toBe('Tool Description');
		});
		for (const label of labels) await panel.leaveToModel(label);
		await panel.close();
	});
});

it('the notification trigger takes the key of a service in its dialog', async () => {
	await editor.newWorkflow();
	await editor.begin('phone bill', 'Mobile Billing', 'On payment result');
	await editor.panel.isOpen();
	const dialog = await editor.panel.newCredential();
	const key = 'demo-signing-key-gameclub';
	await dialog.fill({ 'Service Key': 'GAMECLUB04', 'Signature Key': ` ${key}` });
	await dialog.save();
	expect(await dialog.failure()).toContain("'Signature Key' begins or ends with a space");
	await dialog.fill({ 'Signature Key': key });
	await dialog.save();
	await dialog.isClosed();
});

it('the notification trigger warns of forgery where no signature is asked for', async () => {
	const warning = /^Without a signature, anyone who knows the address can forge events/;
	expect(await editor.panel.labels()).not.toContainEqual(expect.stringMatching(warning));
	await editor.panel.pick('Authentication', 'None');
	await eventually(async () => {
		expect(await editor.panel.labels()).toContainEqual(expect.stringMatching(warning));
	});
	await editor.panel.pick('Authentication', 'Signature');
});

it('the notification trigger shows its address, one for both methods, and says what it is for', async () => {
	const production = await editor.panel.addresses('Production URL');
	expect(production.map(({ method }) => method)).toEqual(['GET', 'POST']);
	const [url, ...others] = new Set(production.map((address) => address.url));
	expect(url).toMatch(new RegExp(`^${n8nUrl}/webhook/[0-9a-f-]{36}/mobile-billing$`));
	expect(others).toEqual([]);
	expect(await editor.panel.labels()).toContainEqual(
		expect.stringMatching(/Production URL.*to your operator for notifications/),
	);
});

it('the notification trigger listens for a test event, and shows the one that the platform sends', async () => {
	const [address] = await editor.panel.addresses('Test URL');
	await editor.panel.execute();
	expect(await editor.panel.listening()).toContain('Listening for test event');
	const fields = { status: 'failed', error: 'NOT_ENOUGH_CREDIT' };
	const event = { url: address?.url, serviceKey: 'GAMECLUB04', encoding: 'form', fields };
	await axios.post(`${sandboxUrl}/_sandbox/notifications/fire`, event, { proxy: false });

	const [columns = [], ...rows] = await editor.panel.outputTable();
	expect(rows).toHaveLength(1);
	const shown = Object.fromEntries(columns.map((name, column) => [name, rows[0]?.[column]]));
	expect(shown).toMatchObject({ status: 'failed', serviceKey: 'GAMECLUB04' });
});
