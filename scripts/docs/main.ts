/** `npm run docs`: writes tables and samples of the pages, output schemas, and the owner's names from package.json. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { projectRoot } from '../host/paths';
import { ownedFiles, withOwner } from './owner';
import { pages, pageText } from './pages';
import { refilled } from './regions';
import { schemaFiles } from './samples';
import { writers } from './writers';

async function main(): Promise<void> {
	for (const page of pages()) {
		const filepath = join(projectRoot, page);
		const refreshed = refilled(pageText(page), writers);
		write(page, await format(refreshed, { ...(await resolveConfig(filepath)), filepath }));
	}
	for (const file of ownedFiles()) write(file, withOwner(pageText(file)));
	for (const [file, text] of schemaFiles()) write(file, text);
}

function write(file: string, text: string): void {
	const path = join(projectRoot, file);
	if (existsSync(path) && text === pageText(file)) return;
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
	console.log(`${file} written`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
