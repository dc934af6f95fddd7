import { isNothing } from '../platform/answer';
import { InputError, quoted } from '../platform/input';
import {
	counted,
	inEnglish,
	phrase,
	phraseOf,
	texts,
	type Phrase,
	type Text,
} from '../platform/say';
import { shownName } from './columns';
import type { ListRecord } from './csv';
import type { ExcludedNumbers } from './excludedNumbers';
import { Flags } from './flags';
import { isDummy, isNo, isNoCustomer, isYes, markTestOf, type Test } from './markTests';
import type { Proposal } from './propose';
import { maxSamples } from './questions';
import type { Question } from './readingSettings';
import { remembered } from './remembered';
import { Sections } from './sections';

/** Why a row that a spreadsheet shows as removed is left out, as a sentence and within one. */
const hidden = texts(['The spreadsheet hides the row', 'the spreadsheet hides the row']);
const struckOut = texts([
	'The spreadsheet strikes the row out',
	'the spreadsheet strikes the row out',
]);

/** A column by whose cells a row may be left out. */
interface MarkColumn {
	at: number;
	name: string;
	isMark: Test;
}

/** Why a row is left out. */
interface Mark {
	error: InputError;
	/** The position of the cell that says so, or of the number; undefined for a row of another list. */
	at?: number;
}

const isNotYes: Test = (cell) => !isYes(cell);
const isNotNo: Test = (cell) => !isNothing(cell) && !isNo(cell);

/** The words around a list. */
export interface Surroundings {
	/** Its title and sheet. */
	above: unknown[];
	excluded?: ExcludedNumbers;
}

/** Tells which rows are marked to get nothing: by a cell such as `Opt-out: yes`, a heading, another sheet, or because the sheet hides them or strikes them out. */
export class Marks {
	private rows = 0;
	private count = 0;
	private readonly samples = new Map<string, Phrase>();
	private readonly columns: MarkColumn[];
	private readonly said: MarkColumn[];
	private readonly flags: Flags;
	private readonly sections: Sections;

	constructor(
		private readonly proposal: Proposal,
		private readonly around: Surroundings,
	) {
		const { profiles, reading, columns } = proposal;
		this.flags = new Flags(proposal);
		this.sections = new Sections(around.above, columns);
		const isOut = { onlyYes: isNotYes, onlyNo: isNotNo, allRows: () => false };
		this.said = Object.entries(reading.flags).map(([position, meaning = 'allRows']) => {
			const at = Number(position);
			return { at, name: columns.names[at] ?? '', isMark: remembered(isOut[meaning]) };
		});
		const used = new Set([...Object.values(reading.columns), ...this.said.map(({ at }) => at)]);
		this.columns = profiles.flatMap(({ at, name, meaning, phones, cells }) => {
			const ofName = reading.columns.name === at || reading.columns.customer === at;
			const isUnread = !used.has(at) && (phones === 0 || meaning.field !== 'phone');
			const ofOthers = isUnread ? markTestOf(name, meaning.field, cells) : undefined;
			const ofPhones = reading.columns.phone === at ? isDummy : ofOthers && remembered(ofOthers);
			const isMark = ofName ? isNoCustomer : ofPhones;
			return isMark ? [{ at, name: shownName(name, at), isMark }] : [];
		});
	}

	/** Notes a row. @returns why it's left out, where that was said or the row is of another list */
	markOf({ cells, isHidden, struck = [] }: ListRecord): Mark | undefined {
		const { markedRows, columns } = this.proposal.reading;
		const heading = this.sections.add(cells);
		if (this.sections.error) return { error: this.sections.error };
		if (this.sections.isRow) {
			this.rows += 1;
			this.flags.add(cells);
		}
		const said = this.said.find(({ at, isMark }) => isMark(cells[at]));
		if (said) return { error: saysNothing(said.name, changeColumn(said.name)), at: said.at };
		if (markedRows === 'give') return undefined;
		const column = this.columns.find(
			({ at, isMark }) => !isNothing(cells[at]) && isMark(cells[at]),
		);
		const isStruck = [columns.phone, columns.name, columns.customer].some((at = -1) =>
			struck.includes(at),
		);
		const phone = cells[columns.phone ?? -1];
		const sheet = isNothing(phone) ? undefined : this.around.excluded?.sheetWith(phone);
		const name = column?.name ?? heading ?? sheet;
		if (!isHidden && !isStruck && name === undefined) return undefined;
		const [whole, within] = isHidden ? hidden : struckOut;
		if (markedRows === 'leaveOut') {
			const error = name === undefined ? new InputError(whole, give) : saysNothing(name, give);
			return { error, at: column?.at ?? columns.phone };
		}
		this.count += 1;
		const sample = column
			? phrase`“${column.name}” says ${quoted(String(cells[column.at]).trim())}`
			: heading !== undefined
				? phrase`“${heading}” stands above`
				: sheet !== undefined
					? phrase`“${sheet}” has its number`
					: phraseOf(within);
		if (this.samples.size < maxSamples) this.samples.set(inEnglish(sample), sample);
		return undefined;
	}

	/** Asks whether marked rows are left out. @param within as in `phoneQuestions` */
	questions(within: Text): Question[] {
		const asked = this.flags.questions(within);
		if (this.count === 0) return asked;
		const samples = { list: [...this.samples.values()] };
		const text = phrase`${counted(this.count, 'row')}${within} may be marked to get nothing: ${samples}. Leave them out?`;
		// A list of marks alone is rather a list whose status is read wrongly.
		const proposed = this.count < this.rows ? 'leaveOut' : undefined;
		return [{ field: 'markedRows', proposed, text }, ...asked];
	}
}

const give = texts("Leave it as it is, or choose 'Give' in 'Marked Rows'.");
const changeColumn = (name: string) =>
	phrase`Leave it as it is, or change which rows get gifts by “${name}”.`;

function saysNothing(name: string, nextStep: Text): InputError {
	return new InputError(phrase`“${name}” says to give nothing to the row`, nextStep);
}
