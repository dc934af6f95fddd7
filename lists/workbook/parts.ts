import type { Turns } from '../turns';
import type { Format } from './formats';
import { columnOfReference } from './sheet';
import { cellText, isTrue, readXml } from './xml';
import { unpack, type ZipEntry } from './zip';

type Parts = Map<string, ZipEntry>;

/** The cost of a name, a format, a style or a merged cell: a workbook may have 300,000, and Excel has 65,000 styles. */
const costOfName = 100;

/** Another part that a part names. */
interface Relation {
	id: string;
	/** Such as `worksheet`. */
	type: string;
	path: string;
}

/** The parts that a part names, or those of the workbook itself where its path is `/`. */
export function* relationsOf(parts: Parts, path: string): Turns<Relation[]> {
	const file = path.lastIndexOf('/') + 1;
	const part = parts.get(`${path.slice(0, file)}_rels/${path.slice(file)}.rels`);
	const relations: Relation[] = [];
	yield* readXml(part, {
		open(name, attribute) {
			if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
			part?.budget.spend(costOfName);
			const type = attribute('Type') ?? '';
			const { pathname } = new URL(attribute('Target') ?? '', `zip:${path}`);
			relations.push({
				id: attribute('Id') ?? '',
				type: type.slice(type.lastIndexOf('/') + 1),
				path: pathname.toLowerCase(),
			});
		},
	});
	return relations;
}

/** A sheet, with the ID by which the workbook names its part. */
export interface SheetName {
	name: string;
	isHidden: boolean;
	id: string;
}

/** The sheets of a workbook, and whether its days count from 1904. */
export function* readFrame(part: ZipEntry) {
	const sheets: SheetName[] = [];
	let is1904 = false;
	yield* readXml(part, {
		open(name, attribute) {
			if (name === 'workbookPr') is1904 = isTrue(attribute('date1904'));
			if (name !== 'sheet') return;
			part.budget.spend(costOfName);
			const isHidden = (attribute('state') ?? 'visible') !== 'visible';
			sheets.push({ name: attribute('name') ?? '', isHidden, id: attribute('id') ?? '' });
		},
	});
	return { sheets, is1904 };
}

/** How cells are shown, by their style. */
export function* readStyles(part: ZipEntry | undefined): Turns<Format[]> {
	const codes = new Map<number, string>();
	const struckFonts = new Set<number>();
	const formats: Format[] = [];
	let [section, fonts] = ['', 0];
	yield* readXml(part, {
		open(name, attribute) {
			if (name === 'fonts' || name === 'cellXfs') section = name;
			if (['numFmt', 'font', 'xf'].includes(name)) part?.budget.spend(costOfName);
			const id = Number(attribute('numFmtId') ?? 0);
			if (name === 'numFmt') codes.set(id, attribute('formatCode') ?? '');
			if (section === 'fonts' && name === 'font') fonts += 1;
			const isStrike = section === 'fonts' && name === 'strike';
			if (isStrike && isTrue(attribute('val') ?? '1')) struckFonts.add(fonts - 1);
			if (section !== 'cellXfs' || name !== 'xf') return;
			const isStruck = struckFonts.has(Number(attribute('fontId') ?? 0));
			formats.push({ id, code: codes.get(id), ...(isStruck && { isStruck }) });
		},
		close(name) {
			if (name === section) section = '';
		},
	});
	return formats;
}

/** The texts that cells share. */
export function* readStrings(part: ZipEntry | undefined): Turns<string[]> {
	const strings: string[] = [];
	let text = '';
	let isText = false;
	yield* readXml(part, {
		open(name) {
			if (name === 'si') text = '';
			isText = name === 't';
		},
		text(piece) {
			if (isText) text += piece;
		},
		close(name) {
			isText = false;
			if (name !== 'si') return;
			part?.budget.spend(1, text.length);
			strings.push(cellText(text));
		},
	});
	return strings;
}

/** `<mergeCell ref="B2:B4"/>`, with any prefix. */
const mergedCell =
	/<(?:\w{1,20}:)?mergeCell\s[^<>]{0,99}?\bref\s?=\s?["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/gi;

/** Characters of a tag of a merged cell. */
const maxTag = 200;

/**
 * The cells of a sheet that are merged with those below them: the last row of each, by column and row of the first cell.
 * They stand behind the rows, so the sheet is unpacked once for them, and not parsed.
 */
export function* mergedIn(part: ZipEntry): Turns<Map<string, number>> {
	const merged = new Map<string, number>();
	const decoder = new TextDecoder('latin1');
	let rest = '';
	for (const bytes of unpack(part)) {
		rest += decoder.decode(bytes);
		for (const [, column = '', first, last] of rest.matchAll(mergedCell)) {
			if (first === last) continue;
			part.budget.spend(costOfName);
			merged.set(`${columnOfReference(column)} ${first}`, Number(last));
		}
		// A tag may go on in the next piece.
		rest = rest.slice(-maxTag);
		yield;
	}
	return merged;
}
