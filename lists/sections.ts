import { isNothing } from '../platform/answer';
import { InputError } from '../platform/input';
import { phrase } from '../platform/say';
import { listedNames, nameIn, nameKey, type Columns } from './columns';
import { looksLikePhone } from './looksLikePhone';
import { excludes } from './markTests';
import { knownAmong, recognize } from './recognize';

/** The parts of a list below a heading such as `Do not contact`, or below other names of columns. */
export class Sections {
	private heading?: string;
	/** The error of the rows below names of columns that aren't the list's. */
	error?: InputError;
	private hasRows = false;
	/** Whether the last row has a number. */
	isRow = false;
	private readonly header: string;
	private readonly phone: number;

	/** @param above the title and the sheet of the list */
	constructor(above: unknown[], { names, at }: Columns) {
		this.phone = at.phone ?? -1;
		this.heading = above.map(nameIn).find(excludes);
		this.header = keyOf(names);
	}

	/** Notes a row, which may be a heading. @returns the heading that says to give nothing to the row's number */
	add(cells: unknown[]): string | undefined {
		// Nearly all rows have their number where the list's numbers are.
		this.isRow = looksLikePhone(cells[this.phone]) || cells.some(looksLikePhone);
		if (this.isRow) {
			this.hasRows = true;
			return this.heading;
		}
		const filled = cells.filter((cell) => !isNothing(cell)).map(nameIn);
		const [first = ''] = filled;
		if (new Set(filled).size === 1) this.heading = excludes(first) ? first : undefined;
		else if (
			this.hasRows &&
			(recognize(nameIn(cells[this.phone])).isPlain || knownAmong(filled) > 1)
		) {
			this.error = keyOf(filled) === this.header ? undefined : otherNames(filled);
		}
		return undefined;
	}
}

const keyOf = (names: unknown[]) =>
	names
		.map((name) => nameKey(nameIn(name)))
		.filter(Boolean)
		.join();

function otherNames(names: string[]): InputError {
	return new InputError(
		phrase`The row stands below other column names: ${listedNames(names)}`,
		'Move the rows below them to a list of their own.',
	);
}
