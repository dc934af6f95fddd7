import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { projectRoot } from '../host/paths';
import { pageText } from './pages';

/** The text as Prettier formats this file. */
export async function formatted(file: string, text: string): Promise<string> {
	const filepath = join(projectRoot, file);
	return format(text, { ...(await resolveConfig(filepath)), filepath });
}

/** Writes a file unless it has this text. */
export function write(file: string, text: string): void {
	const path = join(projectRoot, file);
	if (existsSync(path) && text === pageText(file)) return;
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
	console.log(`${file} written`);
}
