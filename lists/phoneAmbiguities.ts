import type { CountryCode } from '../libraries/libphonenumber';
import { callingCodes } from '../platform/callingCodes';
import { tried } from '../platform/input';
import { mobilesElsewhere, type NationalMobile } from '../platform/mobilesElsewhere';
import { dialedDigits } from '../platform/phoneNumber';
import type { SomeCells } from './questions';
import { sampleOf } from './sampleOf';
import type { Turns } from './turns';

/** A list may be from a country in which this share of its digits are mobile numbers. */
export const minOwnShare = 0.9;

/** Cells that are tried as numbers of all countries, which takes about 0.3 ms a cell. */
const maxTried = 60;

/** Tries of a cell under a calling code, at 10 microseconds each. */
const maxTries = 50_000;

/** Ambiguous cells that a question shows. */
const maxAmbiguities = 3;

/** Digits that could be an international number, or a mobile number of another country. */
export interface Ambiguity {
	cell: unknown;
	/** E.164 without the plus sign, read as international. */
	phone: string;
	elsewhere: NationalMobile[];
}

/** The numbers of a list without a country. */
interface NumbersWithoutCountry {
	/** Numbers that aren't valid without a country. */
	unclear: SomeCells;
	/** Calling codes after a plus sign or 00, with the country if it's known. */
	written: ReadonlyMap<string, CountryCode | undefined>;
	/** Digits that are a valid international number, by their calling code. */
	plain: ReadonlyMap<string, SomeCells>;
}

/**
 * The first cells that are valid international numbers, and mobile numbers without a calling code, such as 3903466680 in
 * Italy. Tried are the codes of the list's numbers, and codes under which nearly all of its digits are mobile numbers.
 */
export function* ambiguitiesIn({
	unclear,
	written,
	plain,
}: NumbersWithoutCountry): Turns<Ambiguity[]> {
	const open = [...plain].filter(([code]) => !written.has(code));
	const ownCells = [...plain].flatMap(([code, { cells }]) =>
		[...new Set(cells)].map((cell) => [code, cell] as const),
	);
	const all = [...open.flatMap(([, some]) => some.cells), ...unclear.cells];
	const ofAll = (yield* mobilesAnywhere(all)).map(({ code }) => code);
	const codes = [...new Set([...ofAll, ...written.keys(), ...plain.keys()])];
	const ambiguities: Ambiguity[] = [];
	for (const [own, cell] of sampleOf(ownCells, maxTries / codes.length)) {
		yield;
		// If other numbers have this code after a plus sign, the digits are of its country.
		const among = written.has(own) ? [own] : codes;
		ambiguities.push(...ambiguityOf(cell, among));
		if (ambiguities.length >= maxAmbiguities) break;
	}
	return ambiguities;
}

function ambiguityOf(cell: unknown, among: string[]): Ambiguity[] {
	const elsewhere = mobilesElsewhere([cell], 1, among);
	const digits = tried(() => dialedDigits(cell)?.digits);
	return digits !== undefined && elsewhere.length > 0 ? [{ cell, phone: digits, elsewhere }] : [];
}

/** The calling codes under which nearly all cells are mobile numbers, by some of the cells. */
export function* mobilesAnywhere(cells: unknown[]): Turns<NationalMobile[]> {
	const some = sampleOf(cells, maxTried);
	const found: NationalMobile[] = [];
	for (const code of callingCodes) {
		found.push(...mobilesElsewhere(some, minOwnShare, [code]));
		yield;
	}
	return found;
}
