import type { Sandbox } from '../../../sandbox/sandbox';

/** From now on, when each request reached the platform (milliseconds); those for tokens count too. */
export function recordRequests({ world: { traffic } }: Sandbox): number[] {
	const times: number[] = [];
	const started = traffic.started.bind(traffic);
	traffic.started = () => {
		times.push(performance.now());
		started();
	};
	return times;
}

/** The most requests in any window of one second. */
export function busiestSecond(times: number[]): number {
	let most = 0;
	let from = 0;
	for (const [index, time] of times.entries()) {
		while ((times[from] ?? time) <= time - 1000) from += 1;
		most = Math.max(most, index - from + 1);
	}
	return most;
}
