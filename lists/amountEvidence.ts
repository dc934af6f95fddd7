import { readAmount, unitIn } from '../platform/declaredAmount';
import { count, number } from '../platform/figureWords';
import { isNothing } from '../platform/answer';
import { tried } from '../platform/input';
import { SomeCells, type Question } from './questions';

/** An amount without its unit, read with a point and with a comma for decimals. */
type Ways = [point: number | undefined, comma: number | undefined];

/** A list has few different amounts: so many are looked at once. */
const mostKnown = 10_000;

/** Takes down each amount of a list as it's read, for the questions about unit and decimal sign. */
export class AmountEvidence {
	private readonly bare = new SomeCells();
	private readonly unclear = new SomeCells();
	/** The signs of amounts that have one way to be read. */
	private readonly signs = new Set<'point' | 'comma'>();
	private readonly known = new Map<unknown, Ways>();

	/** @param open whether nobody said the unit, or the sign; without it nothing is asked */
	constructor(private readonly open: { unit?: boolean; decimal?: boolean } = {}) {}

	/** Whether there is something to ask. */
	get isAsked(): boolean {
		const { open, bare, unclear } = this;
		return Boolean(open.unit && bare.count > 0) || Boolean(open.decimal && unclear.count > 0);
	}

	add(cell: unknown): void {
		if (isNothing(cell) || (!this.open.unit && !this.open.decimal)) return;
		const [point, comma] = this.waysOf(cell);
		if (point === undefined && comma === undefined) return;
		if (unitIn(cell) === undefined) this.bare.add(cell);
		if (point === comma) return;
		if (point === undefined) this.signs.add('comma');
		else if (comma === undefined) this.signs.add('point');
		else this.unclear.add(cell);
	}

	/** No unit is proposed, because nothing in a list proves it; a sign is, where other amounts have only that one. */
	questions(within: string): Question[] {
		const { bare, unclear, signs, open } = this;
		const unit: Question = {
			field: 'unit',
			text: `${count(bare.count, 'amount')}${within} ${bare.count === 1 ? 'has' : 'have'} no unit, such as ${bare.samples}: MB or GB?`,
			nextStep: "Choose the 'Unit'.",
		};
		const [first] = unclear.cells;
		const [point, comma] = this.waysOf(first);
		const decimal: Question = {
			field: 'decimal',
			proposed: signs.size === 1 ? [...signs][0] : undefined,
			text: `${count(unclear.count, 'amount')}${within} could be read in two ways: is “${String(first)}” ${number(point ?? 0)} (Point) or ${number(comma ?? 0)} (Comma)?`,
			nextStep: "Choose the 'Decimal Sign'.",
		};
		return [
			...(open.unit && bare.count > 0 ? [unit] : []),
			...(open.decimal && unclear.count > 0 ? [decimal] : []),
		];
	}

	private waysOf(cell: unknown): Ways {
		const known = this.known.get(cell);
		if (known) return known;
		const read = (decimal: '.' | ',') =>
			tried(() => readAmount(cell, { unit: 'MB', gigabyte: 1024, decimal }));
		const ways: Ways = [read('.'), read(',')];
		if (this.known.size < mostKnown) this.known.set(cell, ways);
		return ways;
	}
}
