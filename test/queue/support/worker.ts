import { readFileSync } from 'node:fs';

import type { N8nProcess } from '../../../scripts/host/n8n-process';

/** The executions a worker has begun, by its own log. */
export function begunBy(worker: N8nProcess): number[] {
	return idsAfter(worker, 'Worker started execution');
}

/** The executions a worker has begun and not ended. */
export function underWayOn(worker: N8nProcess): number[] {
	const ended = new Set(idsAfter(worker, 'Worker finished execution'));
	return begunBy(worker).filter((id) => !ended.has(id));
}

function idsAfter({ logFile }: N8nProcess, words: string): number[] {
	const found = readFileSync(logFile, 'utf8').matchAll(new RegExp(`${words} (\\d+)`, 'g'));
	return [...found].map(([, id]) => Number(id));
}
