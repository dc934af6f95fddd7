import { isNothing } from '../platform/answer';
import { counted, phrase, type Text } from '../platform/say';
import type { ColumnProfile } from './columnProfile';
import { shownName, type Field } from './columns';
import { isDate, isNo, isYes, knownAs, others } from './markTests';
import type { Proposal } from './propose';
import { maxSamples } from './questions';
import type { Question } from './readingSettings';
import { remembered } from './remembered';

/** Names of other things, and that of a reason in a list that a campaign has given back. */
const unasked = /marketing|^(?:vip|reason)$/i;

/** `Phone verified` has no phones, and `Do you want 1 GB?` no amounts. */
function mayBeFlag({ name, meaning: { field }, phones, amounts }: ColumnProfile): boolean {
	const fitting = { phone: phones, megabytes: amounts } as Partial<Record<Field, number>>;
	const isField = field && fitting[field] !== 0;
	return !isField && ![others, unasked].some((one) => one.test(name));
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
	/** Those whose cells were all yes, no or nothing so far. */
	private open;

	constructor({ profiles, columns, reading, questions }: Proposal) {
		const used = [...Object.values(reading.columns), ...Object.keys(reading.flags).map(Number)];
		// A customer's cells in the first row aren't names.
		const isSaid = reading.status.flags ?? questions.some(({ field }) => field === 'firstRow');
		// A cell beyond the names is a fault of its row.
		const named = profiles.slice(0, columns.names.length);
		const free = named.filter((one) => !isSaid && !used.includes(one.at) && mayBeFlag(one));
		this.open = free
			.map(({ at, name }) => ({ at, name, known: knownAs(name), kindOf: remembered(kindOf) }))
			.filter(({ known }) => known !== 'optOut')
			.map((one) => ({ ...one, counts: { no: 0, date: 0, one: 0, yes: 0 } }));
	}

	/** Notes a row with a number. */
	add(cells: unknown[]): void {
		this.rows += 1;
		for (const flag of this.open) {
			const cell = cells[flag.at];
			const kind = isNothing(cell) ? undefined : flag.kindOf(cell);
			if (kind === 'other') this.open = this.open.filter((one) => one !== flag);
			else if (kind) flag.counts[kind] += 1;
		}
	}

	/** Asks which rows get gifts by such columns. @param within as in `phoneQuestions` */
	questions(within: Text): Question[] {
		const asked = this.open.flatMap(
			({ at, name, known, counts: { no, date, one, yes: plain } }) => {
				const yes = date + one + plain;
				// A 1 without a 0 is a count, most customers have a birthday, and a consent says itself who gets nothing.
				const isFlag = no + date + plain > 0 && yes > 0 && yes < this.rows && !(known && no > 0);
				if (!isFlag || (date > 0 && !known && yes * 2 >= this.rows)) return [];
				const text = phrase`“${shownName(name, at)}” has yes or a date in ${counted(yes, 'row')}${within}`;
				return [{ number: at + 1, text }];
			},
		);
		if (asked.length === 0) return [];
		const texts = asked.slice(0, maxSamples).map(({ text }) => text);
		const more = asked.length - texts.length;
		const all = { list: texts, ...(more > 0 && { more: phrase`${more} more` }) };
		const text = phrase`${all}, and no or nothing in the others. Which rows get gifts by this: those with yes, those with no, or all?`;
		return [{ field: 'flags', columns: asked.map(({ number }) => number), text }];
	}
}
