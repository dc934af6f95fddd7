import type { ListRecord } from '../csv';
import { dateText } from './dates';
import { isTrue, type Format } from './parts';
import { unreadable, type Budget } from './trouble';
import { cellText, type Listener } from './xml';

/** How the numbers of a workbook are shown. */
export interface Look {
	/** By style. */
	formats: Format[];
	/** Whether days count from 1904. */
	is1904: boolean;
}

/** What the cells of a sheet are read by. */
export interface Shared extends Look {
	strings: string[];
	budget: Budget;
	/** Whether cells are wanted as they are stored. */
	asStored: boolean;
}

/** A number as it is written, with the style that shows it, such as a date. */
export interface StyledNumber {
	value: string;
	style: number;
}

/** As many as a sheet can have. */
const maxRow = 1_048_576;
const maxColumn = 16_384;

interface Cell {
	type: string;
	style: number;
	value?: string;
	formula?: string;
}

/** Hears a sheet, and gives its rows. A row without cells that have something gives none. */
export class SheetReader implements Listener {
	readonly hiddenRows: number[] = [];
	private records: ListRecord[] = [];
	private row = 0;
	private cells: unknown[] = [];
	/** The column of the cell that was heard last. */
	private column = -1;
	private cell?: Cell;
	/** Where text belongs to. */
	private into?: 'value' | 'formula';
	private isPronunciation = false;
	/** As wide as the widest row so far: a sheet leaves out empty cells. */
	private width = 0;

	constructor(private readonly shared: Shared) {}

	/** Takes the rows that are finished. */
	take(): ListRecord[] {
		const { records } = this;
		this.records = [];
		return records;
	}

	open(name: string, attribute: (name: string) => string | undefined): void {
		if (name === 'row') this.openRow(attribute);
		else if (name === 'c') this.openCell(attribute);
		else if (name === 'rPh') this.isPronunciation = true;
		else if (this.cell && name === 'f') this.openText(this.cell, 'formula');
		else if (this.cell && (name === 'v' || (name === 't' && !this.isPronunciation))) {
			this.openText(this.cell, 'value');
		}
	}

	text(text: string): void {
		if (this.cell && this.into) this.cell[this.into] += text;
	}

	close(name: string): void {
		this.into = undefined;
		if (name === 'rPh') this.isPronunciation = false;
		if (name === 'c' && this.cell) this.add(this.cell);
		if (name === 'row') this.closeRow();
	}

	private openRow(attribute: (name: string) => string | undefined): void {
		this.row = Number(attribute('r') ?? this.row + 1);
		if (!(this.row >= 1 && this.row <= maxRow)) throw unreadable();
		if (isTrue(attribute('hidden'))) this.hiddenRows.push(this.row);
		this.cells = [];
		this.column = -1;
	}

	private openCell(attribute: (name: string) => string | undefined): void {
		const reference = attribute('r');
		this.column = reference === undefined ? this.column + 1 : columnOf(reference);
		if (!(this.column >= 0 && this.column < maxColumn)) throw unreadable();
		this.cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0) };
	}

	/** Rich text comes in several pieces. */
	private openText(cell: Cell, into: 'value' | 'formula'): void {
		this.into = into;
		cell[into] ??= '';
	}

	private add(cell: Cell): void {
		this.cell = undefined;
		const value = this.valueOf(cell);
		if (value === undefined) return;
		this.fill(this.column);
		this.shared.budget.spend(1, String(value).length);
		this.cells[this.column] = value;
	}

	private closeRow(): void {
		if (this.cells.length === 0) return;
		this.width = Math.max(this.width, this.cells.length);
		this.fill(this.width);
		this.records.push({ row: this.row, cells: this.cells });
	}

	private fill(length: number): void {
		const missing = length - this.cells.length;
		if (missing <= 0) return;
		this.shared.budget.spend(missing);
		this.cells = this.cells.concat(Array<string>(missing).fill(''));
	}

	private valueOf({ type, style, value, formula }: Cell): unknown {
		const { asStored, formats, is1904 } = this.shared;
		// Its result isn't stored: shown as it is written, it's refused where something is read from it.
		if (value === undefined) return formula === undefined ? undefined : `=${formula}`;
		if (type === 's') return this.shared.strings[Number(value)] ?? missing();
		if (type === 'b' && asStored) return isTrue(value);
		if (type === 'b') return isTrue(value) ? 'TRUE' : 'FALSE';
		if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
		if (type !== 'n') return cellText(value);
		const number = Number(value);
		if (value.trim() === '' || !Number.isFinite(number)) return value;
		if (asStored) return { value, style } satisfies StyledNumber;
		if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return value;
		return (formats[style]?.isDate ? dateText(number, is1904) : undefined) ?? number;
	}
}

function missing(): never {
	throw unreadable();
}

/** The position of a column: of `AB12` it's 27. */
function columnOf(reference: string): number {
	let column = 0;
	for (const letter of /^[A-Z]{0,4}/i.exec(reference)?.[0].toUpperCase() ?? '') {
		column = column * 26 + letter.charCodeAt(0) - 64;
	}
	return column - 1;
}
