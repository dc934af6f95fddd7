import { readAmount, unitIn } from '../platform/declaredAmount';
import { tried } from '../platform/input';
import type { ColumnContents } from './columnContents';
import { listed } from './columns';
import type { Question } from './questions';
import type { Reading } from './reading';
import { countInSample, samplesOf } from './sample';

/**
 * The questions about the amounts. No unit is proposed: nothing in a list proves it.
 *
 * @param rows that were looked at
 */
export function amountQuestions(
	{ cells, says }: ColumnContents,
	declared: Partial<Reading>,
	rows: number,
): Question[] {
	const amounts = cells.filter((cell) => waysOf(cell).some((way) => way !== undefined));
	const bare = amounts.filter((cell) => unitIn(cell) === undefined);
	const unit: Question = {
		field: 'unit',
		text: `${countInSample(bare.length, 'amount', rows)} without a unit, such as ${listed(samplesOf(bare).map(String))}: MB or GB?`,
		nextStep: "Choose the 'Unit'.",
	};
	const isOpen = !declared.unit && !says.unit && bare.length > 0;
	return [...(isOpen ? [unit] : []), ...(declared.decimal ? [] : decimalQuestion(amounts, rows))];
}

/** Asks for the sign of amounts that could be two. Those that have one way to be read speak for a sign. */
function decimalQuestion(cells: unknown[], rows: number): Question[] {
	const ways = cells.map(waysOf);
	const unclear = cells.filter((_, at) => {
		const [point, comma] = ways[at] ?? [];
		return point !== undefined && comma !== undefined && point !== comma;
	});
	const [first] = unclear;
	if (first === undefined) return [];
	const points = ways.some(([point, comma]) => point !== undefined && comma === undefined);
	const commas = ways.some(([point, comma]) => comma !== undefined && point === undefined);
	const proposed = points === commas ? undefined : points ? 'point' : 'comma';
	const [point, comma] = waysOf(first);
	const meanings = `${listed([String(first)])} is ${point} with a point for decimals, and ${comma} with a comma`;
	const text = `${countInSample(unclear.length, 'amount', rows)} with a sign for decimals or for thousands: ${meanings}`;
	return [{ field: 'decimal', proposed, text, nextStep: "Choose the 'Decimal Sign'." }];
}

/** An amount without its unit, read with a point and with a comma for decimals. */
function waysOf(cell: unknown): [point: number | undefined, comma: number | undefined] {
	const read = (decimal: '.' | ',') =>
		tried(() => readAmount(cell, { unit: 'MB', gigabyte: 1024, decimal }));
	return [read('.'), read(',')];
}
