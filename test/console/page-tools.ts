import type { Page } from 'playwright-core';

export async function pressIn(page: Page, keys: string[]): Promise<void> {
	for (const key of keys) await page.keyboard.press(key);
}

/** Tabs until the element has the focus, as somebody without a mouse does. */
export async function tabToIn(page: Page, selector: string): Promise<void> {
	for (let n = 0; n < 60; n += 1) {
		if ((await page.locator(`${selector}:focus`).count()) > 0) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`${selector} cannot be reached by the Tab key`);
}

/** Fills up with errors of the page and with requests that leave its origin. */
export function problemsOf(page: Page, origin: string): string[] {
	const problems: string[] = [];
	page.on('pageerror', (error) => problems.push(error.message));
	page.on('console', (message) => {
		if (message.type() === 'error') problems.push(message.text());
	});
	page.on('request', (request) => {
		if (new URL(request.url()).origin !== origin) problems.push(request.url());
	});
	return problems;
}
