/** A place in a page that is written by the generator, by the words in its first mark. */
const region = /<!-- generated: (.+?) -->\n[\s\S]*?<!-- end -->/g;

/** The page with every marked place written anew. @throws Error when nobody writes what a mark asks for */
export function refilled(page: string, writings: ReadonlyMap<string, string>): string {
	return page.replace(region, (_, name: string) => {
		const text = writings.get(name);
		if (text === undefined) throw new Error(`Nobody writes “${name}”`);
		return `<!-- generated: ${name} -->\n\n${text}\n\n<!-- end -->`;
	});
}

/** The most characters of a table's cell; what is longer is a list below the table. */
export const widestCell = 200;

/** A table in Markdown; the formatter aligns its columns. */
export function tableOf(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const escaped = rows.map((cells) =>
		line(cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '))),
	);
	return [line(head), line(head.map(() => '---')), ...escaped].join('\n');
}
