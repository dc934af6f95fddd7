import { InputError, quoted } from '../../platform/input';
import { listedNames } from '../columns';
import type { ListRecord } from '../csv';
import type { Turns } from '../turns';
import { mergedIn, readFrame, readStrings, readStyles, relationsOf, type SheetName } from './parts';
import { ShownNumbers, type NumberFormats } from './formats';
import { SheetReader } from './sheet';
import { Budget } from './trouble';
import { readXml } from './xml';
import { openZip, type ZipEntry } from './zip';
import { phrase } from '../../platform/say';

/** A workbook; one of its sheets is read. */
interface Workbook {
	/** The name of the sheet that is read. */
	sheet: string;
	/**
	 * Its rows, once, as the sheet shows them: numbers with what their format adds, dates as text (ISO 8601), and formulas
	 * as what was stored as their results. Undefined where nothing was read for some time, so that other work gets its turn.
	 */
	records: Generator<ListRecord | undefined, void>;
	numberFormats: NumberFormats;
}

/** How files of Excel begin: zip files, and containers of older versions. */
const zip = [0x50, 0x4b, 0x03, 0x04];
const container = [0xd0, 0xcf, 0x11, 0xe0];

/** Whether a file begins as workbooks do, and text doesn't. */
export function isWorkbook(bytes: Uint8Array): boolean {
	return beginsWith(bytes, zip) || beginsWith(bytes, container);
}

function beginsWith(bytes: Uint8Array, start: number[]): boolean {
	return start.every((byte, at) => bytes[at] === byte);
}

/** A workbook whose sheets are known. */
export interface Sheets {
	/** The names of all sheets with cells, also of hidden ones. */
	names: string[];
	/** The names of the sheets that the spreadsheet shows, or of the first one. */
	visible: string[];
	/**
	 * Opens a sheet by its name, or the first visible one.
	 *
	 * @throws InputError if no sheet has that name
	 */
	open(sheet?: string): Turns<Workbook>;
	/** The rows of a sheet without the values of merged cells, to try whether it's the list. */
	preview(sheet: string): Workbook['records'];
}

/**
 * Opens a workbook (.xlsx), as Excel and others write it, step by step.
 *
 * @param asStored whether numbers and dates are wanted with their styles (`StyledNumber`), and flags as such
 * @throws InputError for what can't be read, here or while its rows are read
 */
export function* openSheets(bytes: Uint8Array, asStored = false): Turns<Sheets> {
	if (beginsWith(bytes, container)) throw isEncrypted(bytes) ? encrypted() : otherKind();
	const budget = new Budget();
	const parts = yield* openZip(bytes, budget);
	const office = yield* relationsOf(parts, '/');
	const path = office.find(({ type }) => type === 'officeDocument')?.path ?? '';
	const part = parts.get(path);
	if (!part || !path.endsWith('.xml')) throw otherKind();
	const { sheets: all, is1904 } = yield* readFrame(part);
	const relations = yield* relationsOf(parts, path);
	const partOf = (type: string) =>
		parts.get(relations.find((one) => one.type === type)?.path ?? '');
	const strings = yield* readStrings(partOf('sharedStrings'));
	const numberFormats = { formats: yield* readStyles(partOf('styles')), is1904 };
	// A sheet that is only a chart has no cells.
	const worksheets = relations.filter(({ type }) => type === 'worksheet');
	const paths = new Map(worksheets.map(({ id, path: own }) => [id, own]));
	const sheets = all.flatMap(({ id, ...sheet }) => {
		const worksheet = parts.get(paths.get(id) ?? '');
		return worksheet ? [{ ...sheet, part: worksheet }] : [];
	});
	const shown = sheets.filter(({ isHidden }) => !isHidden);
	const visible = shown.length > 0 ? shown : sheets.slice(0, 1);
	const numbers = asStored ? undefined : new ShownNumbers(numberFormats);
	const readerOf = (merged = new Map<string, number>()) =>
		new SheetReader({ strings, budget, formats: numberFormats.formats, numbers, merged });
	return {
		names: sheets.map(({ name }) => name),
		visible: visible.map(({ name }) => name),
		*open(wanted) {
			const { name, part: worksheet } = chosenSheet(sheets, wanted ?? visible[0]?.name);
			const reader = readerOf(asStored ? undefined : yield* mergedIn(worksheet));
			return { sheet: name, numberFormats, records: sheetRecords(worksheet, reader) };
		},
		preview: (wanted) => sheetRecords(chosenSheet(sheets, wanted).part, readerOf()),
	};
}

function* sheetRecords(part: ZipEntry, reader: SheetReader): Workbook['records'] {
	const pieces = readXml(part, reader);
	while (!pieces.next().done) {
		yield* reader.take();
		yield undefined;
	}
}

function chosenSheet<Sheet extends Pick<SheetName, 'name'>>(
	sheets: Sheet[],
	wanted: string | undefined,
): Sheet {
	const found = sheets.find(({ name }) => name === wanted);
	if (found) return found;
	if (wanted === undefined) throw otherKind();
	const names = sheets.map(({ name }) => name);
	throw new InputError(
		phrase`The workbook has no sheet ${quoted(wanted)}`,
		phrase`Choose one of its sheets: ${listedNames(names)}.`,
	);
}

/** Excel puts a workbook with a password into a container, and names it so. */
function isEncrypted(bytes: Uint8Array): boolean {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
		'EncryptedPackage',
		0,
		'utf16le',
	);
}

function encrypted(): InputError {
	return new InputError(
		'The workbook has a password',
		'Save it without a password, and submit that file.',
	);
}

function otherKind(): InputError {
	return new InputError(
		'The file is not an .xlsx workbook',
		'Save the list as .xlsx or CSV, and submit that file.',
	);
}
