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
				name,
				type: 'n8n-nodes-mobile-billing.mobileDataGifting',
				typeVersion: 1,
				parameters,
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

/** Executes the step. */
async function execute(): Promise<void> {
	await editor.panel.getByTestId('node-execute-button').click();
	await editor.panel.getByTestId('node-execute-button').getByText('Execute step').waitFor();
}

const output = () => editor.panel.getByTestId('output-panel');

/** The first columns of the item, and its cells there. */
async function beginOf(columns: number): Promise<string[][]> {
	const table = output().getByTestId('radio-button-table');
	if (await table.isVisible()) await table.click();
	const rows = output().locator('table tr');
	const texts = async (row: number, cell: string) =>
		(await rows.nth(row).locator(cell).allInnerTexts()).slice(0, columns).map((one) => one.trim());
	return [await texts(0, 'th'), await texts(1, 'td')];
}

it('a new node only checks: without a campaign, and from a service that sells, it is refused', async () => {
	const labels = async () => (await editor.labels()).slice(0, 3);
	await shows(labels, ['Resource', 'Operation', 'Mode']);
	await shows(() => editor.input('Mode').inputValue(), 'Only Check');
	await execute();
	await output().getByText("'Campaign' is required").first().waitFor();
	await editor.input('Campaign').fill('first-gift');
	await execute();
	const words = "The service COINSHOP07 can't give data: it is of the type CONTENT";
	await output().getByText(words).first().waitFor();
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
	await execute();
	const summary = `Would give 5 MB to ${phone} from service Loyalty Data`;
	const begin = [
		['outcome', 'summary'],
		['checked', summary],
	];
	await shows(async () => await beginOf(2), begin);
});

it('a new node gives once Mode is Send, and its second run gives nothing', async () => {
	await editor.input('Mode').click();
	await editor.pick('Check everything, then send it');
	for (const outcome of ['given', 'alreadyGiven']) {
		await execute();
		await shows(async () => await beginOf(1), [['outcome'], [outcome]]);
	}
	await editor.closeNode();
	await shows(
		async () => (await editor.node(name).innerText()).split('\n').at(-1),
		'assign: data gift',
	);
	expect(editor.problems()).toEqual([]);
});
