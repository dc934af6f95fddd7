import { outcomesOf } from '../../nodes/engine/outcomes';
import { start as startPayment } from '../../nodes/MobileBilling/operations/payment/start';
import { submitPin } from '../../nodes/MobileBilling/operations/payment/submitPin';
import { sellWorkflow } from '../../scripts/try/workflows';
import { Editor } from './support/editor';
import { eventually } from './support/eventually';

const namesOf = (operation: Parameters<typeof outcomesOf>[0]) =>
	Object.values(outcomesOf(operation) ?? {}).map(({ name }) => name);

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
});

afterAll(async () => {
	await editor.close();
});

describe('named outputs on the canvas', () => {
	it('are there once Split by Outcome is on, and gone when it is off', async () => {
		await editor.newWorkflow();
		const trigger = await editor.beginByHand();
		const start = 'Start payment';
		await editor.addAfter(trigger, 'phone bill', 'Mobile Billing', start);
		await editor.panel.addOption('Options', 'Split by Outcome');
		await editor.panel.flip('Split by Outcome');
		await editor.panel.close();
		await eventually(async () => {
			expect(await editor.outputsOf(start)).toEqual(namesOf(startPayment));
		});

		const panel = await editor.openNode(start);
		await panel.flip('Split by Outcome');
		await panel.close();
		await eventually(async () => {
			expect(await editor.outputsOf(start)).toEqual([]);
		});
	});

	it('are read off the ready workflow that sells', async () => {
		await editor.openWorkflow(sellWorkflow.id);
		expect(await editor.outputsOf('Start payment')).toEqual(
			expect.arrayContaining(namesOf(startPayment)),
		);
		expect(await editor.outputsOf('Submit PIN')).toEqual(
			expect.arrayContaining(namesOf(submitPin)),
		);
		expect(editor.problems()).toEqual([]);
	});
});
