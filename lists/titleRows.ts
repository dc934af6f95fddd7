import { isBlank, type ListRecord } from './csv';
import { nameIn } from './columnContents';
import { looksLikePhone } from './looksLikePhone';
import { recognize } from './recognize';

/** Nobody writes more above a header. */
const most = 20;

/**
 * How many rows stand above the header, such as the title of a report and its date. Below them the first row with a name
 * of phone numbers is the header; a row with a phone number is a customer, and no header stands below it.
 */
export function titleRowsAmong(records: Iterable<Pick<ListRecord, 'cells'>>): number {
	let [at, filled] = [0, 0];
	for (const { cells } of records) {
		if (!isBlank(cells)) {
			if (filled++ > most || cells.some(looksLikePhone)) return 0;
			if (namesPhones(cells)) return filled > 1 ? at : 0;
		}
		at++;
	}
	return 0;
}

/** A title is one cell; a header has more. */
function namesPhones(cells: unknown[]): boolean {
	const names = cells.map(nameIn).filter(Boolean);
	return names.length > 1 && names.some((name) => recognize(name).field === 'phone');
}
