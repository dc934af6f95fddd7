import type { ColumnProfile } from './columnProfile';
import { shownName } from './columns';
import { isDate, isNo, isYes, knownAs, others } from './markTests';
import { counted, phrase } from '../platform/say';
import type { Proposal } from './propose';
import type { Question } from './readingSettings';

/** Names of other things, and that of a reason in a list that a campaign has given back. */
const unasked = /marketing|^(?:vip|reason)$/i;

/** The columns of yes and no, or of a few dates or crosses, whose names don't tell which of their rows get nothing. */
export function flagsIn({ profiles, rows, reading }: Proposal): ColumnProfile[] {
	const used = new Set(Object.values(reading.columns));
	return profiles.filter(({ at, name, meaning, cells }) => {
		// Nobody can say what a column without a name tells.
		if (name === '' || used.has(at) || meaning.field || others.test(name) || unasked.test(name))
			return false;
		const known = knownAs(name);
		const [yes, no] = [cells.filter(isYes).length, cells.filter(isNo).length];
		if (known === 'optOut' || (known && no > 0)) return false;
		// Most customers have a birthday, and few have left.
		const isRare = !cells.some(isDate) || yes * 2 < rows.length;
		// A 1 without a 0 is a count.
		const isFlag = cells.some((cell) => String(cell).trim() !== '1');
		return isFlag && yes > 0 && yes + no === cells.length && yes < rows.length && isRare;
	});
}

/** Asks which rows such columns leave out. */
export function flagQuestions(flags: ColumnProfile[], proposal: Proposal): Question[] {
	const { rows, reading, questions } = proposal;
	// A customer's cells in the first row aren't names.
	const isNamed = !questions.some(({ field }) => field === 'firstRow');
	if (flags.length === 0 || reading.flags !== '' || !isNamed) return [];
	const columns = flags.map(({ at, name, cells }) => {
		const yes = cells.filter(isYes).length;
		return phrase`“${shownName(name, at)}” has yes or a date in ${yes} of the first ${counted(rows.length, 'row')}`;
	});
	return [
		{
			field: 'flags',
			text: phrase`${{ list: columns }}, and no or nothing in the others. Does this say who gets nothing?`,
		},
	];
}
