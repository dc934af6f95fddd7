import { sleep } from 'n8n-workflow';
import type { Pace } from './pace';
import { untilCancelled } from './untilCancelled';

/** Milliseconds between two requests, at most: what one takes this process, or little more. */
const widestStep = 0.5;

/**
 * Lets the requests of one run leave one after the other and not in crowds. Those that leave together are answered
 * together; while this process works through the answers the platform waits for it, and then it for the platform. A
 * step is what lets `width` requests begin while the fastest so far was answered, so none waits that could have been
 * under way.
 *
 * A cancelled run keeps nobody waiting, because n8n stores its execution without waiting for the node.
 *
 * @param width how many requests are under way at most
 */
export function spreadOver(width: number): Pace {
	let due = -Infinity;
	let fastest = 0;
	return async (isReady, signal) => {
		const now = performance.now();
		due = Math.max(due + Math.min(fastest / width, widestStep), now);
		// Timers know whole milliseconds; what is due within the same one goes on together.
		if (due - now >= 1) await untilCancelled(sleep(due - now), signal);
		const left = performance.now();
		return () => {
			const took = performance.now() - left;
			if (isReady) fastest = fastest === 0 ? took : Math.min(fastest, took);
		};
	};
}
