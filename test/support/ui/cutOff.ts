import type { Page } from 'playwright-core';

/** The parts of a page that are wider than their place: the page itself, and the words of cells, labels and headings. */
export async function cutOffOn(page: Page): Promise<string[]> {
	return await page.evaluate<string[]>(`[
		document.documentElement,
		...document.querySelectorAll('.scroll, td, th, label, h1, h2, p, dd, button'),
	].filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
		.map((part) => part.tagName + ' ' + part.scrollWidth + ' > ' + part.clientWidth + ' ' + part.innerText.slice(0, 60))`);
}
