import { serviceKey } from '../support/gifting';
import { Editor, shows } from '../support/ui/editor';
import { thePlace } from '../support/ui/place';

const name = 'Give data';
const phone = '33639980019';

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
	const { credentialOf } = thePlace();
	const parameters = { serviceKey: serviceKey('COINSHOP07'), msisdn: phone, amount: 5 };
	await editor.openNew({
		name: 'First gift',
		nodes: [
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
			{
				...{ name, type: 'n8n-nodes-mobile-billing.mobileDataGifting', typeVersion: 1, parameters },
				credentials: { mobileBillingApi: credentialOf('Mobile Billing account') },
			},
		].map((node, at) => ({ ...node, id: `drawn-${at}`, position: [at * 320, 0] })),
		connections: { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		settings: {},
	});
	await editor.openNode(name);
});

afterAll(async () => {
	await editor.close();
});

/** Executes the step, and gives its item by columns from left to right, or the words of its error. */
async function execute(): Promise<{ columns: string[]; cells: string[]; words: string }> {
	const output = editor.panel.getByTestId('output-panel');
	await editor.panel.getByTestId('node-execute-button').click();
	await editor.panel.getByTestId('node-execute-button').getByText('Execute step').waitFor();
	const table = output.getByTestId('radio-button-table');
	await table.or(output.getByTestId('node-error-message')).first().waitFor();
	if (await table.isVisible()) await table.click();
	const rows = output.locator('table tr');
	if (await rows.nth(1).isVisible()) await rows.nth(1).waitFor();
	const columns = await rows.nth(0).locator('th').allInnerTexts();
	const cells = await rows.nth(1).locator('td').allInnerTexts();
	const trim = (texts: string[]) => texts.map((text) => text.trim());
	return { columns: trim(columns), cells: trim(cells), words: await output.innerText() };
}

it('a new node only checks: without a campaign, and from a service that sells, it is refused', async () => {
	expect((await editor.labels()).slice(0, 3)).toEqual(['Resource', 'Operation', 'Mode']);
	expect(await editor.input('Mode').inputValue()).toBe('Only Check');
	expect((await execute()).words).toContain("'Campaign' is required");
	await editor.input('Campaign').fill('first-gift');
	expect((await execute()).words).toContain(
		"COINSHOP07 can't give data: it is of the type CONTENT",
	);
});

it('the list of services offers those that give data', async () => {
	const service = editor.field('Service');
	await service.getByTestId('rlc-mode-selector').click();
	await editor.pick('From List');
	await service.getByTestId('rlc-input').click();
	const choices = editor.page.getByTestId('rlc-item').filter({ visible: true });
	await choices.filter({ hasText: 'Loyalty Data' }).waitFor();
	expect((await choices.allInnerTexts()).join()).not.toContain('COINSHOP07');
	await choices.filter({ hasText: 'Loyalty Data' }).click();
});

it('the item says what would happen, and how it ended in the first column', async () => {
	const { columns, cells } = await execute();
	expect(columns.slice(0, 2)).toEqual(['outcome', 'summary']);
	const summary = `Would give 5 MB to ${phone} from service Loyalty Data`;
	expect(cells.slice(0, 2)).toEqual(['checked', summary]);
});

it('gives once Mode is Send, and the second run gives nothing', async () => {
	await editor.input('Mode').click();
	await editor.pick('Send');
	for (const outcome of ['given', 'alreadyGiven']) {
		const { columns, cells } = await execute();
		expect([columns[0], cells[0]]).toEqual(['outcome', outcome]);
		expect(columns.indexOf('msisdn')).toBeLessThan(columns.indexOf('transactionId'));
	}
	await editor.closeNode();
	await shows(
		async () => (await editor.node(name).innerText()).split('\n').at(-1),
		'assign: data gift',
	);
	expect(editor.problems()).toEqual([]);
});
