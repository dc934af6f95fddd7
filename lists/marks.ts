import { isNothing } from '../platform/answer';
import { count } from '../platform/figureWords';
import { quoted } from '../platform/input';
import type { ColumnProfile } from './columnProfile';
import { nameKey, shownName } from './columns';
import { phoneFillers } from './columnWords.json';
import type { ListRecord } from './csv';
import words from './markWords.json';
import { maxSamples, type Doubt } from './questions';
import { isOpen, type Reading } from './reading';
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

/** Tells which rows are marked to get nothing: by a cell such as `Opt-out: yes`, or because the sheet hides them or strikes them out. */
export class Marks {
	private count = 0;
	private readonly samples = new Set<string>();
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

	/** Whether there is something to ask. */
	get isAsked(): boolean {
		return this.count > 0;
	}

	/** Notes a row. @returns why it's left out, where that was said */
	reasonToLeaveOut({ cells, isHidden, struck = [] }: ListRecord): string | undefined {
		const { markedRows, columns } = this.reading;
		if (markedRows === 'give') return undefined;
		const column = this.columns.find(
			({ at, isMark }) => !isNothing(cells[at]) && isMark(cells[at]),
		);
		const isStruck = [columns.phone, columns.name, columns.customer].some((at = -1) =>
			struck.includes(at),
		);
		if (!isHidden && !isStruck && !column) return undefined;
		const shown = isHidden
			? 'The spreadsheet hides the row'
			: 'The spreadsheet strikes the row out';
		if (markedRows === 'leaveOut') {
			return column ? `“${column.name}” says to give nothing to the row` : shown;
		}
		this.count += 1;
		const sample = column && `“${column.name}” says ${quoted(String(cells[column.at]).trim())}`;
		if (this.samples.size < maxSamples) this.samples.add(sample ?? shown.toLowerCase());
		return undefined;
	}

	/** Asks whether marked rows are left out. @param within as in `Evidence` */
	doubt(within: string): Doubt | undefined {
		if (!this.isAsked || !isOpen(this.reading, 'markedRows')) return undefined;
		const samples = [...this.samples].join(', ');
		return {
			proposed: 'leaveOut',
			text: `${count(this.count, 'row')}${within} may be marked to get nothing: ${samples}. Leave them out?`,
			nextStep: "Choose in 'Marked Rows' whether they are left out.",
		};
	}
}
