import { isNothing } from '../platform/answer';
import { counted, phrase } from '../platform/say';
import { shownName } from './columns';
import { isDate, isNo, isYes, knownAs, others } from './markTests';
import type { Proposal } from './propose';
import { maxSamples } from './questions';
import type { Question } from './readingSettings';
import { remembered } from './remembered';

/** Names of other things, and that of a reason in a list that a campaign has given back. */
const unasked = /marketing|^(?:vip|reason)$/i;

/** A column whose cells were all yes, no or nothing so far, and how many there are. */
interface Flag {
	at: number;
	name: string;
	kindOf: (cell: unknown) => 'date' | 'yes' | 'one' | 'no' | 'other';
	counts: Record<'date' | 'yes' | 'one' | 'no', number>;
}

function kindOf(cell: unknown) {
	if (isNo(cell)) return 'no';
	if (!isYes(cell)) return 'other';
	if (isDate(cell)) return 'date';
	return String(cell).trim() === '1' ? 'one' : 'yes';
}

/** Finds the columns of yes and no, or of a few dates or crosses, whose names don't tell which of their rows get nothing. */
export class Flags {
	private rows = 0;
	private open: Flag[] = [];

	constructor({ profiles, reading, questions }: Proposal) {
		const used = new Set(Object.values(reading.columns));
		// A customer's cells in the first row aren't names, and nobody can say what a column without a name tells.
		const isNamed = !questions.some(({ field }) => field === 'firstRow');
		if (!isNamed || reading.status.flags) return;
		for (const { at, name, meaning } of profiles) {
			const isSaid = used.has(at) || reading.flags[at] !== undefined;
			const isOther = meaning.field || others.test(name) || unasked.test(name);
			if (name === '' || isSaid || isOther || knownAs(name) === 'optOut') continue;
			const counts = { date: 0, yes: 0, one: 0, no: 0 };
			this.open.push({ at, name, kindOf: remembered(kindOf), counts });
		}
	}

	/** Notes a row with a number. */
	add(cells: unknown[]): void {
		this.rows += 1;
		for (const flag of this.open) {
			const cell = cells[flag.at];
			if (isNothing(cell)) continue;
			const kind = flag.kindOf(cell);
			if (kind === 'other') this.open = this.open.filter((one) => one !== flag);
			else flag.counts[kind] += 1;
		}
	}

	/** Asks which rows of such columns get gifts. */
	questions(): Question[] {
		const asked = this.open.flatMap(({ at, name, counts }) => {
			const yes = counts.date + counts.yes + counts.one;
			// A 1 without a 0 is a count, most customers have a birthday, and a consent says itself who gets nothing.
			const isFlag = counts.no + counts.date + counts.yes > 0 && yes > 0 && yes < this.rows;
			const isRare = counts.date === 0 || yes * 2 < this.rows;
			if (!isFlag || !isRare || (knownAs(name) && counts.no > 0)) return [];
			const rows = counted(this.rows, 'row');
			const text = phrase`“${shownName(name, at)}” has yes or a date in ${yes} of the first ${rows}`;
			return [{ at, text }];
		});
		if (asked.length === 0) return [];
		const texts = asked.slice(0, maxSamples).map(({ text }) => text);
		const first = texts.reduce((one, other) => phrase`${one}, ${other}`);
		const all =
			asked.length > texts.length
				? phrase`${first} and ${asked.length - texts.length} more`
				: first;
		const columns = asked.map(({ at }) => at + 1);
		const text = phrase`${all}, and no or nothing in the others. Which rows get gifts by this: those with yes, those with no, or all?`;
		return [{ field: 'flags', columns, text }];
	}
}
