import { tried } from '../platform/input';
import { readNumberCountry } from '../platform/declaredNumber';
import { readMsisdn, type ReadMsisdn } from '../platform/nationalNumber';
import { listed } from './columns';
import type { SaidName } from './declared';
import { count } from './figureWords';
import { looksLikePhone } from './looksLikePhone';
import type { Reading } from './reading';
import { isInternational } from './wholeNumber';

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
