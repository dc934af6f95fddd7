import { csvLine } from './csvCell';
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
 */
export function* resultCsv(batches: Batch[], lists: StoredList[]): Generator<string> {
	// Excel takes a file without this mark for Windows-1252.
	yield `\uFEFF${csvLine(header)}`;
	const byNumber = new Map(batches.map((batch) => [batch.number, batch]));
	const isLeftOut = ({ number }: StoredList) => number <= 0;
	const sorted = [...lists].sort((one, other) => Math.abs(one.number) - Math.abs(other.number));
	for (const list of sorted.filter((one) => !isLeftOut(one))) {
		yield partOf(list, byNumber.get(list.number));
	}
	for (const list of sorted.filter(isLeftOut)) yield leftOutPartOf(list);
}

function partOf({ list }: StoredList, batch: Batch | undefined): string {
	if (!batch) return '';
	const results = new Results(batch);
	const lines = (JSON.parse(list) as Row[]).map((one, at) => {
		const { row, customer, name, phone, megabytes, operator } = one;
		const result = labels[results.stateOf(at) ?? 'notSent'];
		const reason = results.reasonOf(at);
		return csvLine([row, customer, name, phone, megabytes, operator, result, reason, '', '']);
	});
	return lines.join('');
}

function leftOutPartOf({ list }: StoredList): string {
	const lines = (JSON.parse(list) as LeftOut[]).map((one) => {
		const { row, customer, name, phone, reason, value, nextStep } = one;
		return csvLine([row, customer, name, phone, '', '', 'Left out', reason, value, nextStep]);
	});
	return lines.join('');
}
