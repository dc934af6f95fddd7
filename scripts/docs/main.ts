/** `npm run docs`: writes the tables of the pages anew from the operation tables, credentials and results. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { projectRoot } from '../host/paths';
import { pages, pageText } from './pages';
import { refilled } from './regions';
import { writers } from './writers';

async function main(): Promise<void> {
	for (const page of pages()) {
		const filepath = join(projectRoot, page);
		const refreshed = refilled(pageText(page), writers);
		const text = await format(refreshed, { ...(await resolveConfig(filepath)), filepath });
		if (text === pageText(page)) continue;
		writeFileSync(filepath, text);
		console.log(`${page} written`);
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
