import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 30_000;

/** Repeats an assertion on something that may still be on its way to the screen, until it holds or time is up. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
	const end = Date.now() + LIMIT_MS;
	for (;;) {
		try {
			await assertion();
			return;
		} catch (error) {
			if (Date.now() >= end) throw error;
			await sleep(200);
		}
	}
}
