import { sleep } from 'n8n-workflow';

/** After 20 ms of work, other work of this n8n gets its turn: with one more stretch it waits less than 50 ms. */
const maxBlockingMs = 20;

/** A function to call again and again during long work: at times it waits until other work had its turn. */
export function turns(): () => Promise<void> {
	let began = Date.now();
	return async () => {
		if (Date.now() - began <= maxBlockingMs) return;
		await sleep(0);
		began = Date.now();
	};
}

/** The result of long work, which other work interrupts. @param each takes each value that the work yields */
export async function inTurns<Value, Result>(
	work: Generator<Value, Result>,
	each?: (value: Value) => void,
): Promise<Result> {
	const turn = turns();
	for (;;) {
		const { done, value } = work.next();
		if (done) return value;
		each?.(value);
		await turn();
	}
}
