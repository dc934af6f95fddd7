import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../../scripts/host/paths';
import { sellWorkflow } from '../../../scripts/payments/payments';
import { Editor, type WorkflowFile } from '../support/editor';
import { pictureScale, takePicture } from '../support/picture';

const folder = join(projectRoot, 'workflows');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

const usualView = { width: 1280, height: 800 };

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open(pictureScale);
});

afterAll(async () => {
	await editor.close();
});

it.each(files)('the canvas of %s', async (file) => {
	await editor.openNew(JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowFile);
	await editor.showAll();
	const { width, height } = await editor.extent();
	// A long workflow would be too small to read.
	if (width > 3 * height) await editor.page.setViewportSize({ width: 2400, height: 800 });
	await editor.showAll();
	await takePicture(`canvas-${file.replace('.json', '')}`, editor.page, await editor.extent());
	await editor.page.setViewportSize(usualView);
});

it('named outputs', async () => {
	await editor.openWorkflow(sellWorkflow.id);
	await editor.zoomTo('Start payment');
	const box = await editor.node('Start payment').boundingBox();
	if (box === null) throw new Error('The node is not in view');
	const { x, y, width, height } = box;
	const clip = { x: x - 200, y: y - 60, width: width + 500, height: height + 120 };
	await takePicture('named-outputs', editor.page, clip);
});
