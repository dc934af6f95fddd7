import { listOutcomes, type Outcome } from '../campaign/outcomes';
import type { Piece, StoredList } from '../campaign/types';
import { resultFields } from '../lists/columns';
import { byteOrderMark, csvLines } from '../lists/csvCell';
import { inLanguage, translated, type Speech } from '../platform/say';

/** The columns of a list that came without a file, or whose file doesn't fit. */
const csvColumns: [name: string, field: keyof Outcome][] = [
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
 * @param language of the reasons
 */
export function* resultCsv(
	pieces: Piece[],
	lists: StoredList[],
	separator: string,
	isWanted: (outcome: Outcome) => boolean,
	language: Speech,
): Generator<string> {
	yield byteOrderMark + csvLines([csvColumns.map(([name]) => name)], separator);
	for (const outcomes of listOutcomes(pieces, lists)) {
		const rows = inLanguage(language, () => outcomes.filter(isWanted).map(cellsIn));
		yield csvLines(rows, separator);
	}
}

function cellsIn(outcome: Outcome): unknown[] {
	const { reason, nextStep = '' } = outcome;
	const shown = { ...outcome, reason: translated(reason), nextStep: translated(nextStep) };
	return csvColumns.map(([, field]) => shown[field]);
}
