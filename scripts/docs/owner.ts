import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../host/paths';

/** The owner edits `repository` and `author` in package.json; all other places follow from them. */
const { repository, author } = JSON.parse(
	readFileSync(join(projectRoot, 'package.json'), 'utf8'),
) as {
	repository: { url: string };
	author: { name: string };
};

/** An address on GitHub without what follows the repository's name. */
const address = /https:\/\/github\.com\/[\w-]+\/[\w-]+/;

/** The files that name the repository or the author, and no other repository. */
export function ownedFiles(): string[] {
	return [
		...['package.json', 'CHANGELOG.md', 'LICENSE'],
		...filesIn('.github/ISSUE_TEMPLATE', '.yml'),
		...filesIn('credentials', '.credentials.ts'),
		...filesIn('nodes', '.node.json'),
	];
}

/** The text with the repository and the author of package.json. */
export function withOwner(text: string): string {
	const [current = ''] = address.exec(repository.url) ?? [];
	return text
		.replace(new RegExp(address, 'g'), current)
		.replace(/^(Copyright \(c\) \d{4}) .+$/m, (_, years: string) => `${years} ${author.name}`);
}

function filesIn(folder: string, end: string): string[] {
	return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(end))
		.map((name) => join(folder, name));
}
