import { readAmount, unitIn } from '../platform/declaredAmount';
import { InputError, tried } from '../platform/input';
import { readNumberCountry } from '../platform/declaredNumber';
import { readMsisdn, type ReadMsisdn } from '../platform/nationalNumber';
import type { ColumnContents } from './columnContents';
import { listed } from './columns';
import type { SaidName } from './declared';
import { count } from './figureWords';
import { looksLikePhone } from './looksLikePhone';
import type { Reading } from './reading';
import { isInternational } from './wholeNumber';

/** What could be two things under what was declared, asked once for the list. */
export interface Question {
	/** Where the answer is said. */
	field: SaidName | 'sheet';
	/** What the list itself speaks for, as it is said there; undefined where it doesn't tell. */
	proposed?: string;
	/** What is doubtful, and what to do. */
	text: string;
	nextStep: string;
	/** The answers there are, where the list itself tells. */
	choices?: string[];
}

/** The error of a list that is refused until a question is answered. */
export function errorOf({ text, nextStep }: Question): InputError {
	return new InputError(text, nextStep);
}

/** So many of the cells show what kind they are. */
const mostSamples = 3;

function samplesOf(cells: unknown[]): string {
	return listed(cells.slice(0, mostSamples).map(String));
}

/** Only a clear majority speaks for something. */
const clear = 0.9;

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

/** Whether somebody has to say what the numbers without a calling code are. Test numbers are none's. */
export function isCountryOpen({ country, sendAsEntered }: Partial<Reading>): boolean {
	return country === undefined && !sendAsEntered;
}

/** What has to be asked of the numbers. */
export function numberQuestions(cells: unknown[], declared: Partial<Reading>): Question[] {
	const country = readNumberCountry(declared.country);
	if (country === '') {
		const read = (cell: unknown) => tried(() => readMsisdn(cell, ''));
		const unclear = cells.filter((cell) => isUnclear(cell, read(cell)));
		return isCountryOpen(declared) ? countryQuestion(unclear, cells.length, cells.map(read)) : [];
	}
	if (declared.twoWays) return [];
	const reads = cells.map((cell) => tried(() => readMsisdn(cell, country))?.readAs);
	const many = (...ways: unknown[]) => reads.filter((readAs) => ways.includes(readAs)).length;
	return twoWaysQuestion(
		cells.filter((_, at) => reads[at] === 'twoWays'),
		many('national', 'nationalWithoutZero'),
		many('international'),
	);
}

/** Asks what digits are that could be two numbers. The other numbers of the list, of which so many are, speak for one. */
export function twoWaysQuestion(
	cells: unknown[],
	national: number,
	international: number,
): Question[] {
	if (cells.length === 0) return [];
	const most = national >= international ? 'national' : 'international';
	return [
		{
			field: 'twoWays',
			proposed: national + international > 0 ? most : undefined,
			text: `The list has numbers of the country that are international ones as well: ${count(cells.length, 'number')}, such as ${samplesOf(cells)}`,
			nextStep: "Choose in 'Ambiguous Numbers' what they are.",
		},
	];
}

/** Whether digits are no valid number without a country. @param read what they are read as without one */
export function isUnclear(cell: unknown, read: ReadMsisdn | undefined): boolean {
	return !read?.type && !isInternational(cell) && looksLikePhone(cell);
}

/** More than one in a hundred is no typing error. */
const few = 0.01;

/** Asks for the country of digits that are no valid number without one, but for a few. @param all of how many cells */
export function countryQuestion(
	unclear: unknown[],
	all: number,
	reads: (ReadMsisdn | undefined)[] = [],
): Question[] {
	if (unclear.length <= all * few) return [];
	return [
		{
			field: 'country',
			proposed: countryOf(unclear, reads),
			text: `The list may have numbers without a country code: ${count(unclear.length, 'number')}, such as ${samplesOf(unclear)}`,
			nextStep: "Choose the 'Country of Numbers', or write international if all have their code.",
		},
	];
}

/** The country of the other numbers of the list, where nearly all of the unclear ones are its numbers, too. */
function countryOf(unclear: unknown[], reads: (ReadMsisdn | undefined)[]): string | undefined {
	const found = new Set(reads.map((read) => read?.type && read.country));
	return [...found].find((country) => {
		if (!country) return false;
		const own = unclear.filter((cell) => {
			const read = tried(() => readMsisdn(cell, country));
			return read && read.readAs !== 'international';
		});
		return own.length >= unclear.length * clear;
	});
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
