import { isNothing } from '../platform/answer';
import { unitIn } from '../platform/declaredAmount';
import { tried } from '../platform/input';
import type { ListRecord } from './csv';
import { looksLikePhone } from './looksLikePhone';
import type { Readers } from './reading';
import { recognize, type NameOfColumn } from './recognize';

/** A column of a list: what its name says, and how many of its cells can be what. */
export interface ColumnContents {
	at: number;
	/** '' where the list has no header. */
	name: string;
	says: NameOfColumn;
	/** Those with something in them. */
	cells: unknown[];
	/** That look like a phone number, of whatever country. */
	phones: number;
	/** That can be read as a number, under what was declared. */
	numbers: number;
	/** That are mobile numbers by their numbering plan, under what was declared. */
	mobiles: number;
	/** That are amounts, under what was declared. */
	amounts: number;
	/** That have a unit of data. */
	units: number;
}

/** Looks at the columns of some rows. @param header undefined where the list has none */
export function contentsOf(
	header: ListRecord | undefined,
	rows: ListRecord[],
	readers: Readers,
): ColumnContents[] {
	const all = header ? [header, ...rows] : rows;
	const width = Math.max(0, ...all.map(({ cells }) => cells.length));
	return Array.from({ length: width }, (_, at) => {
		const name = nameIn(header?.cells[at]);
		const cells = rows.map((row) => row.cells[at]).filter((cell) => !isNothing(cell));
		const count = (is: (cell: unknown) => boolean) => cells.filter(is).length;
		const numbers = cells.map((cell) => tried(() => readers.phone(cell))).filter(Boolean);
		return {
			at,
			name,
			says: recognize(name),
			cells,
			phones: count(looksLikePhone),
			numbers: numbers.length,
			mobiles: numbers.filter((read) => read?.type === 'MOBILE').length,
			amounts: count((cell) => unitIn(cell) !== undefined || isAmount(cell, readers)),
			units: count((cell) => unitIn(cell) !== undefined),
		};
	}).filter(({ name, cells }) => name !== '' || cells.length > 0);
}

/** A cell that names a column; '' for what is no text. */
export function nameIn(cell: unknown): string {
	return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';
}

/** In either way where the sign is doubtful. */
function isAmount(cell: unknown, { amount }: Readers): boolean {
	return tried(() => amount(cell)) !== undefined || /^\d{1,3}[.,]\d{3}$/.test(String(cell).trim());
}
