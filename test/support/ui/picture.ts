import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { projectRoot } from '../../../scripts/host/paths';

const folder = join(projectRoot, 'docs', 'images');

/** The largest picture, so that pages load at once and the repository stays small. */
const mostBytes = 600_000;

const margin = 10;

/** A part of a page. */
export type Clip = NonNullable<NonNullable<Parameters<Page['screenshot']>[0]>['clip']>;

/** The place of a part of the page. @throws Error when it is not shown */
export async function boxOf(part: Locator): Promise<Clip> {
	const box = await part.boundingBox();
	if (box === null) throw new Error(`Not in the picture: ${part.toString()}`);
	return box;
}

/** The place of a part of the page, from the top of another part. */
export async function placeOf(part: Locator, top: Locator): Promise<Clip> {
	const box = await boxOf(part);
	const y = (await boxOf(top)).y - margin;
	return { ...box, y, height: box.y + box.height - y };
}

/** A picture of the page, or of a part of it. */
export async function pictureOf(page: Page, clip?: Clip): Promise<Buffer> {
	return await page.screenshot({ animations: 'disabled', caret: 'hide', ...(clip && { clip }) });
}

/** Replaces addresses of this machine by an example address, in texts and fields. */
export async function showAs(page: Page, address: string, shown: string): Promise<void> {
	const texts = JSON.stringify([address, shown]);
	await page.evaluate(`{
		const [address, shown] = ${texts};
		for (const field of document.querySelectorAll('input')) field.value = field.value.replace(address, shown);
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(address, shown);
	}`);
}

/** Puts a picture into `docs/images/`. @throws Error when it is too large */
export async function takePicture(name: string, page: Page, clip?: Clip): Promise<void> {
	const picture = await pictureOf(page, clip);
	if (picture.length > mostBytes) throw new Error(`${name}.png has ${picture.length} bytes`);
	writeFileSync(join(folder, `${name}.png`), picture);
}
