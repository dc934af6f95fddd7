import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { projectRoot } from '../../../scripts/host/paths';

const folder = join(projectRoot, 'docs', 'images');

/** Pages are to load at once, and the repository is to stay small. */
const mostBytes = 300_000;

/** Pixels of a picture for one of the page, so that small text stays legible. */
export const pictureScale = 2;

type Clip = NonNullable<NonNullable<Parameters<Page['screenshot']>[0]>['clip']>;

/**
 * Puts a picture of what is shown, or of a part of it, into `docs/images/`.
 *
 * @throws Error when it is too large
 */
export async function takePicture(name: string, page: Page, clip?: Clip): Promise<void> {
	const picture = await page.screenshot({
		animations: 'disabled',
		caret: 'hide',
		...(clip && { clip }),
	});
	if (picture.length > mostBytes) throw new Error(`${name}.png has ${picture.length} bytes`);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, `${name}.png`), picture);
}
