import { setTimeout as sleep } from 'node:timers/promises';

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

/** Repeats an assertion on something that may still be on its way to the screen, until it holds or time is up. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
	const end = Date.now() + 30_000;
	for (;;) {
		try {
			await assertion();
			return;
		} catch (error) {
			if (Date.now() >= end) throw error;
			await sleep(100);
		}
	}
}
