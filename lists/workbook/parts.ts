import type { Steps } from '../steps';
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
export function* relationsOf(parts: Parts, path: string): Steps<Relation[]> {
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

/** The contents of the workbook's own part. */
interface Frame {
	sheets: SheetName[];
	/** Whether days count from 1904. */
	is1904: boolean;
}

export function* readFrame(part: ZipEntry): Steps<Frame> {
	const frame: Frame = { sheets: [], is1904: false };
	yield* readXml(part, {
		open(name, attribute) {
			if (name === 'workbookPr') frame.is1904 = isTrue(attribute('date1904'));
			if (name !== 'sheet') return;
			part.budget.spend(costOfName);
			const isHidden = (attribute('state') ?? 'visible') !== 'visible';
			frame.sheets.push({ name: attribute('name') ?? '', isHidden, id: attribute('id') ?? '' });
		},
	});
	return frame;
}

/** The formats of numbers, by the style of their cells. */
export function* readStyles(part: ZipEntry | undefined): Steps<Format[]> {
	const codes = new Map<number, string>();
	const formats: Format[] = [];
	let isOfCells = false;
	yield* readXml(part, {
		open(name, attribute) {
			if (name === 'cellXfs') isOfCells = true;
			const id = Number(attribute('numFmtId') ?? 0);
			if (name === 'numFmt' || name === 'xf') part?.budget.spend(costOfName);
			if (name === 'numFmt') codes.set(id, attribute('formatCode') ?? '');
			if (name === 'xf' && isOfCells) formats.push({ id, code: codes.get(id) });
		},
		close(name) {
			if (name === 'cellXfs') isOfCells = false;
		},
	});
	return formats;
}

/** The texts that cells share. The pronunciation of East Asian text isn't part of it. */
export function* readStrings(part: ZipEntry | undefined): Steps<string[]> {
	const strings: string[] = [];
	let text = '';
	let isText = false;
	let isPronunciation = false;
	yield* readXml(part, {
		open(name) {
			if (name === 'si') text = '';
			if (name === 'rPh') isPronunciation = true;
			isText = name === 't' && !isPronunciation;
		},
		text(piece) {
			if (isText) text += piece;
		},
		close(name) {
			isText = false;
			if (name === 'rPh') isPronunciation = false;
			if (name !== 'si') return;
			part?.budget.spend(1, text.length);
			strings.push(cellText(text));
		},
	});
	return strings;
}

/** `<mergeCell ref="B2:B4"/>`, with any prefix. */
const isMerged = /^(?:\w+:)?mergeCell\s/;
const range = /\sref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/i;

/** Characters of a tag of a merged cell. */
const maxTag = 200;

/**
 * The cells of a sheet that are merged with those below them: the last row of each, by column and row of the first cell.
 * They stand behind the rows, so the sheet is unpacked once for them, and not parsed.
 */
export function* mergedIn(part: ZipEntry): Steps<Map<string, number>> {
	const merged = new Map<string, number>();
	const decoder = new TextDecoder('latin1');
	let [rest, isBehindRows] = ['', false];
	for (const bytes of unpack(part)) {
		rest += decoder.decode(bytes);
		isBehindRows ||= rest.includes('/sheetData');
		const tags = isBehindRows ? rest.split('<') : [rest];
		rest = tags.pop() ?? '';
		for (const tag of tags) {
			const [, column = '', first, last] = isMerged.test(tag) ? (range.exec(tag) ?? []) : [];
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
