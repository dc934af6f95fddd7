import { Editor } from './support/editor';

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
	await editor.newWorkflow();
	await editor.beginNodeSearch();
});

afterAll(async () => {
	await editor.close();
});

const gifting = 'Mobile Data Gifting';
const billing = 'Mobile Billing';
// n8n leaves the word “Trigger” out here.
const poll = 'Mobile Billing Transaction';

describe('the list of nodes', () => {
	it.each([
		['mobile', [billing, gifting, poll]],
		['data', [gifting]],
		['PIN', [billing]],
		['charge', [billing, poll]],
		['subscription', [billing, poll]],
		['gift', [gifting]],
		['billing', [billing, poll]],
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
