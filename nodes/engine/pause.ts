import { sleep } from 'n8n-workflow';
import { untilCancelled } from './untilCancelled';

/** An n8n whose `sleep` does not know signals keeps its timer when the execution is cancelled, for this much at most. */
const longestSleep = 500;

/** Waits, at most until the execution is cancelled. @param milliseconds none or less: not at all */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0 && !signal?.aborted; left = end - Date.now()) {
		await untilCancelled(sleep(Math.ceil(Math.min(left, longestSleep))), signal);
	}
}
