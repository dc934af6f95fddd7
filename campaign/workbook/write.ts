import { zipSync } from '../../libraries/fflate';
import { serialOf } from './dates';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const documents = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const xml = (name: string, namespace: string, within: string) =>
	`<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${namespace}">${within}</${name}>`;

const relation = (id: string, type: string, target: string) =>
	`<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;

const typeOf = (part: string, type: string) =>
	`<Override PartName="/xl/${part}.xml" ContentType="${documents}.${type}+xml"/>`;

/** The parts that are alike in all workbooks: one sheet, and the formats of dates and times. */
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
	'xl/styles.xml': xml(
		'styleSheet',
		main,
		'<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
			'<fonts count="1"><font/></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders>' +
			'<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
			'<cellXfs count="4"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="21" applyNumberFormat="1"/></cellXfs>',
	),
};

/** Where the formats of dates, of dates with a time, and of times are in the styles. */
const styles = { date: 1, dateTime: 2, time: 3 };

/**
 * Writes a workbook (.xlsx) with one sheet. Numbers stay numbers, dates (ISO 8601) are dates again, and all else is text,
 * which a spreadsheet never takes for a formula.
 */
export function writeWorkbook(sheet: string, rows: Iterable<unknown[]>): Uint8Array {
	const encoder = new TextEncoder();
	const name = `<sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="r1" xmlns:r="${office}"/></sheets>`;
	const files = {
		...frame,
		'xl/workbook.xml': xml('workbook', main, name),
		'xl/worksheets/sheet1.xml': xml('worksheet', main, `<sheetData>${rowsXml(rows)}</sheetData>`),
	};
	const bytes = Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]);
	return zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>);
}

function rowsXml(rows: Iterable<unknown[]>): string {
	const names: string[] = [];
	let number = 0;
	const written: string[] = [];
	for (const cells of rows) {
		number += 1;
		const row = cells.map((cell, at) =>
			cellXml(cell, `${(names[at] ??= columnName(at))}${number}`),
		);
		written.push(`<row r="${number}">${row.join('')}</row>`);
	}
	return written.join('');
}

function cellXml(cell: unknown, reference: string): string {
	if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
	const text = String(cell ?? '').slice(0, maxText);
	if (text === '') return '';
	const date = serialOf(text);
	if (date) return `<c r="${reference}" s="${styles[date.kind]}"><v>${date.serial}</v></c>`;
	return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
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
