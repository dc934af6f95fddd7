import { InputError, withWesternDigits } from '../platform/input';
import { LargeMap } from '../platform/largeMap';
import { nameIn } from './columns';
import { withinLimits, type ListRecord } from './csv';
import { looksLikePhone } from './looksLikePhone';
import { excludes } from './markTests';
import { orInputError, type Turns } from './turns';
import type { Sheets } from './workbook/open';

/** Sheets that are looked at, and the last row in which the title of one is looked for. */
const [maxSheets, maxTitleRow] = [20, 50];

/** Digits at the end of a number that are the same with its country code and without. */
const sameDigits = 8;

/** The numbers in other sheets of a workbook whose name or title says to give nothing to them, such as `Unsubscribed`. */
export class ExcludedNumbers {
	private readonly saidBy = new LargeMap<number, string>();

	/** How many numbers there are; those with the same last digits count as one. */
	get size(): number {
		return this.saidBy.size;
	}

	/** The name or title of the sheet that has a number, too; undefined without one. */
	sheetWith(phone: unknown): string | undefined {
		return this.saidBy.get(keyOf(phone));
	}

	/** Reads the sheets beside the list. @throws InputError if one that is named so can't be read */
	*addFrom(sheets: Sheets, list: string): Turns<void> {
		const others = sheets.names.filter((name) => name !== list);
		for (const name of others.slice(0, maxSheets)) {
			const said = excludes(name) ? name : undefined;
			const end = yield* orInputError(this.add(withinLimits(sheets.preview(name)), said));
			if (end instanceof InputError && said !== undefined) throw end;
		}
	}

	/** Adds the numbers of a sheet. @param said its name, if that says so; else a title above its first number has to */
	private *add(records: Iterable<ListRecord | undefined>, said: string | undefined): Turns<void> {
		let saidBy = said;
		for (const record of records) {
			yield;
			if (!record) continue;
			const phones = record.cells.filter(looksLikePhone);
			if (phones.length === 0) saidBy ??= titleIn(record.cells);
			if (saidBy === undefined && (phones.length > 0 || record.row > maxTitleRow)) return;
			for (const phone of phones) this.saidBy.set(keyOf(phone), saidBy ?? '');
		}
	}
}

/** The only text of a row, if it says to give nothing. */
function titleIn(cells: unknown[]): string | undefined {
	const texts = new Set(cells.map(nameIn).filter(Boolean));
	return texts.size === 1 ? [...texts].find(excludes) : undefined;
}

function keyOf(phone: unknown): number {
	const digits = withWesternDigits(String(phone)).replace(/\D/g, '');
	return Number(digits.slice(-sameDigits));
}
