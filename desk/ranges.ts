/** The number of a file's first chunk; the others follow downwards, below all rows that were left out. */
export const firstNumber = -1_000_000;

/** The lists to read, by the range of their numbers. */
export interface ListRange {
	from: number;
	to: number;
}

/** The numbers of lists: those of pieces, the chunks of the file, and all, also of the rows that were left out. */
export const listRanges = {
	ofPieces: { from: 1, to: 1_000_000 },
	ofFile: { from: -2_000_000, to: firstNumber },
	all: { from: -2_000_000, to: 1_000_000 },
} satisfies Record<string, ListRange>;

/** The list of a piece, by its number. */
export const oneList = (number: number): ListRange => ({ from: number, to: number });

/** The pieces to read: at most `limit` of those with so many failed rows and rows in doubt, at least. */
export interface PieceRange {
	minFailed: number;
	minInDoubt: number;
	limit: number;
}

/** So many failed rows are listed, and so many in doubt; the file has all. */
export const maxRowsListed = 20;

export const everyPiece: PieceRange = { minFailed: 0, minInDoubt: 0, limit: 1_000_000 };
/** The pieces with failed rows, and with rows in doubt: each has at least one to show, so more aren't needed. */
export const listedPieces: PieceRange[] = [
	{ minFailed: 1, minInDoubt: 0, limit: maxRowsListed },
	{ minFailed: 0, minInDoubt: 1, limit: maxRowsListed },
];
