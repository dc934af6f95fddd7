import { Editor } from './support/editor';
import { eventually } from './support/eventually';

const gift = { resource: 'dataGift', operation: 'assign' };
const status = { resource: 'subscription', operation: 'checkStatus' };
const tools = [
	{ name: 'Give', type: 'n8n-nodes-mobile-billing.mobileDataGiftingTool', parameters: gift },
	{ name: 'Check', type: 'n8n-nodes-mobile-billing.mobileBillingTool', parameters: status },
];

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
	await editor.openNodes(tools);
});

afterAll(async () => {
	await editor.close();
});

describe('as a tool of an AI agent', () => {
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
		expect(editor.problems()).toEqual([]);
	});
});
