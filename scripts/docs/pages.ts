import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../host/paths';

/** Every page people read, from the root of the project. */
export function pages(): string[] {
	const inRoot = readdirSync(projectRoot).filter((name) => name.endsWith('.md'));
	const docs = readdirSync(join(projectRoot, 'docs')).filter((name) => name.endsWith('.md'));
	return [...inRoot, ...docs.map((name) => `docs/${name}`)].sort();
}

/** The text of a page. */
export function pageText(page: string): string {
	return readFileSync(join(projectRoot, page), 'utf8');
}
