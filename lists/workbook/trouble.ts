import { InputError } from '../../platform/input';

/** The error of a workbook that is damaged, or that no spreadsheet program would write. */
export function unreadableWorkbook(): InputError {
	return new InputError(
		"The workbook can't be read",
		'Open it in a spreadsheet program, save it as .xlsx again, and submit that file.',
	);
}

/** The error of a workbook that would take too much time or memory, whether it's a list or a zip bomb. */
export function tooLarge(): InputError {
	return new InputError(
		'The workbook is too large',
		'Copy the list alone into a new workbook, or save it as CSV, and submit that file.',
	);
}

/**
 * The work that a workbook may still cost: bytes that are unpacked, and cells. Each cell costs its length and a little
 * more, also if many cells share one text.
 */
export class Budget {
	private bytes = 1_000_000_000;
	private left = 300_000_000;

	/** @throws InputError when the workbook has had all of it */
	spend(cells: number, characters = 0): void {
		this.left -= cells * costOfCell + characters;
		if (this.left < 0) throw tooLarge();
	}

	/** A sheet of a million customers has about 150 MB. @throws InputError when the workbook has had all of it */
	unpack(bytes: number): void {
		this.bytes -= bytes;
		if (this.bytes < 0) throw tooLarge();
	}
}

/** The budget is for 30 million cells, with empty ones between others. */
const costOfCell = 10;
