import { endings, type Batch, type Ending, type Figures, type Row } from './types';

/** The character of each state of a row. What is not sent may still have been, by an owner who never came back. */
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

/** A row in doubt: how often it was looked up, and when it will be again; a person decides where there is no time. */
interface Doubt {
	lookUps: number;
	at?: string;
}

/** What became of the rows of a batch. */
export class Results {
	private readonly states: State[];
	private readonly reasons = new Map<number, string>();
	private readonly doubts: Map<number, Doubt>;

	constructor({ results, reasons, doubts }: Pick<Batch, 'results' | 'reasons' | 'doubts'>) {
		this.states = [...results].map((mark) => states.get(mark) ?? 'maybeSent');
		for (const [reason, rows] of Object.entries(JSON.parse(reasons) as Record<string, number[]>)) {
			for (const row of rows) this.reasons.set(row, reason);
		}
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

	set(row: number, state: State, reason?: string, doubt?: Doubt): void {
		this.states[row] = state;
		if (reason === undefined) this.reasons.delete(row);
		else this.reasons.set(row, reason);
		if (doubt) this.doubts.set(row, doubt);
		else this.doubts.delete(row);
	}

	/** The rows in doubt that wait for a look-up, with its time in Unix milliseconds. */
	get awaiting(): { row: number; at: number }[] {
		return [...this.doubts].flatMap(([row, { at }]) => (at ? [{ row, at: Date.parse(at) }] : []));
	}

	/** The rows of which a look-up will tell whether they were given. */
	get unsure(): number[] {
		return [...this.rowsIn('maybeSent'), ...this.awaiting.map(({ row }) => row)];
	}

	/** The columns of a batch that follow from them. */
	columns(rows: Row[]) {
		const reasons = new Map<string, number[]>();
		for (const [row, reason] of this.reasons) {
			reasons.set(reason, [...(reasons.get(reason) ?? []), row]);
		}
		return {
			results: this.states.map((state) => marks[state]).join(''),
			reasons: JSON.stringify(Object.fromEntries(reasons)),
			doubts: JSON.stringify(Object.fromEntries(this.doubts)),
			...figuresOf(rows, this.states),
		};
	}
}

/** Whether a row has a share of the budget: one that failed keeps it, because it may be retried. */
export function takesBudget(state: State | undefined): boolean {
	return state !== 'givenBefore' && state !== 'optedOut';
}

/** A sum in MB: amounts have at most three decimals, and their sums are exact up to 1 EB; of whole MB, up to 70 EB. */
export function plus(total: number, megabytes: number): number {
	return Math.round((total + megabytes) * 1000) / 1000;
}

export function noFigures(): Figures {
	return Object.fromEntries(
		endings.flatMap((ending) => [
			[ending, 0],
			[`${ending}Mb`, 0],
		]),
	) as Figures;
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

/** The figures of a campaign, and how many rows have each reason, or are held, from its batches as they are stored. */
export function totalsOf(batches: Batch[]) {
	const totals = { batches: batches.length, rows: 0, megabytes: 0, held: 0, ...noFigures() };
	const reasons = new Map<string, number>();
	for (const batch of batches) {
		totals.rows += batch.rows;
		if (batch.status === 'held') totals.held += batch.notSent;
		totals.megabytes = plus(totals.megabytes, batch.megabytes);
		for (const ending of endings) {
			totals[ending] += batch[ending];
			totals[`${ending}Mb`] = plus(totals[`${ending}Mb`], batch[`${ending}Mb`]);
		}
		const own = Object.entries(JSON.parse(batch.reasons) as Record<string, number[]>);
		for (const [reason, rows] of own) {
			reasons.set(reason, (reasons.get(reason) ?? 0) + rows.length);
		}
	}
	return { ...totals, reasons: Object.fromEntries(reasons) };
}
