import { readAmount, unitIn } from '../platform/declaredAmount';
import { tried } from '../platform/input';
import { readNumberCountry } from '../platform/declaredNumber';
import { readMsisdn, type ReadMsisdn } from '../platform/nationalNumber';
import type { ColumnContents } from './columnContents';
import { looksLikePhone } from './columnContents';
import type { Reading } from './reading';

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

/** What has to be asked of the numbers. */
export function numberQuestions({ cells }: ColumnContents, declared: Partial<Reading>): Question[] {
	const country = readNumberCountry(declared.country);
	const reads = cells.map((cell) => ({ cell, read: tried(() => readMsisdn(cell, country)) }));
	const ofKind = (is: (read: ReadMsisdn) => boolean) =>
		reads.filter(({ read }) => read && is(read)).map(({ cell }) => cell);
	if (country === '') {
		if (declared.country !== undefined) return [];
		const unclear = reads
			.filter(({ cell, read }) => !hasPlus(cell) && looksLikePhone(cell) && !read?.type)
			.map(({ cell }) => cell);
		return asked('country', unclear, {
			proposed: countryOf(
				unclear,
				reads.map(({ read }) => read),
			),
		});
	}
	if (declared.twoWays) return [];
	const national = ofKind(({ readAs }) => readAs.startsWith('national')).length;
	const international = ofKind(({ readAs }) => readAs === 'international').length;
	const proposed = national >= international ? 'national' : 'international';
	return asked(
		'twoWays',
		ofKind(({ readAs }) => readAs === 'twoWays'),
		{
			choices: ['national', 'international'],
			...(national + international > 0 && { proposed }),
		},
	);
}

function hasPlus(cell: unknown): boolean {
	return /^'?\s*\(?(?:\+|00)/.test(String(cell));
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
	const unit = isUnsure
		? asked('unit', bare, { choices: ['MB', 'GB'], proposed: says.unit ?? usualUnit(bare) })
		: [];
	if (declared.decimal) return unit;
	const either = cells.map((cell) => ({
		cell,
		point: amountBy(cell, '.'),
		comma: amountBy(cell, ','),
	}));
	const unclear = either.filter(({ point, comma }) => point && comma && point !== comma);
	const [points, commas] = [
		either.filter(({ point, comma }) => point && !comma),
		either.filter(({ point, comma }) => comma && !point),
	];
	const proposed = points.length > 0 ? '.' : ',';
	return [
		...unit,
		...asked(
			'decimal',
			unclear.map(({ cell }) => cell),
			{
				choices: ['.', ','],
				...(points.length > 0 !== commas.length > 0 && { proposed }),
			},
		),
	];
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
