import { readAmount, unitIn } from '../platform/declaredAmount';
import { isNothing } from '../platform/answer';
import { textOf, tried } from '../platform/input';
import { counted, phrase, type Text } from '../platform/say';
import { SomeCells } from './questions';
import type { Question } from './readingSettings';
import { isOpen, type Reading } from './reading';
import { remembered } from './remembered';

/** An amount without its unit, read with a point and with a comma for decimals. */
type TwoReadings = [point: number | undefined, comma: number | undefined];

/** Takes down each amount of a list as it's read, for the questions about unit and decimal sign. */
export class AmountEvidence {
	/** Amounts without a unit of their own, where the setting is open. */
	readonly bare = new SomeCells();
	/** Amounts that are two numbers, such as `1.500`, where the setting is open. */
	readonly ambiguous = new SomeCells();
	/** The decimal signs of amounts with a single reading, such as `1,5`. */
	readonly signs = new Set<'point' | 'comma'>();
	private readonly isUnitOpen: boolean;
	private readonly isDecimalOpen: boolean;

	constructor(reading: Reading) {
		this.isUnitOpen = isOpen(reading, 'unit');
		this.isDecimalOpen = isOpen(reading, 'decimal');
	}

	add(cell: unknown): void {
		if (isNothing(cell) || (!this.isUnitOpen && !this.isDecimalOpen)) return;
		const [point, comma] = this.readingsOf(cell);
		if (point === undefined && comma === undefined) return;
		if (this.isUnitOpen && unitIn(cell) === undefined) this.bare.add(cell);
		if (!this.isDecimalOpen || point === comma) return;
		if (point === undefined) this.signs.add('comma');
		else if (comma === undefined) this.signs.add('point');
		else this.ambiguous.add(cell);
	}

	/** Asks for unit and decimal sign. @param within as in phoneQuestions.ts */
	questions(within: Text): Question[] {
		return [this.unitQuestion(within), this.decimalQuestion(within)].filter(
			(question) => question !== undefined,
		);
	}

	/** Amounts such as `500`. No unit is proposed, because nothing in a list proves it. */
	private unitQuestion(within: Text): Question | undefined {
		const { count, samples } = this.bare;
		if (count === 0) return undefined;
		const amounts = phrase`${counted(count, 'amount')}${within}`;
		const text =
			count === 1
				? phrase`${amounts} has no unit, such as ${samples}: MB or GB?`
				: phrase`${amounts} have no unit, such as ${samples}: MB or GB?`;
		return { field: 'unit', text };
	}

	/** Amounts such as `1.500`. The sign of all other amounts is proposed. */
	private decimalQuestion(within: Text): Question | undefined {
		const { count, cells } = this.ambiguous;
		if (count === 0) return undefined;
		const [first] = cells;
		const [point = 0, comma = 0] = this.readingsOf(first);
		const text = phrase`${counted(count, 'amount')}${within} could be read in two ways: is “${String(first)}” ${point} (Point) or ${comma} (Comma)?`;
		return {
			field: 'decimal',
			proposed: this.signs.size === 1 ? [...this.signs][0] : undefined,
			text,
		};
	}

	private readonly readingsOf = remembered((cell): TwoReadings => {
		const read = (decimal: '.' | ',') =>
			tried(() => readAmount(cell, { unit: 'MB', gigabyte: 1024, decimal }));
		return [read('.'), read(',')];
	});
}

/** A row with an amount in GB as it's written, and in MB. */
export interface AmountInGb {
	row: number;
	written: string;
	megabytes: number;
}

/** Characters of an amount that a page shows. */
const maxWritten = 40;

/** The amount of a good row as it's written, if that's in GB. */
export function writtenInGb(
	cell: unknown,
	{ row, megabytes }: { row: number; megabytes: number },
	{ unit }: Reading,
): AmountInGb | undefined {
	// Most amounts are MB without a unit, or the amount of all rows.
	if (isNothing(cell) || Number(cell) === megabytes || (unitIn(cell) ?? unit) !== 'GB') {
		return undefined;
	}
	return { row, written: textOf(cell).slice(0, maxWritten), megabytes };
}
