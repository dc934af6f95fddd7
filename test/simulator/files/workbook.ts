import { strToU8, zipSync } from 'fflate';
import type { Cell, WrittenRow } from './cell';
import type { FileScenario } from './scenario';

const namespace = 'http://schemas.openxmlformats.org';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A sheet to write. */
export interface Sheet {
	name: string;
	isHidden?: boolean;
	rows: WrittenRow[];
}

/** Writes a workbook, as spreadsheet programs do. */
export function workbookOf(sheets: Sheet[], strings: FileScenario['file']['strings']): Uint8Array {
	const formats: string[] = ['General'];
	const shared: string[] = [];
	const own = sheets.map(({ rows }) => sheetXml(rows, { strings, formats, shared }));
	const ids = sheets.map((_, at) => at + 1);
	const override = (part: string, type: string) =>
		`<Override PartName="/xl/${part}.xml" ContentType="${types}.${type}+xml"/>`;
	const relation = (id: number, type: string, target: string) =>
		`<Relationship Id="r${id}" Type="${namespace}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
	const relations = (all: string) =>
		`${head}<Relationships xmlns="${namespace}/package/2006/relationships">${all}</Relationships>`;
	const listed = sheets.map(
		({ name, isHidden }, at) =>
			`<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="r${at + 1}"${isHidden ? ' state="hidden"' : ''}/>`,
	);
	const parts: Record<string, string> = {
		'[Content_Types].xml': `${head}<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${override('sharedStrings', 'sharedStrings')}${ids.map((id) => override(`worksheets/sheet${id}`, 'worksheet')).join('')}</Types>`,
		'_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
		'xl/workbook.xml': `${head}<workbook xmlns="${namespace}/spreadsheetml/2006/main" xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets>${listed.join('')}</sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': relations(
			ids.map((id) => relation(id, 'worksheet', `worksheets/sheet${id}.xml`)).join('') +
				relation(ids.length + 1, 'styles', 'styles.xml') +
				relation(ids.length + 2, 'sharedStrings', 'sharedStrings.xml'),
		),
		'xl/styles.xml': stylesXml(formats),
		'xl/sharedStrings.xml': `${head}<sst xmlns="${namespace}/spreadsheetml/2006/main">${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
		...Object.fromEntries(own.map((text, at) => [`xl/worksheets/sheet${at + 1}.xml`, text])),
	};
	const bytes = Object.entries(parts).map(([path, text]) => [path, strToU8(text)] as const);
	return zipSync(Object.fromEntries(bytes), { level: 0 });
}

/** The first number of a format that isn't built in. */
const firstFormat = 164;

function stylesXml(formats: string[]): string {
	const own = formats.slice(1);
	const codes = own.map(
		(code, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${escaped(code)}"/>`,
	);
	const styles = formats.map((_, at) => `<xf numFmtId="${at === 0 ? 0 : firstFormat + at - 1}"/>`);
	return `${head}<styleSheet xmlns="${namespace}/spreadsheetml/2006/main"><numFmts count="${codes.length}">${codes.join('')}</numFmts><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`;
}

interface Shared {
	strings: FileScenario['file']['strings'];
	formats: string[];
	shared: string[];
}

function sheetXml(rows: WrittenRow[], into: Shared): string {
	const lines = rows.map(({ row, cells }) => {
		const written = cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row}`, into));
		return `<row r="${row}">${written.join('')}</row>`;
	});
	return `${head}<worksheet xmlns="${namespace}/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: Cell, at: string, { strings, formats, shared }: Shared): string {
	if (typeof cell === 'object')
		return `<c r="${at}" s="${placeIn(formats, cell.format)}"><v>${cell.number}</v></c>`;
	if (cell === '') return '';
	if (strings === 'shared') return `<c r="${at}" t="s"><v>${placeIn(shared, cell)}</v></c>`;
	if (strings === 'formula' && !cell.startsWith('=')) {
		return `<c r="${at}" t="str"><f>A1</f><v>${escaped(cell)}</v></c>`;
	}
	return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

function placeIn(all: string[], text: string): number {
	const found = all.indexOf(text);
	return found >= 0 ? found : all.push(text) - 1;
}

/** The name of a column: the 27th is `AA`. */
function columnName(at: number): string {
	const letter = String.fromCharCode(65 + (at % 26));
	return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

const escaped = (text: string) =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');
