import { readAmount, unitIn } from '../platform/declaredAmount';
import { count } from '../platform/figureWords';
import { isNothing } from '../platform/answer';
import { tried } from '../platform/input';
import { SomeCells, type Doubt } from './questions';
import { isOpen, type Reading } from './reading';

/** An amount without its unit, read with a point and with a comma for decimals. */
type TwoReadings = [point: number | undefined, comma: number | undefined];

/** Distinct amounts whose readings are kept: a list has few. */
const maxKnown = 10_000;

/** Takes down each amount of a list as it's read, for the questions about unit and decimal sign. */
export class AmountEvidence {
	/** Amounts without a unit of their own, where the setting is open. */
	readonly bare = new SomeCells();
	/** Amounts that are two numbers, such as `1.500`, where the setting is open. */
	readonly ambiguous = new SomeCells();
	/** The decimal signs of amounts with a single reading, such as `1,5`. */
	readonly signs = new Set<'point' | 'comma'>();
	private readonly known = new Map<unknown, TwoReadings>();
	private readonly isUnitOpen: boolean;
	private readonly isDecimalOpen: boolean;

	constructor(reading: Reading) {
		this.isUnitOpen = isOpen(reading, 'unit');
		this.isDecimalOpen = isOpen(reading, 'decimal');
	}

	/** Whether there is something to ask. */
	get isAsked(): boolean {
		return this.bare.count + this.ambiguous.count > 0;
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

	readingsOf(cell: unknown): TwoReadings {
		const known = this.known.get(cell);
		if (known) return known;
		const read = (decimal: '.' | ',') =>
			tried(() => readAmount(cell, { unit: 'MB', gigabyte: 1024, decimal }));
		const readings: TwoReadings = [read('.'), read(',')];
		if (this.known.size < maxKnown) this.known.set(cell, readings);
		return readings;
	}
}

/** Asks for the unit of amounts such as `500`. No unit is proposed, because nothing in a list proves it. @param within as in `Evidence` */
export function unitDoubt({ bare }: AmountEvidence, within: string): Doubt | undefined {
	if (bare.count === 0) return undefined;
	return {
		text: `${count(bare.count, 'amount')}${within} ${bare.count === 1 ? 'has' : 'have'} no unit, such as ${bare.samples}: MB or GB?`,
		nextStep: "Choose the 'Unit'.",
	};
}

/** Asks for the sign of amounts such as `1.500`. The sign of all other amounts is proposed. */
export function decimalDoubt(evidence: AmountEvidence, within: string): Doubt | undefined {
	const { ambiguous, signs } = evidence;
	const [first] = ambiguous.cells;
	if (ambiguous.count === 0) return undefined;
	const [point, comma] = evidence.readingsOf(first);
	return {
		proposed: signs.size === 1 ? [...signs][0] : undefined,
		text: `${count(ambiguous.count, 'amount')}${within} could be read in two ways: is “${String(first)}” ${point ?? 0} or ${comma ?? 0}?`,
		nextStep: "Choose the 'Decimal Sign'.",
	};
}
