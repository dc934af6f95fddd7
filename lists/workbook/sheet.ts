import type { ListRecord } from '../csv';
import { textOfFormula } from '../csvCell';
import type { Format, ShownNumbers } from './formats';
import { unreadableWorkbook, type Budget } from './trouble';
import { cellText, isTrue, type Listener } from './xml';

/** The shared texts and formats by which cells of a sheet are read. */
interface Shared {
	strings: string[];
	budget: Budget;
	formats: Format[];
	/** Undefined where cells are wanted as they are stored. */
	numbers?: ShownNumbers;
	/** The last row of each merged cell, by column and row of its first one. */
	merged: ReadonlyMap<string, number>;
}

/** A number as it is written, with the style that shows it, such as a date. */
export interface StyledNumber {
	value: string;
	style: number;
}

/** The last row and column of a sheet. */
const maxRow = 1_048_576;
const maxColumn = 16_384;
/** Ranges of hidden columns: each column is looked for in all of them. */
const maxHidden = 1_000;

interface Cell {
	type: string;
	style: number;
	/** Its texts by their elements: its value, text that is written in the cell itself, and its formula. */
	v?: string;
	t?: string;
	f?: string;
}

/** The value of a merged cell, which the rows below it have, too. */
interface Merged {
	value: unknown;
	lastRow: number;
}

/** Hears a sheet, and gives its rows. A row without values isn't given. */
export class SheetReader implements Listener {
	private records: ListRecord[] = [];
	/** The row that is heard. */
	private record: ListRecord = { row: 0, cells: [] };
	/** The column of the cell that was heard last. */
	private column = -1;
	private cell?: Cell;
	/** The element that the text belongs to. */
	private into?: 'v' | 't' | 'f';
	/** As wide as the widest row so far: a sheet leaves out empty cells. */
	private width = 0;
	private readonly hiddenColumns: [first: number, last: number][] = [];
	/** The cells that are merged with this row's, by their column. */
	private readonly merged = new Map<number, Merged>();

	constructor(private readonly shared: Shared) {}

	/** Takes the rows that are finished. */
	take(): ListRecord[] {
		return this.records.splice(0);
	}

	open(name: string, attribute: (name: string) => string | undefined): void {
		if (name === 'row') this.openRow(attribute);
		else if (name === 'c') this.openCell(attribute);
		else if (name === 'col' && isTrue(attribute('hidden'))) this.hideColumns(attribute);
		this.into = name === 'v' || name === 't' || name === 'f' ? name : undefined;
		// Rich text comes in several pieces.
		if (this.cell && this.into) this.cell[this.into] ??= '';
	}

	text(text: string): void {
		if (this.cell && this.into) this.cell[this.into] += text;
	}

	close(name: string): void {
		this.into = undefined;
		if (name === 'c' && this.cell) this.add(this.cell);
		if (name === 'row') this.closeRow();
	}

	private hideColumns(attribute: (name: string) => string | undefined): void {
		if (this.hiddenColumns.length >= maxHidden) return;
		this.hiddenColumns.push([Number(attribute('min')) - 1, Number(attribute('max')) - 1]);
	}

	private openRow(attribute: (name: string) => string | undefined): void {
		const row = Number(attribute('r') ?? this.record.row + 1);
		if (!(row >= 1 && row <= maxRow)) throw unreadableWorkbook();
		const isHidden = isTrue(attribute('hidden'));
		const { hiddenColumns } = this;
		this.record = {
			row,
			cells: [],
			...(isHidden && { isHidden }),
			...(hiddenColumns.length > 0 && { hiddenColumns }),
		};
		this.column = -1;
	}

	private openCell(attribute: (name: string) => string | undefined): void {
		const reference = attribute('r');
		this.column = reference === undefined ? this.column + 1 : columnOfReference(reference);
		if (!(this.column >= 0 && this.column < maxColumn)) throw unreadableWorkbook();
		this.cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0) };
	}

	private add(cell: Cell): void {
		this.cell = undefined;
		const { record, column, shared } = this;
		const value = this.valueOf(cell);
		if (value === undefined) return;
		this.fill(column);
		shared.budget.spend(1, String(value).length);
		record.cells[column] = value;
		if (shared.formats[cell.style]?.isStruck) (record.struck ??= []).push(column);
		const lastRow = shared.merged.get(`${column} ${record.row}`);
		if (lastRow !== undefined) this.merged.set(column, { value, lastRow });
	}

	private closeRow(): void {
		const { record } = this;
		if (record.cells.length === 0) return;
		this.width = Math.max(this.width, record.cells.length);
		this.fill(this.width);
		for (const [column, { value, lastRow }] of this.merged) {
			if (record.row > lastRow) this.merged.delete(column);
			else if (record.cells[column] === '') record.cells[column] = value;
		}
		this.records.push(record);
	}

	private fill(length: number): void {
		const { cells } = this.record;
		const missing = length - cells.length;
		if (missing <= 0) return;
		this.shared.budget.spend(missing);
		this.record.cells = cells.concat(Array<string>(missing).fill(''));
	}

	private valueOf({ type, style, v: value, t: inline, f: formula }: Cell): unknown {
		const { numbers, strings } = this.shared;
		if (type === 'inlineStr') return inline && cellText(inline);
		const text = formula && textOfFormula(`=${formula}`);
		if (text) return text;
		// Its result isn't stored: shown as it is written, it's refused where something is read from it.
		if (!value?.trim() && formula && type !== 'str') return `=${formula}`;
		if (value === undefined) return undefined;
		if (type === 's') return value.trim() === '' ? '' : (strings[Number(value)] ?? missing());
		if (type === 'b' && !numbers) return isTrue(value);
		if (type === 'b') return isTrue(value) ? 'TRUE' : 'FALSE';
		if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
		if (type !== 'n') return cellText(value);
		const number = Number(value);
		if (value.trim() === '' || !Number.isFinite(number)) return value;
		if (!numbers) return { value, style } satisfies StyledNumber;
		if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return value;
		return numbers.read(number, style);
	}
}

function missing(): never {
	throw unreadableWorkbook();
}

/** The position of a column: of `AB12` it's 27; -1 without letters. */
export function columnOfReference(reference: string): number {
	let column = 0;
	for (const letter of /^[A-Z]{0,4}/i.exec(reference)?.[0].toUpperCase() ?? '') {
		column = column * 26 + letter.charCodeAt(0) - 64;
	}
	return column - 1;
}
