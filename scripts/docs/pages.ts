import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../host/paths';

/** The text of a page, or of another file of the project. */
export function pageText(page: string): string {
	return readFileSync(join(projectRoot, page), 'utf8');
}

/** The files in a folder whose names have this end, such as `.md`; paths start at the root of the project. */
export function filesIn(folder: string, end: string, recursive = true): string[] {
	return readdirSync(join(projectRoot, folder), { recursive, encoding: 'utf8' })
		.filter((name) => name.endsWith(end))
		.map((name) => join(folder, name));
}

/** The paths of all pages of the documentation, from the root of the project. */
export function pages(): string[] {
	return [...filesIn('', '.md', false), ...filesIn('docs', '.md', false)].sort();
}

/** The files that name this repository or its author. */
export function ownedFiles(): string[] {
	return [
		'package.json',
		'CHANGELOG.md',
		'LICENSE',
		...filesIn('.github/ISSUE_TEMPLATE', '.yml'),
		...filesIn('credentials', '.credentials.ts'),
		...filesIn('nodes', '.node.json'),
	];
}

/** The text with `repository` and `author` of package.json, the one place where the owner edits them. */
export function withOwner(text: string): string {
	const { repository, author } = JSON.parse(pageText('package.json')) as {
		repository: { url: string };
		author: { name: string };
	};
	const address = /https:\/\/github\.com\/[\w-]+\/[\w-]+/g;
	const [current = ''] = repository.url.match(address) ?? [];
	return text
		.replace(address, current)
		.replace(/^(Copyright \(c\) \d{4}) .+$/m, (_, years: string) => `${years} ${author.name}`);
}

/** A generated part of a page: `<!-- generated: compatibility -->` up to `<!-- end -->`. */
const region = /<!-- generated: (.+?) -->\n[\s\S]*?<!-- end -->/g;

/** The page with its generated parts written anew. @throws Error when `writings` has no text for a mark */
export function refilled(page: string, writings: ReadonlyMap<string, string>): string {
	return page.replace(region, (_, name: string) => {
		const text = writings.get(name);
		if (text === undefined)
			throw new Error(`Nobody writes “${name}”; a sample that equals another one has no place`);
		return `<!-- generated: ${name} -->\n\n${text}\n\n<!-- end -->`;
	});
}

/** The most characters of a table's cell. */
export const widestCell = 200;

/** A table in Markdown; the formatter aligns its columns. */
export function tableOf(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const escaped = rows.map((cells) =>
		line(cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '))),
	);
	return [line(head), line(head.map(() => '---')), ...escaped].join('\n');
}
