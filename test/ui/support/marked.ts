import type { Locator, Page } from 'playwright-core';

/** The parts of the editor that bear one of n8n's own test marks. */
export function marked(within: Page | Locator, mark: string): Locator {
	return within.locator(`[data-test-id="${mark}"]`);
}

/** What bears a label; that of a required field may end in an asterisk. */
export function labelled(within: Page | Locator, label: string): Locator {
	const exactly = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return within.getByText(new RegExp(`^${exactly}\\s*\\*?$`));
}
