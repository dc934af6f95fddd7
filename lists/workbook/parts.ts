import type { Steps } from '../steps';
import type { Format } from './formats';
import type { Budget } from './trouble';
import { cellText, readXml } from './xml';
import type { Part } from './zip';

type Parts = Map<string, Part>;

/** So that there are 300,000 names, formats and styles at most: Excel has 65,000 styles. */
const costOfName = 100;

/** Another part that a part names. */
interface Relation {
	id: string;
	/** Such as `worksheet`. */
	type: string;
	path: string;
}

/** The parts that a part names, or those of the workbook itself where its path is `/`. */
export function* relationsOf(parts: Parts, path: string, budget: Budget): Steps<Relation[]> {
	const file = path.lastIndexOf('/') + 1;
	const part = parts.get(`${path.slice(0, file)}_rels/${path.slice(file)}.rels`);
	const relations: Relation[] = [];
	if (!part) return relations;
	yield* readXml(
		part,
		{
			open(name, attribute) {
				if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
				budget.spend(costOfName);
				const type = attribute('Type') ?? '';
				const { pathname } = new URL(attribute('Target') ?? '', `zip:${path}`);
				relations.push({
					id: attribute('Id') ?? '',
					type: type.slice(type.lastIndexOf('/') + 1),
					path: pathname.toLowerCase(),
				});
			},
		},
		budget,
	);
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

export function* readFrame(part: Part, budget: Budget): Steps<Frame> {
	const frame: Frame = { sheets: [], is1904: false };
	yield* readXml(
		part,
		{
			open(name, attribute) {
				if (name === 'workbookPr') frame.is1904 = isTrue(attribute('date1904'));
				if (name !== 'sheet') return;
				budget.spend(costOfName);
				const isHidden = (attribute('state') ?? 'visible') !== 'visible';
				frame.sheets.push({ name: attribute('name') ?? '', isHidden, id: attribute('id') ?? '' });
			},
		},
		budget,
	);
	return frame;
}

/** The formats of numbers, by the style of their cells. */
export function* readStyles(part: Part | undefined, budget: Budget): Steps<Format[]> {
	const codes = new Map<number, string>();
	const formats: Format[] = [];
	let isOfCells = false;
	if (!part) return formats;
	yield* readXml(
		part,
		{
			open(name, attribute) {
				if (name === 'cellXfs') isOfCells = true;
				const id = Number(attribute('numFmtId') ?? 0);
				if (name === 'numFmt' || name === 'xf') budget.spend(costOfName);
				if (name === 'numFmt') codes.set(id, attribute('formatCode') ?? '');
				if (name !== 'xf' || !isOfCells) return;
				formats.push({ id, code: codes.get(id) });
			},
			close(name) {
				if (name === 'cellXfs') isOfCells = false;
			},
		},
		budget,
	);
	return formats;
}

/** The texts that cells share. The pronunciation of East Asian text isn't part of it. */
export function* readStrings(part: Part | undefined, budget: Budget): Steps<string[]> {
	const strings: string[] = [];
	let text = '';
	let isText = false;
	let isPronunciation = false;
	if (!part) return strings;
	yield* readXml(
		part,
		{
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
				budget.spend(1, text.length);
				strings.push(cellText(text));
			},
		},
		budget,
	);
	return strings;
}

/** How a flag is written. */
export function isTrue(value: string | undefined): boolean {
	return value === '1' || value === 'true';
}
