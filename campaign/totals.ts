import { noFigures, plus } from './results';
import { figureNames, type Campaign, type Figures, type Piece } from './types';

/** The figures of a campaign, from its pieces. */
export interface Totals extends Figures {
	pieces: number;
	rows: number;
	megabytes: number;
	/** How many rows are held: over the budget or the limit of a day, or where it's always quiet. */
	held: number;
	/** How many rows have each reason. */
	reasons: Record<string, number>;
	/** The rows of each place and operator, by how they end. */
	groups: Group[];
	/** The pace that the last step measured, in words; '' before the first one. */
	pace: string;
}

export type Group = Pick<Piece, 'place' | 'operator' | 'rows' | keyof Figures> &
	Pick<Totals, 'held'>;

/** So many reasons are counted: the campaign's row holds them, and each step reads and writes it. */
const maxReasons = 200;

/** Counts pieces as they are stored. */
export function totalsOf(pieces: Omit<Piece, 'id'>[], pace = ''): Totals {
	const empty = { pieces: 0, rows: 0, megabytes: 0, held: 0, reasons: {}, groups: [] };
	const totals: Totals = { ...empty, ...noFigures(), pace };
	for (const piece of pieces) add(totals, piece, 1);
	return totals;
}

/** The totals after a step has changed pieces. */
export function recount(totals: Totals, pieces: { before: Piece; after: Piece }[]): Totals {
	const changed = structuredClone(totals);
	for (const { before, after } of pieces) {
		add(changed, before, -1);
		add(changed, after, 1);
	}
	return changed;
}

/** The figures that are stored with a campaign; undefined of a draft. */
export function storedTotals({ totals }: Pick<Campaign, 'totals'>): Totals | undefined {
	return totals === '' ? undefined : (JSON.parse(totals) as Totals);
}

function add(totals: Totals, piece: Omit<Piece, 'id'>, sign: 1 | -1): void {
	totals.pieces += sign;
	totals.megabytes = plus(totals.megabytes, sign * piece.megabytes);
	addFigures(totals, piece, sign);
	addFigures(groupOf(totals, piece), piece, sign);
	for (const [reason, rows] of Object.entries(rowsByReason(piece))) {
		const known = Object.hasOwn(totals.reasons, reason) ? (totals.reasons[reason] ?? 0) : 0;
		if (known === 0 && Object.keys(totals.reasons).length >= maxReasons) continue;
		const left = known + sign * rows.length;
		const others = Object.entries(totals.reasons).filter(([name]) => name !== reason);
		totals.reasons = Object.fromEntries(left > 0 ? [...others, [reason, left]] : others);
	}
}

function rowsByReason({ reasons }: Omit<Piece, 'id'>) {
	return JSON.parse(reasons) as Record<string, number[]>;
}

function addFigures(
	to: Figures & { rows: number; held: number },
	piece: Omit<Piece, 'id'>,
	sign: 1 | -1,
) {
	to.rows += sign * piece.rows;
	if (piece.status === 'held') to.held += sign * piece.notSent;
	for (const name of figureNames) to[name] = plus(to[name], sign * piece[name]);
}

function groupOf({ groups }: Totals, { place, operator }: Omit<Piece, 'id'>): Group {
	const known = groups.find((own) => own.place === place && own.operator === operator);
	if (known) return known;
	const made = { place, operator, rows: 0, held: 0, ...noFigures() };
	groups.push(made);
	return made;
}
