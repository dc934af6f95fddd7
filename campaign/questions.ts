import { readAmount, unitIn } from '../platform/declaredAmount';
import { tried } from '../platform/input';
import type { ColumnContents } from './columnContents';
import { listed } from './columns';
import type { SaidName } from './declared';
import type { Reading } from './reading';

/** What could be two things under what was declared, asked once for the list. */
export interface Question {
	/** Where the answer is said. */
	field: SaidName;
	/** What the list itself speaks for, as it is said there; undefined where it doesn't tell. */
	proposed?: string;
	/** What is doubtful, and what to do. */
	text: string;
	nextStep: string;
}

/** So many of the cells show what kind they are. */
const mostSamples = 3;

export function samplesOf(cells: unknown[]): string {
	return listed(cells.slice(0, mostSamples).map(String));
}

/** What has to be asked of a first row that looks like one of the list. */
export function headerQuestion(cells: unknown[]): Question {
	const text = `The first row of the list may be a customer: ${listed(cells.map(String))}`;
	return {
		field: 'firstRow',
		proposed: 'customer',
		text,
		nextStep: "Say in 'First Row' what it is.",
	};
}

/** What has to be asked of the amounts. */
export function amountQuestions(
	{ cells, says }: ColumnContents,
	declared: Partial<Reading>,
): Question[] {
	const bare = cells.filter((cell) => unitIn(cell) === undefined);
	const isUnsure = declared.unit ? says.unit && says.unit !== declared.unit : !says.unit;
	const unit: Question = {
		field: 'unit',
		proposed: says.unit ?? usualUnit(bare),
		text: `The amounts of the list may be in MB or in GB: ${samplesOf(bare)}`,
		nextStep: "Choose the 'Unit'.",
	};
	return [
		...(isUnsure && bare.length > 0 ? [unit] : []),
		...(declared.decimal ? [] : decimalQuestion(cells)),
	];
}

/** Asks for the sign of amounts that could be two. Those that have one way to be read speak for a sign. */
function decimalQuestion(cells: unknown[]): Question[] {
	const ways = cells.map((cell) => [amountBy(cell, '.'), amountBy(cell, ',')] as const);
	const unclear = cells.filter((_, at) => {
		const [point, comma] = ways[at] ?? [];
		return point !== undefined && comma !== undefined && point !== comma;
	});
	const points = ways.some(([point, comma]) => point !== undefined && comma === undefined);
	const commas = ways.some(([point, comma]) => comma !== undefined && point === undefined);
	if (unclear.length === 0) return [];
	const text = `The amounts of the list have a sign for decimals or for thousands: ${samplesOf(unclear)}`;
	const proposed = points === commas ? undefined : points ? 'point' : 'comma';
	return [{ field: 'decimal', proposed, text, nextStep: "Choose the 'Decimal Sign'." }];
}

function amountBy(cell: unknown, decimal: '.' | ','): number | undefined {
	if (typeof cell === 'number') return undefined;
	return tried(() => readAmount(cell, { unit: 'MB', gigabyte: 1024, decimal }));
}

/** Below it people mean GB: nobody is given so few MB. */
const fewMegabytes = 50;

function usualUnit(cells: unknown[]): 'MB' | 'GB' {
	const amounts = cells.map((cell) => amountBy(String(cell), '.') ?? fewMegabytes);
	return amounts.length > 0 && amounts.every((amount) => amount < fewMegabytes) ? 'GB' : 'MB';
}
