import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

function holderOf(file: string): number | undefined {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		return isAlive(pid) ? pid : undefined;
	} catch {
		return undefined;
	}
}

/** Makes sure that one process at a time works on a folder; the lock ends with the process. */
export function lockFolder(file: string): void {
	const holder = holderOf(file);
	if (holder !== undefined) {
		throw new Error(`npm run try is already running here (process ${holder}). End it first.`);
	}
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, String(process.pid));
	process.on('exit', () => rmSync(file, { force: true }));
}
