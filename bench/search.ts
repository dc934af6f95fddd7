import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSandbox } from '../sandbox/sandbox';

const run = promisify(execFile);

/** The heap that n8n is given, in megabytes. */
const heap = 2048;
const sizes = [10_000, 100_000];
const program = join(__dirname, 'searchOnce.ts');

/** What one search for everything took. */
export interface SearchLine {
	shape: 'simplified' | 'in full';
	records: number;
	seconds: number;
	/** The most that was in use of the heap, in megabytes. */
	heapMb: number;
	/** The most that was taken from the machine, in megabytes. */
	residentMb: number;
}

/** Each search runs in a process of its own, so that the platform's memory does not count. */
export async function searchBench(): Promise<SearchLine[]> {
	const lines: SearchLine[] = [];
	for (const history of sizes) {
		const sandbox = await createSandbox({ port: 0, history });
		try {
			for (const shape of ['simplified', 'in full'] as const) {
				const { stdout } = await run(
					process.execPath,
					[`--max-old-space-size=${heap}`, '--import', 'tsx', program, sandbox.url, shape],
					{ env: { ...process.env, N8N_LOG_LEVEL: 'silent' } },
				);
				lines.push({ shape, ...(JSON.parse(stdout) as Omit<SearchLine, 'shape'>) });
			}
		} finally {
			await sandbox.close();
		}
	}
	return lines;
}
