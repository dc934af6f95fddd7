import { sleep } from 'n8n-workflow';

/** After 20 ms of work, other work of this n8n gets its turn: with one more step it waits less than 50 ms. */
const maxBlockingMs = 20;

/** A function to call between the steps of long work: at times it waits until other work had its turn. */
export function turns(): () => Promise<void> {
	let began = Date.now();
	return async () => {
		if (Date.now() - began <= maxBlockingMs) return;
		await sleep(0);
		began = Date.now();
	};
}

export async function inTurns<Result>(steps: Generator<unknown, Result>): Promise<Result> {
	const turn = turns();
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
		await turn();
	}
}
