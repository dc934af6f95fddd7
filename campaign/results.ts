import { groupedBy } from './grouped';
import type { Doubt } from './tableCells';
import { figureNames, type Ending, type Figures, type Piece, type Row } from './types';

/** The character of each state of a row. 'maybeSent': a runner that never came back may have sent it. */
export const marks = {
	given: 'g',
	givenBefore: 'b',
	failed: 'f',
	inDoubt: 'd',
	optedOut: 'o',
	notSent: '-',
	maybeSent: '?',
} as const;
export type State = keyof typeof marks;

const states = new Map<string, State>(
	Object.entries(marks).map(([state, mark]) => [mark, state as State]),
);

/** The states of rows that were sent, or may have been. */
const isSent = new Set<State>(['given', 'inDoubt', 'maybeSent']);

type StoredResults = Pick<Piece, 'results' | 'reasons' | 'doubts' | 'dates'>;

/** The results of the rows of a piece. */
export class Results {
	private readonly states: State[];
	private readonly reasons: Map<number, string>;
	private readonly doubts: Map<number, Doubt>;
	private readonly dates: Map<number, string>;

	constructor({ results, reasons, doubts, dates }: StoredResults) {
		this.states = [...results].map((mark) => states.get(mark) ?? 'maybeSent');
		this.reasons = byRow(reasons);
		this.dates = byRow(dates);
		const read = Object.entries(JSON.parse(doubts) as Record<string, Doubt>);
		this.doubts = new Map(read.map(([row, doubt]) => [Number(row), doubt]));
	}

	/** The positions of the rows in these states. */
	rowsIn(...wanted: State[]): number[] {
		return this.states.flatMap((state, row) => (wanted.includes(state) ? [row] : []));
	}

	stateOf(row: number): State | undefined {
		return this.states[row];
	}

	reasonOf(row: number): string | undefined {
		return this.reasons.get(row);
	}

	doubtOf(row: number): Doubt | undefined {
		return this.doubts.get(row);
	}

	/** On which day it was sent, `yyyy-MM-dd`; undefined where that isn't kept. */
	dateOf(row: number): string | undefined {
		return this.dates.get(row);
	}

	setDate(row: number, date: string | undefined): void {
		if (date === undefined) this.dates.delete(row);
		else this.dates.set(row, date);
	}

	set(row: number, state: State, reason?: string, doubt?: Doubt): void {
		this.states[row] = state;
		if (reason === undefined) this.reasons.delete(row);
		else this.reasons.set(row, reason);
		if (doubt) this.doubts.set(row, doubt);
		else this.doubts.delete(row);
		if (!isSent.has(state)) this.dates.delete(row);
	}

	/** The rows that may have been sent, and those in doubt whose look-up is due until a time, Unix milliseconds. */
	toLookUp(until: number): number[] {
		const due = [...this.doubts].filter(
			([, { at }]) => at !== undefined && Date.parse(at) <= until,
		);
		return [...this.rowsIn('maybeSent'), ...due.map(([row]) => row)];
	}

	/** When the next row in doubt is looked up, Unix milliseconds; Infinity where none is. */
	get nextLookUp(): number {
		return Math.min(...[...this.doubts.values()].map(({ at }) => (at ? Date.parse(at) : Infinity)));
	}

	/** The columns of a piece that hold them. */
	get stored(): StoredResults {
		return {
			results: this.states.map((state) => marks[state]).join(''),
			reasons: grouped(this.reasons),
			doubts: JSON.stringify(Object.fromEntries(this.doubts)),
			dates: grouped(this.dates),
		};
	}

	/** The columns of a piece that follow from them. */
	columns(rows: Row[]) {
		return { ...this.stored, ...figuresOf(rows, this.states) };
	}
}

/** Texts of rows, as a column has them: `{ text: rows }`. */
function byRow(column: string): Map<number, string> {
	const texts = new Map<number, string>();
	for (const [own, rows] of Object.entries(JSON.parse(column) as Record<string, number[]>)) {
		for (const row of rows) texts.set(row, own);
	}
	return texts;
}

function grouped(texts: Map<number, string>): string {
	const rows = groupedBy([...texts.keys()], (row) => texts.get(row) ?? '');
	return JSON.stringify(Object.fromEntries(rows));
}

/** Whether a row has a share of the budget: a failed row keeps its share, because it may be retried. */
export function takesBudget(state: State | undefined): boolean {
	return state !== 'givenBefore' && state !== 'optedOut';
}

/** A sum in MB: amounts have at most three decimals, and their sums are exact up to 1 EB; of whole MB, up to 70 EB. */
export function plus(total: number, megabytes: number): number {
	return Math.round((total + megabytes) * 1000) / 1000;
}

export function noFigures(): Figures {
	return Object.fromEntries(figureNames.map((name) => [name, 0])) as Figures;
}

/** Counts each row once, so that rows and MB always balance. */
function figuresOf(rows: Row[], own: State[]): Figures {
	const figures = noFigures();
	for (const [index, { megabytes }] of rows.entries()) {
		const state = own[index] ?? 'notSent';
		const ending: Ending = state === 'maybeSent' ? 'notSent' : state;
		figures[ending] += 1;
		figures[`${ending}Mb`] = plus(figures[`${ending}Mb`], megabytes);
	}
	return figures;
}
