import { sleep } from 'n8n-workflow';

/** After so much work, other work of this n8n gets its turn. */
const maxBlockingMs = 50;

/** A function to call between the steps of long work: at times it waits until other work had its turn. */
export function turns(): () => Promise<void> {
	let began = Date.now();
	return async () => {
		if (Date.now() - began <= maxBlockingMs) return;
		await sleep(0);
		began = Date.now();
	};
}
