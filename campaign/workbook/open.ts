import { InputError, quoted } from '../../platform/input';
import type { ListRecord } from '../csv';
import {
	readFrame,
	readStrings,
	readStyles,
	relationsOf,
	type Relation,
	type SheetName,
} from './parts';
import { SheetReader, type Look } from './sheet';
import { Budget, unreadable } from './trouble';
import { readXml } from './xml';
import { openZip, type Part } from './zip';

/** A workbook, of which one sheet is read. */
export interface Workbook {
	/** The name of the sheet that is read. */
	sheet: string;
	/** Its rows, once. Dates are text (ISO 8601), and formulas what was stored as their results. */
	records: Iterable<ListRecord>;
	look: Look;
	/** Those that the spreadsheet doesn't show, as they're read. */
	hiddenRows: readonly number[];
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

/**
 * Opens a workbook (.xlsx), as Excel and others write it.
 *
 * @param sheet its name; without one, the first that isn't hidden is read
 * @param asStored whether numbers and dates are wanted with their styles (`StyledNumber`), and flags as such
 * @throws InputError for what can't be read, here or while its rows are read
 */
export function openWorkbook(bytes: Uint8Array, sheet?: string, asStored = false): Workbook {
	if (beginsWith(bytes, container)) throw isEncrypted(bytes) ? encrypted() : otherKind();
	const parts = openZip(bytes);
	const path = relationsOf(parts, '/').find(({ type }) => type === 'officeDocument')?.path ?? '';
	const part = parts.get(path);
	if (!part || !path.endsWith('.xml')) throw otherKind();
	const { sheets: all, is1904 } = readFrame(part);
	const relations = relationsOf(parts, path);
	const partOf = (wanted: string, wantedId?: string) => {
		const isIt = ({ type, id }: Relation) => type === wanted && id === (wantedId ?? id);
		return parts.get(relations.find(isIt)?.path ?? '');
	};
	// A sheet that is only a chart has no cells.
	const sheets = all.filter(({ id }) => partOf('worksheet', id));
	const { id, name } = chosen(sheets, sheet);
	const budget = new Budget();
	const strings = readStrings(partOf('sharedStrings'), budget);
	const look = { formats: readStyles(partOf('styles')), is1904 };
	const reader = new SheetReader({ ...look, strings, budget, asStored });
	return {
		sheet: name,
		look,
		records: recordsOf(partOf('worksheet', id), reader),
		hiddenRows: reader.hiddenRows,
	};
}

function* recordsOf(part: Part | undefined, reader: SheetReader): Generator<ListRecord> {
	if (!part) throw unreadable();
	const pieces = readXml(part, reader);
	while (!pieces.next().done) yield* reader.take();
}

function chosen(sheets: SheetName[], wanted: string | undefined): SheetName {
	const names = sheets.map(({ name }) => name);
	const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
	if (!first) throw otherKind();
	const found = wanted === undefined ? first : sheets.find(({ name }) => name === wanted);
	if (found) return found;
	throw new InputError(
		`The workbook has no sheet ${quoted(wanted ?? '')}`,
		`Choose one of its sheets: ${names.slice(0, maxListed).map(quoted).join(', ')}.`,
	);
}

/** More names are no help. */
const maxListed = 10;

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
