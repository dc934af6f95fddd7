/** `npm run docs`: writes the tables of the pages from the code, and the owner's names from package.json. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { projectRoot } from '../host/paths';
import { ownedFiles, withOwner } from './owner';
import { pages, pageText } from './pages';
import { refilled } from './regions';
import { writers } from './writers';

async function main(): Promise<void> {
	for (const page of pages()) {
		const filepath = join(projectRoot, page);
		const refreshed = refilled(pageText(page), writers);
		write(page, await format(refreshed, { ...(await resolveConfig(filepath)), filepath }));
	}
	for (const file of ownedFiles()) write(file, withOwner(pageText(file)));
}

function write(file: string, text: string): void {
	if (text === pageText(file)) return;
	writeFileSync(join(projectRoot, file), text);
	console.log(`${file} written`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
