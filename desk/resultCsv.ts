import { resultFields } from '../lists/columns';
import { byteOrderMark, csvLines } from '../lists/csvCell';
import { outcomesOf, type Outcome } from '../campaign/outcomes';
import type { Piece, StoredList } from '../campaign/types';

const columns: [name: string, field: keyof Outcome][] = [
	['row', 'row'],
	...resultFields.map((field): [string, keyof Outcome] => [field, field]),
	['result', 'result'],
	['reason', 'reason'],
	['value', 'value'],
	['next step', 'nextStep'],
];

/**
 * Every row of a campaign with its result, as CSV (RFC 4180) for spreadsheets, one part per list.
 *
 * @param separator that of the list: a spreadsheet opens both in the same way
 */
export function* resultCsv(
	pieces: Piece[],
	lists: StoredList[],
	separator: string,
	isWanted: (outcome: Outcome) => boolean = () => true,
): Generator<string> {
	yield byteOrderMark + csvLines([columns.map(([name]) => name)], separator);
	for (const outcomes of outcomesOf(pieces, lists)) {
		const rows = outcomes
			.filter(isWanted)
			.map((outcome) => columns.map(([, field]) => outcome[field]));
		yield csvLines(rows, separator);
	}
}
