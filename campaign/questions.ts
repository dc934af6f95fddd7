import { readAmount, unitIn } from '../platform/declaredAmount';
import { tried } from '../platform/input';
import { readNumberCountry } from '../platform/declaredNumber';
import { readMsisdn, type ReadMsisdn } from '../platform/nationalNumber';
import type { ColumnContents } from './columnContents';
import { looksLikePhone } from './looksLikePhone';
import type { Reading } from './reading';
import { isInternational } from './wholeNumber';

/** What could be two things under what was declared, asked once for the list. */
export interface Question {
	/** What the answer declares: `phone` and `megabytes` are columns. */
	about: 'hasHeader' | 'phone' | 'megabytes' | 'unit' | 'decimal' | 'country' | 'twoWays';
	/** The answers there are; none for a country. */
	choices: (string | number | boolean)[];
	/** What the list itself speaks for; undefined where it doesn't tell. */
	proposed?: string | number | boolean;
	/** How many of the cells that were looked at it is about. */
	cells: number;
	/** Some of these as they are written. */
	samples: unknown[];
}

/** So many of the cells show what kind they are. */
const mostSamples = 3;

/** Only a clear majority speaks for something. */
const clear = 0.9;

function asked(about: Question['about'], cells: unknown[], more: Partial<Question>): Question[] {
	if (cells.length === 0) return [];
	const samples = cells.slice(0, mostSamples);
	return [{ about, choices: [], cells: cells.length, samples, ...more }];
}

/** What has to be asked of a first row that looks like one of the list. */
export function headerQuestion(cells: unknown[]): Question {
	const about = 'hasHeader';
	return { about, choices: [true, false], proposed: false, cells: 1, samples: cells };
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
	const proposed = national >= international ? 'national' : 'international';
	return asked('twoWays', cells, {
		choices: ['national', 'international'],
		...(national + international > 0 && { proposed }),
	});
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
	return asked('country', unclear, { proposed: countryOf(unclear, reads) });
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
	const unit = { choices: ['MB', 'GB'], proposed: says.unit ?? usualUnit(bare) };
	return [
		...(isUnsure ? asked('unit', bare, unit) : []),
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
	const proposed = points ? '.' : ',';
	return asked('decimal', unclear, {
		choices: ['.', ','],
		...(points !== commas && { proposed }),
	});
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
