import { strToU8, zipSync, type Zippable } from 'fflate';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const xml = (name: string, namespace: string, within: string) =>
	`<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="${namespace}" xmlns:r="${office}">${within}</${name}>`;

/** A relation, with its ID and the last word of its type. */
export const relation = (id: string, type: string, target: string) =>
	`<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;

/** The part with a sheet. @param behind what follows the rows */
export const sheetXml = (rows: string, behind = '') =>
	xml('worksheet', main, `<sheetData>${rows}</sheetData>${behind}`);

export const stringsXml = (within: string) => xml('sst', main, within);

export const stylesXml = (within: string) => xml('styleSheet', main, within);

export const workbookXml = (within: string) => xml('workbook', main, within);

export const relationsXml = (...relations: string[]) =>
	xml('Relationships', packages, relations.join(''));

const oneSheet = '<sheets><sheet name="List" sheetId="1" r:id="r1"/></sheets>';

/** The parts of a workbook with one sheet, as texts. */
export const partsOf = (sheet: string): Record<string, string> => ({
	'_rels/.rels': relationsXml(relation('r1', 'officeDocument', 'xl/workbook.xml')),
	'xl/workbook.xml': workbookXml(oneSheet),
	'xl/_rels/workbook.xml.rels': relationsXml(
		relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
		relation('r2', 'sharedStrings', '/xl/sharedStrings.xml'),
		relation('r3', 'styles', 'styles.xml'),
	),
	'xl/worksheets/sheet1.xml': sheet,
});

/** A workbook with these parts. @param level 0 packs nothing */
export function zipped(parts: Record<string, string>, level: 0 | 6 = 6): Uint8Array {
	const files: Zippable = {};
	for (const [path, text] of Object.entries(parts)) files[path] = strToU8(text);
	return zipSync(files, { level });
}

/** A workbook with one sheet, whose rows are given as XML, and with more parts. */
export function written(rows: string, more: Record<string, string> = {}): Uint8Array {
	return zipped({ ...partsOf(sheetXml(rows)), ...more });
}

/** A workbook with sheets by their names. @param hidden the names of those that the spreadsheet doesn't show */
export function withSheets(sheets: Record<string, unknown[][]>, ...hidden: string[]): Uint8Array {
	const names = Object.keys(sheets);
	const entries = names.map((name, at) => {
		const state = hidden.includes(name) ? ' state="hidden"' : '';
		return `<sheet name="${name}" r:id="s${at}"${state}/>`;
	});
	const relations = names.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/${at}.xml`));
	const parts = Object.values(sheets).map((rows, at) => {
		const cells = rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`);
		return [`xl/worksheets/${at}.xml`, sheetXml(cells.join(''))];
	});
	return zipped({
		...partsOf(''),
		'xl/workbook.xml': workbookXml(`<sheets>${entries.join('')}</sheets>`),
		'xl/_rels/workbook.xml.rels': relationsXml(...relations),
		...(Object.fromEntries(parts) as Record<string, string>),
	});
}

function cellXml(cell: unknown): string {
	return typeof cell === 'number'
		? `<c><v>${cell}</v></c>`
		: `<c t="inlineStr"><is><t>${String(cell)}</t></is></c>`;
}
