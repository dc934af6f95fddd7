import { isNothing } from '../platform/answer';
import { unitIn } from '../platform/declaredAmount';
import { textOf } from '../platform/input';
import type { Reading } from './reading';

/** An amount in GB as it's written, and in MB. */
interface AmountInGb {
	written: string;
	megabytes: number;
}

/** How many MB a GB was read as, with the first row that has GB. */
export interface GigabyteReport {
	megabytes: number;
	example?: AmountInGb & { row: number };
}

/** Characters of an amount that a page shows. */
const maxWritten = 40;

/** Finds the first good row with an amount in GB. */
export class Gigabytes {
	/** The amount that was read last, if it's in GB. */
	private last?: AmountInGb;
	private first?: AmountInGb & { row: number };

	constructor(private readonly reading: Reading) {}

	/** Notes an amount as it was read. */
	note(cell: unknown, megabytes: number): void {
		this.last = undefined;
		// Most amounts are MB without a unit, or the amount of all rows.
		if (this.first || isNothing(cell) || Number(cell) === megabytes) return;
		if ((unitIn(cell) ?? this.reading.unit) !== 'GB') return;
		this.last = { written: textOf(cell).slice(0, maxWritten), megabytes };
	}

	/** The row of the last amount is good. */
	accept(row: number): void {
		if (this.last) this.first ??= { row, ...this.last };
	}

	/** Undefined where no good row has GB. */
	get report(): GigabyteReport | undefined {
		return this.first && { megabytes: this.reading.gigabyte, example: this.first };
	}
}
