import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a question until the answer is neither `undefined` nor `false`. @throws Error after the time limit */
export async function waitFor<T>(
	what: string,
	ask: () => T | false | undefined | Promise<T | false | undefined>,
	{ timeoutMs, everyMs = 100 }: { timeoutMs: number; everyMs?: number },
): Promise<T> {
	const end = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		if (Date.now() >= end) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
		await sleep(everyMs);
	}
}
