import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { projectRoot } from '../../../scripts/host/paths';

const folder = join(projectRoot, 'docs', 'images');

/** Pages are to load at once, and the repository is to stay small. */
const mostBytes = 600_000;

/** Pixels of a picture for one of the page, so that small text stays legible. */
export const pictureScale = 2;

const margin = 10;

export type Clip = NonNullable<NonNullable<Parameters<Page['screenshot']>[0]>['clip']>;

/** A picture of what is shown, or of a part of it. */
export async function pictureOf(page: Page, clip?: Clip): Promise<Buffer> {
	return await page.screenshot({ animations: 'disabled', caret: 'hide', ...(clip && { clip }) });
}

/** The place of a part of the page, from the top of another part. */
export async function placeOf(part: Locator, top = part): Promise<Clip> {
	const [box, above] = [await part.boundingBox(), await top.boundingBox()];
	if (box === null || above === null) throw new Error('A part of the picture is not shown');
	const y = above.y - margin;
	return { ...box, y, height: box.y + box.height - y };
}

/** Shows pictures below each other. @param zoom of each; @returns where they are */
export async function stacked(page: Page, parts: Buffer[], zoom = 1): Promise<Clip> {
	const style = `body { display: grid; gap: 16px; width: max-content; margin: 0 } img { zoom: ${zoom} }`;
	const images = parts.map(
		(part) => `<img src="data:image/png;base64,${part.toString('base64')}">`,
	);
	await page.setContent(`<!doctype html><style>${style}</style>${images.join('')}`);
	const box = await page.locator('body').boundingBox();
	if (box === null) throw new Error('There is no picture');
	return box;
}

/**
 * Puts a picture of what is shown, or of a part of it, into `docs/images/`.
 *
 * @throws Error when it is too large
 */
export async function takePicture(name: string, page: Page, clip?: Clip): Promise<void> {
	const picture = await pictureOf(page, clip);
	if (picture.length > mostBytes) throw new Error(`${name}.png has ${picture.length} bytes`);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, `${name}.png`), picture);
}
