import { sleep } from 'n8n-workflow';

/** An n8n whose `sleep` does not know signals yet hears a cancellation after this much. */
const longestSleep = 500;

/** Waits, at most until the execution is cancelled. @param milliseconds none or less: not at all */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0 && !signal?.aborted; left = end - Date.now()) {
		// It throws when the signal comes; whoever waits looks at the signal anyway.
		await sleep(Math.ceil(Math.min(left, longestSleep)), signal).catch(() => undefined);
	}
}
