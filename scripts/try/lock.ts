import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Makes sure that one process at a time works on a folder; the lock ends with the process. */
export function lockFolder(folder: string): void {
	const file = join(folder, 'lock');
	const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
	if (holder && isAlive(holder)) {
		throw new Error(`npm run try is already running here (process ${holder}). End it first.`);
	}
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, String(process.pid));
	process.on('exit', () => rmSync(file, { force: true }));
}
