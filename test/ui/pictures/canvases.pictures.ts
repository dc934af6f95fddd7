import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { projectRoot } from '../../../scripts/host/paths';
import { ready } from '../../support/workspace';
import { Editor } from '../../support/ui/editor';
import { takePicture, type Clip } from '../../support/ui/picture';

const folder = join(projectRoot, 'workflows');

/** Wider than this, what is written on a canvas can't be read on a page: its steps go into several pictures. */
const widestRow = 2500;
/** Room for the ends of wires. */
const margin = 12;

/** Puts the steps of a workflow into pictures, from left to right. */
function rowsOf(steps: Clip[]): Clip[] {
	const rows: Clip[] = [];
	for (const step of steps.sort((one, other) => one.x - other.x)) {
		const row = rows.at(-1);
		if (!row || step.x + step.width - row.x > widestRow) {
			rows.push({ ...step });
			continue;
		}
		const bottom = Math.max(row.y + row.height, step.y + step.height);
		row.y = Math.min(row.y, step.y);
		row.height = bottom - row.y;
		row.width = Math.max(row.width, step.x + step.width - row.x);
	}
	return rows.map(({ x, y, width, height }) => ({
		x: x - margin,
		y: y - margin,
		width: width + 2 * margin,
		height: height + 2 * margin,
	}));
}

let editor: Editor;

// As wide as they are, the pictures have twice the pixels of the place that a page has for them.
beforeEach(async () => {
	editor = await Editor.open();
});

afterEach(async () => {
	await editor.close();
});

it.each(readdirSync(folder).filter((file) => file.endsWith('.json')))(
	'the canvas of %s',
	async (file) => {
		const { page } = editor;
		await page.setViewportSize({ width: 4600, height: 2600 });
		await editor.openNew(ready({ file: join(folder, file) }, 'https://chat.example'));
		await editor.showAll();
		const steps = page.locator('[data-test-id="sticky"]').filter({ hasNot: page.locator('h2') });
		const boxes = await Promise.all(
			(await steps.all()).map(async (step) => await step.boundingBox()),
		);
		const rows = rowsOf(boxes.filter((box) => box !== null));
		for (const [index, row] of rows.entries()) {
			const part = index > 0 ? `-${index + 1}` : '';
			await takePicture(`canvas-${basename(file, '.json')}${part}`, page, row);
		}
	},
);
