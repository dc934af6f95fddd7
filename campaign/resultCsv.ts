import { byteOrderMark, csvLines } from './csvCell';
import { labels } from './labels';
import { Results } from './results';
import type { Batch, LeftOut, Row, StoredList } from './types';

const header = [
	'row',
	'customer',
	'name',
	'phone',
	'megabytes',
	'operator',
	'result',
	'reason',
	'value',
	'next step',
];

/**
 * Every row of a campaign with its result, as CSV (RFC 4180) for spreadsheets; those that were left out are the last ones.
 * One part per list, so that memory holds one list, however many there are.
 *
 * @param separator that of the list: a spreadsheet opens both in the same way
 */
export function* resultCsv(
	batches: Batch[],
	lists: StoredList[],
	separator: string,
): Generator<string> {
	yield byteOrderMark + csvLines([header], separator);
	const byNumber = new Map(batches.map((batch) => [batch.number, batch]));
	const isLeftOut = ({ number }: StoredList) => number <= 0;
	const sorted = [...lists].sort((one, other) => Math.abs(one.number) - Math.abs(other.number));
	for (const list of sorted.filter((one) => !isLeftOut(one))) {
		yield csvLines(rowsOf(list, byNumber.get(list.number)), separator);
	}
	for (const list of sorted.filter(isLeftOut)) yield csvLines(leftOutOf(list), separator);
}

function rowsOf({ list }: StoredList, batch: Batch | undefined): unknown[][] {
	if (!batch) return [];
	const results = new Results(batch);
	return (JSON.parse(list) as Row[]).map((one, at) => {
		const { row, customer, name, phone, megabytes, operator } = one;
		const result = labels[results.stateOf(at) ?? 'notSent'];
		return [row, customer, name, phone, megabytes, operator, result, results.reasonOf(at), '', ''];
	});
}

function leftOutOf({ list }: StoredList): unknown[][] {
	return (JSON.parse(list) as LeftOut[]).map((one) => {
		const { row, customer, name, phone, reason, value, nextStep } = one;
		return [row, customer, name, phone, '', '', 'Left out', reason, value, nextStep];
	});
}
