import { isObject } from '../../platform/answer';
import { Zip, ZipDeflate } from '../../libraries/fflate';
import type { ListRecord } from '../csv';
import type { NumberFormats } from './formats';
import type { StyledNumber } from './sheet';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const documents = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const opened = (name: string, namespace: string) =>
	`<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${namespace}">`;

const xml = (name: string, namespace: string, within: string) =>
	`${opened(name, namespace)}${within}</${name}>`;

const relation = (id: string, type: string, target: string) =>
	`<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;

const typeOf = (part: string, type: string) =>
	`<Override PartName="/xl/${part}.xml" ContentType="${documents}.${type}+xml"/>`;

/** The parts that are alike in all workbooks: they have one sheet. */
const frame = {
	'[Content_Types].xml': xml(
		'Types',
		`${packages}/content-types`,
		'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
			typeOf('workbook', 'sheet.main') +
			typeOf('styles', 'styles') +
			typeOf('worksheets/sheet1', 'worksheet'),
	),
	'_rels/.rels': xml(
		'Relationships',
		`${packages}/relationships`,
		relation('r1', 'officeDocument', 'xl/workbook.xml'),
	),
	'xl/_rels/workbook.xml.rels': xml(
		'Relationships',
		`${packages}/relationships`,
		relation('r1', 'worksheet', 'worksheets/sheet1.xml') + relation('r2', 'styles', 'styles.xml'),
	),
};

function stylesXml({ formats }: NumberFormats): string {
	const codes = new Map(
		formats.flatMap(({ id, code }) => (code === undefined ? [] : [[id, code]])),
	);
	const own = Array.from(
		codes,
		([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`,
	);
	const cells = formats.map(
		({ id, isStruck = false }) =>
			`<xf numFmtId="${id}" applyNumberFormat="1" fontId="${Number(isStruck)}"/>`,
	);
	return xml(
		'styleSheet',
		main,
		(own.length > 0 ? `<numFmts count="${own.length}">${own.join('')}</numFmts>` : '') +
			'<fonts count="2"><font/><font><strike/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders>' +
			'<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
			`<cellXfs count="${cells.length || 1}">${cells.join('') || '<xf/>'}</cellXfs>`,
	);
}

function workbookXml(sheet: string, { is1904 }: NumberFormats): string {
	const sheets = `<sheet name="${escaped(sheet)}" sheetId="1" r:id="r1" xmlns:r="${office}"/>`;
	const days = is1904 ? '<workbookPr date1904="1"/>' : '';
	return xml('workbook', main, `${days}<sheets>${sheets}</sheets>`);
}

/**
 * Writes a workbook (.xlsx) with one sheet, piece by piece. Cells are as `openWorkbook` gives them as they are stored:
 * numbers keep their formats, and text is text, which a spreadsheet never takes for a formula.
 */
export function* writeWorkbook(
	sheet: string,
	rows: Iterable<WrittenRow | undefined>,
	numberFormats: NumberFormats = { formats: [], is1904: false },
): Generator<Uint8Array> {
	const encoder = new TextEncoder();
	const pieces: Uint8Array[] = [];
	const zip = new Zip((_error, piece) => pieces.push(piece));
	const parts = {
		...frame,
		'xl/styles.xml': stylesXml(numberFormats),
		'xl/workbook.xml': workbookXml(sheet, numberFormats),
		'xl/worksheets/sheet1.xml': sheetXml(rows, numberFormats),
	};
	for (const [path, xmls] of Object.entries(parts)) {
		const part = new ZipDeflate(path);
		zip.add(part);
		for (const text of typeof xmls === 'string' ? [xmls] : xmls) {
			part.push(encoder.encode(text));
			yield* pieces.splice(0);
		}
		part.push(new Uint8Array(0), true);
	}
	zip.end();
	yield* pieces;
}

/** Characters that are packed at a time. */
const bufferedCharacters = 65_536;

type WrittenRow = Omit<ListRecord, 'item' | 'problem'>;

function* sheetXml(
	rows: Iterable<WrittenRow | undefined>,
	{ formats }: NumberFormats,
): Generator<string> {
	const names: string[] = [];
	const struckStyle = formats.findIndex(({ isStruck }) => isStruck);
	// A date in a narrow column is shown as number signs.
	const width = '<sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/>';
	let text = `${opened('worksheet', main)}${width}<sheetData>`;
	for (const next of rows) {
		if (!next) {
			yield '';
			continue;
		}
		const { row, cells, isHidden, struck } = next;
		const written = cells.map((cell, at) => {
			const style = struck?.includes(at) ? ` s="${struckStyle}"` : '';
			return cellXml(cell, `r="${(names[at] ??= columnName(at))}${row}"`, style);
		});
		text += `<row r="${row}"${isHidden ? ' hidden="1"' : ''}>${written.join('')}</row>`;
		if (text.length < bufferedCharacters) continue;
		yield text;
		text = '';
	}
	yield `${text}</sheetData></worksheet>`;
}

/** @param style of a cell that brings none, such as ` s="4"` */
function cellXml(cell: unknown, reference: string, style: string): string {
	if (typeof cell === 'number') return `<c ${reference}${style}><v>${cell}</v></c>`;
	if (typeof cell === 'boolean') return `<c ${reference}${style} t="b"><v>${Number(cell)}</v></c>`;
	if (isObject(cell)) {
		const { value, style: own } = cell as unknown as StyledNumber;
		return `<c ${reference} s="${own}"><v>${value}</v></c>`;
	}
	const text = String(cell ?? '').slice(0, maxText);
	if (text === '') return '';
	return `<c ${reference}${style} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Excel refuses a workbook with a longer text. */
const maxText = 32_767;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML forbids are written as `_x0001_`, and what looks so with its first sign written as that. */
function escaped(text: string): string {
	return text
		.replace(/_(?=x[0-9a-f]{4}_)|(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/giu, (sign) => {
			const code = sign.charCodeAt(0).toString(16).toUpperCase();
			return `_x${code.padStart(4, '0')}_`;
		})
		.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/** The name of a column: of 27 it's `AB`. */
function columnName(position: number): string {
	const letter = String.fromCharCode(65 + (position % 26));
	return position < 26 ? letter : columnName(Math.floor(position / 26) - 1) + letter;
}
