import { readFileSync } from 'node:fs';

import type { N8nProcess } from '../scripts/host/n8nProcess';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** How much processor time these processes have used so far, in milliseconds; those that are not running count nothing. */
export async function processorTimeOf(processes: N8nProcess[]): Promise<number> {
	const pids = await Promise.all(processes.map((one) => one.pid()));
	return pids.reduce<number>((sum, pid) => sum + (pid === undefined ? 0 : timeOf(pid)), 0);
}

function timeOf(pid: number): number {
	const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The program's name, in parentheses, may hold spaces; user and system time are the 12th and 13th field behind it.
	const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
