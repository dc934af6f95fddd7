import { campaignWorkflow } from '../../../scripts/try/workflows';
import { Editor } from '../../support/ui/editor';
import { pictureOf, pictureScale, placeOf, stacked, takePicture } from '../../support/ui/picture';

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open(pictureScale);
});

afterAll(async () => {
	await editor.close();
});

const list = `customer,name,phone,operator,megabytes
C-1001,Ada Sample,+33 6 39 98 00 11,FR_DEMOTEL,500
C-1002,Ben Sample,0044 7700 900123,GB_SAMPLECELL,250
C-1003,Cem Sample,06 39 98 00 12,FR_DEMOTEL,100
C-1004,Dana Sample,+33 6 39 98 00 14,FR_DEMOTEL,500
C-1005,Eli Sample,+33 6 39 98 04 03,FR_DEMOTEL,500
C-1006,Fay Sample,+44 7700 900124,GB_SAMPLECELL,250
C-1007,Gus Sample,+33 6 39 98 00 17,FR_DEMOTEL,a lot
C-1008,Hal Sample,+33 6 39 98 00 18,FR_DEMOTEL,500
`;

it('the result of a campaign', async () => {
	await editor.openWorkflow(campaignWorkflow.id);
	const form = await editor.executeForm();
	await form.setViewportSize({ width: 900, height: 700 });
	await form.getByLabel('Campaign').fill('spring-2026');
	await form
		.locator('input[type="file"]')
		.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
	await form.getByRole('button', { name: 'Assign data gifts' }).click();
	await form.getByRole('heading', { name: 'Gifts given' }).waitFor();
	await form.close();
	await editor.page.setViewportSize({ width: 2700, height: 900 });
	const panel = await editor.openNode('Assign data gifts');
	// n8n's shortcuts to the next nodes lie on the table.
	await editor.page.addStyleTag({ content: '[data-test-id^="floating-node"] { display: none }' });
	const parts: Buffer[] = [];
	for (const branch of ['Success Branch', 'Error Branch']) {
		const tab = panel.output.getByText(branch);
		await tab.click();
		const table = panel.output.locator('table').first();
		await table
			.getByText(branch === 'Error Branch' ? 'C-1003' : '33639980011')
			.first()
			.waitFor();
		parts.push(await pictureOf(editor.page, await placeOf(table, tab)));
	}
	const clip = await stacked(editor.page, parts, 1 / pictureScale);
	await takePicture('campaign-result', editor.page, clip);
});
