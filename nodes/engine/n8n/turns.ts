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

/** The result of long work, whose steps other work comes between. @param each takes what a step gives */
export async function inTurns<Value, Result>(
	steps: Generator<Value, Result>,
	each?: (value: Value) => void,
): Promise<Result> {
	const turn = turns();
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
		each?.(value);
		await turn();
	}
}
