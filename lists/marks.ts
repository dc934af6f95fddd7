import { isNothing } from '../platform/answer';
import { quoted } from '../platform/input';
import {
	counted,
	inEnglish,
	phrase,
	phraseOf,
	texts,
	type Phrase,
	type Text,
} from '../platform/say';
import type { ColumnProfile } from './columnProfile';
import { nameKey, shownName } from './columns';
import { phoneFillers } from './columnWords.json';
import type { ListRecord } from './csv';
import words from './markWords.json';
import { maxSamples } from './questions';
import type { Question } from './readingSettings';
import type { Reading } from './reading';
import { keysIn, wordsOf } from './recognize';

/** Whether a cell says that its customer gets nothing. */
type Test = (cell: unknown) => boolean;

/** Letters of a word whose last vowels are its gender or number: `bloqueado`, `bloqueadas`. */
const minStem = 5;

function stemOf(key: string): string {
	return key.length < minStem ? key : key.replace(/[aoe]{1,2}s?$/, '');
}

const stemsIn = (names: Record<string, string>) => new Set([...keysIn(names)].map(stemOf));
const [optOuts, stops, consents] = [
	stemsIn(words.optOutNames),
	stemsIn(words.stopNames),
	stemsIn(words.consentNames),
];
const statuses = keysIn(words.statusNames);
const withStatuses = new Set([...keysIn(words.statusFillers), ...keysIn(phoneFillers)]);
const [yes, no, ended] = [keysIn(words.yes), keysIn(words.no), stemsIn(words.ended)];

/** Names of other things: an opt-out from e-mail is none from gifts. */
const others = /mail|fax|newsletter|link|url/i;

const date = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})/;
const ticked = /^[✓✔☑]$/;

const isEnded: Test = (cell) => ended.has(stemOf(nameKey(String(cell))));
const isRefused: Test = (cell) => no.has(nameKey(String(cell))) || isEnded(cell);
const isTicked: Test = (cell) => {
	const text = String(cell).trim();
	return yes.has(nameKey(text)) || ticked.test(text) || date.test(text) || isEnded(cell);
};

/** How a column with this name marks rows, such as `Opt-out` by `yes`; undefined for any other column. */
export function markTestOf(name: string): Test | undefined {
	if (others.test(name)) return undefined;
	const all = wordsOf(name);
	const behind = all.map((_, at) => stemOf(all.slice(at).join('')));
	const runs = all.flatMap((_, at) =>
		all.slice(at).map((_word, length) => stemOf(all.slice(at, at + length + 1).join(''))),
	);
	if (runs.some((run) => optOuts.has(run)) || behind.some((run) => stops.has(run))) return isTicked;
	if (behind.some((run) => consents.has(run))) return isRefused;
	const isStatus = all.some((word) => statuses.has(word));
	const isKnown = (word: string) => statuses.has(word) || withStatuses.has(word);
	return isStatus && all.every(isKnown) ? isEnded : undefined;
}

/** Why a row that a spreadsheet shows as removed is left out, as a sentence and within one. */
const hidden = texts(['The spreadsheet hides the row', 'the spreadsheet hides the row']);
const struckOut = texts([
	'The spreadsheet strikes the row out',
	'the spreadsheet strikes the row out',
]);

/** Tells which rows are marked to get nothing: by a cell such as `Opt-out: yes`, or because the sheet hides them or strikes them out. */
export class Marks {
	private count = 0;
	private readonly samples = new Map<string, Phrase>();
	private readonly columns: { at: number; name: string; isMark: Test }[];

	constructor(
		profiles: ColumnProfile[],
		private readonly reading: Reading,
	) {
		const used = new Set(Object.values(reading.columns));
		this.columns = profiles.flatMap(({ at, name }) => {
			const isMark = used.has(at) ? undefined : markTestOf(name);
			return isMark ? [{ at, name: shownName(name, at), isMark }] : [];
		});
	}

	/** Notes a row. @returns why it's left out, where that was said */
	reasonToLeaveOut({ cells, isHidden, struck = [] }: ListRecord): Text | undefined {
		const { markedRows, columns } = this.reading;
		if (markedRows === 'give') return undefined;
		const column = this.columns.find(
			({ at, isMark }) => !isNothing(cells[at]) && isMark(cells[at]),
		);
		const isStruck = [columns.phone, columns.name, columns.customer].some((at = -1) =>
			struck.includes(at),
		);
		if (!isHidden && !isStruck && !column) return undefined;
		const [whole, within] = isHidden ? hidden : struckOut;
		if (markedRows === 'leaveOut') {
			return column ? phrase`“${column.name}” says to give nothing to the row` : whole;
		}
		this.count += 1;
		const sample = column
			? phrase`“${column.name}” says ${quoted(String(cells[column.at]).trim())}`
			: phraseOf(within);
		if (this.samples.size < maxSamples) this.samples.set(inEnglish(sample), sample);
		return undefined;
	}

	/** Asks whether marked rows are left out. @param within as in `phoneQuestions` */
	questions(within: Text): Question[] {
		if (this.count === 0) return [];
		const samples = [...this.samples.values()].reduce((one, other) => phrase`${one}, ${other}`);
		const text = phrase`${counted(this.count, 'row')}${within} may be marked to get nothing: ${samples}. Leave them out?`;
		return [{ field: 'markedRows', proposed: 'leaveOut', text }];
	}
}
