import type { ListRecord } from './csv';

type Item = Record<string, unknown>;

/** The rows of a list that comes as items: a header with all names, and a row for each item; undefined where other work gets its turn. */
export function* itemRecords(items: Item[]): Generator<ListRecord | undefined> {
	const found = new Set<string>();
	for (const item of items) {
		for (const name of Object.keys(item)) found.add(name);
		yield undefined;
	}
	const names = [...found];
	yield { row: 0, cells: names };
	for (const [at, item] of items.entries()) {
		yield { row: rowOf(item) ?? at + 1, cells: names.map((name) => item[name]), item: at };
	}
}

/** The row as n8n's Google Sheets node tells it. */
function rowOf({ row_number: row }: Item): number | undefined {
	return typeof row === 'number' ? row : undefined;
}
