import type { BatchWithList } from './change';
import { labels } from './labels';
import { Results } from './results';
import type { Row } from './types';

const header = ['row', 'customer', 'name', 'phone', 'megabytes', 'operator', 'result', 'reason'];

/**
 * Every row of a campaign with its result, as CSV (RFC 4180) for spreadsheets. One part per batch, so that memory holds
 * one batch, however many there are.
 *
 * @param batches in their order, read one by one
 */
export async function* resultCsv(
	batches: Iterable<BatchWithList> | AsyncIterable<BatchWithList>,
): AsyncGenerator<string> {
	// Excel takes a file without this mark for Windows-1252.
	yield `\uFEFF${csvLine(header)}`;
	for await (const batch of batches) yield partOf(batch);
}

function partOf(batch: BatchWithList): string {
	const results = new Results(batch);
	const rows = JSON.parse(batch.list) as Row[];
	const lines = rows.map(({ row, customer, name, phone, megabytes, operator }, at) => {
		const result = labels[results.stateOf(at) ?? 'notSent'];
		const reason = results.reasonOf(at) ?? '';
		return csvLine([row, customer, name, phone, megabytes, operator, result, reason]);
	});
	return lines.join('');
}

/** How a spreadsheet recognizes what it runs, also behind blanks and in the wide forms of East Asian keyboards. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function csvLine(cells: (string | number | undefined)[]): string {
	return `${cells.map(cellOf).join(',')}\r\n`;
}

/** A cell that is shown as it is. What a spreadsheet would run gets an apostrophe, which makes it text. */
function cellOf(value: string | number | undefined): string {
	const text = String(value ?? '');
	const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
	return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
