import type { Steps } from '../steps';
import { columnOf } from './sheet';
import type { Budget } from './trouble';
import { unpack, type Part } from './zip';

/** A workbook has a few: this many would take too much memory. */
const costOfMerged = 100;

/** Names that a merged cell has in a workbook: `<mergeCell ref="B2:B4"/>`. */
const isMerged = /^(?:\w+:)?mergeCell\s/;
const range = /\sref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/i;

/**
 * The cells of a sheet that are merged with those below them: the last row of each, by column and row of the first cell.
 * They stand behind the rows, so the sheet is unpacked once for them.
 */
export function* mergedIn(part: Part | undefined, budget: Budget): Steps<Map<string, number>> {
	const merged = new Map<string, number>();
	if (!part) return merged;
	const decoder = new TextDecoder('latin1');
	let [rest, isBehindRows] = ['', false];
	for (const bytes of unpack(part, budget)) {
		rest += decoder.decode(bytes);
		isBehindRows ||= rest.includes('/sheetData');
		if (isBehindRows) {
			const tags = rest.split('<');
			rest = tags.pop() ?? '';
			for (const tag of tags) {
				const [, column = '', first, last] = isMerged.test(tag) ? (range.exec(tag) ?? []) : [];
				if (first === last) continue;
				budget.spend(costOfMerged);
				merged.set(`${columnOf(column)} ${first}`, Number(last));
			}
		}
		// A tag may go on in the next piece; a long one is none of a merged cell.
		rest = rest.slice(-maxTag);
		yield;
	}
	return merged;
}

const maxTag = 200;
