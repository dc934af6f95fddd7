/** Text beyond this many characters is no misspelled name. */
const longest = 60;

/** The name that takes the fewest changes of a character to be this text, whatever their case. */
export function nearestOf(text: string, names: readonly string[]): string {
	const typed = text.slice(0, longest).toLowerCase();
	const changes = names.map((name) => distance(typed, name.toLowerCase()));
	return names[changes.indexOf(Math.min(...changes))] ?? '';
}

/** How many characters must be changed, added or taken out (Levenshtein). */
function distance(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (const [before, character] of [...one].entries()) {
		const next = [before + 1];
		for (const [at, wanted] of [...other].entries()) {
			const [diagonal = 0, above = 0] = row.slice(at, at + 2);
			const replaced = diagonal + Number(character !== wanted);
			next.push(Math.min(replaced, above + 1, (next[at] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
