import { getCountryCallingCode, type CountryCode } from '../libraries/libphonenumber';
import { isNothing } from '../platform/answer';
import { countryWritten } from '../platform/declaredNumber';
import { tried } from '../platform/input';
import { callingCodes, mobilesElsewhere, type NationalMobile } from '../platform/mobilesElsewhere';
import { isMobile, type ReadMsisdn } from '../platform/nationalNumber';
import { callingCodeOf } from '../platform/callingCodes';
import { dialedDigits } from '../platform/phoneNumber';
import type { OwnParts } from './columns';
import { looksLikePhone } from './looksLikePhone';
import { SomeCells } from './questions';
import { isInternational, isOpen, withArea, type Reading } from './reading';
import type { Steps } from './steps';

/** A list may be the customers of a country that has this share of its digits as mobile numbers. */
export const minOwnShare = 0.9;

/** Cells that are tried as numbers of all countries, which takes about 0.3 ms a cell. */
const maxTried = 60;

/** Tries of a cell as a number of one code, at 10 microseconds each. */
const maxTries = 50_000;

/** Ambiguous cells that a question shows. */
const maxAmbiguities = 3;

/** The share of typing errors in a list: with more than one in a hundred, the country is missing. */
const maxErrorShare = 0.01;

/** A cell, and the number that it was read as. */
interface ReadCell {
	cell: unknown;
	number: ReadMsisdn;
}

/** Digits that could be an international number, or a mobile number of another country. */
interface Ambiguity {
	cell: unknown;
	/** E.164 without the plus sign, read as international. */
	msisdn: string;
	elsewhere: NationalMobile[];
}

/**
 * The proof that the numbers of a list give about numbers without a calling code. Each cell is noted as it's read; the questions
 * (phoneQuestions.ts) follow from it, for the first rows and again for all of them.
 */
export class PhoneEvidence {
	cells = 0;
	/** Numbers that aren't valid without a country. */
	readonly unclear = new SomeCells();
	/** Calling codes behind a plus sign or 00, with the country where it's known. */
	readonly written = new Map<string, CountryCode | undefined>();
	/** Digits that are a valid international number, by their calling code. */
	private readonly plain = new Map<string, SomeCells>();
	/** Digits that fit two countries: the list's or the row's own, and another one, such as 17604069001. */
	readonly twoWays = new SomeCells();
	/** The first of them, as a number of the country. */
	firstOfTwo?: ReadCell;
	/** Whether all of these are mobile numbers of the list's country. */
	areMobile = true;
	/** How many were read as numbers of the country, with a zero in front and without, and as foreign numbers without a plus. */
	readonly counts = { withZero: 0, withoutZero: 0, foreign: 0 };
	/** A number that was read by the row's own country; if possible, one that also fits another country. */
	byOwnCountry?: ReadCell;

	/** The first digits with two readings, if the country is open. */
	ambiguities: Ambiguity[] = [];
	/** The calling codes under which nearly all unclear numbers are mobile, if no number has two readings. */
	mobiles: NationalMobile[] = [];

	constructor(private readonly reading: Reading) {}

	/** Whether nobody said the country of numbers without a calling code. Test numbers are nobody's. */
	private get isCountryOpen(): boolean {
		return isOpen(this.reading, 'country') && !this.reading.sendAsEntered;
	}

	/** Whether too many numbers need a country for typing errors. */
	get isCountryNeeded(): boolean {
		return this.isCountryOpen && this.unclear.count > this.cells * maxErrorShare;
	}

	/** Finds out what the questions need, which takes some time. */
	*finish(): Steps<void> {
		if (!this.isCountryOpen) return;
		this.ambiguities = yield* this.findAmbiguities();
		if (!this.isCountryNeeded || this.ambiguities.length > 0) return;
		this.mobiles = yield* mobilesAnywhere(this.unclear.cells.slice(0, maxTried), minOwnShare);
	}

	/** Whether there is something to ask, as far as a glance tells. */
	get isAsked(): boolean {
		return this.isCountryNeeded || this.twoWays.count > 0;
	}

	/** Takes down what a number proves. @param number undefined where it can't be read */
	add(written: unknown, number: ReadMsisdn | undefined, { country, area }: OwnParts): void {
		if (isNothing(written)) return;
		const cell = withArea(written, area);
		this.cells += 1;
		if (isInternational(cell)) {
			if (number?.type) this.written.set(callingCodeOf(number.msisdn), number.country);
		} else if (isNothing(country) && this.isCountryOpen) this.addWithout(cell, number);
		else if (number && isOpen(this.reading, 'twoWays')) this.addWithin(cell, number, country);
	}

	private addWithout(cell: unknown, number: ReadMsisdn | undefined): void {
		if (!number?.type) {
			if (looksLikePhone(cell)) this.unclear.add(cell);
			return;
		}
		const code = callingCodeOf(number.msisdn);
		const some = this.plain.get(code) ?? new SomeCells();
		some.add(cell);
		this.plain.set(code, some);
	}

	private addWithin(cell: unknown, number: ReadMsisdn, own: unknown): void {
		const country = isNothing(own) ? this.reading.country : countryWritten(own);
		if (number.other !== undefined) {
			this.firstOfTwo ??= { cell, number };
			this.twoWays.add(cell);
			this.areMobile &&= isMobile(number);
			// Its plan has no such number, or not yet.
			if (!number.type) this.counts.foreign += 1;
		} else if (number.readAs === 'international') {
			const code = country && getCountryCallingCode(country as CountryCode);
			if (code !== callingCodeOf(number.msisdn)) this.counts.foreign += 1;
			return;
		} else if (dialedDigits(cell)?.digits.startsWith('0')) this.counts.withZero += 1;
		else this.counts.withoutZero += 1;
		const isBetter = this.byOwnCountry?.number.other === undefined && number.other !== undefined;
		if (country === this.reading.country || (this.byOwnCountry && !isBetter)) return;
		this.byOwnCountry = { cell, number };
	}

	/**
	 * The first digits that are valid international numbers and could be mobile numbers without their code: under a calling
	 * code that nearly all of the list's digits could have, or one that other numbers of the list have, such as their own one
	 * (3903466680 in Italy). Empty if each has one reading.
	 */
	private *findAmbiguities(): Steps<Ambiguity[]> {
		const open = [...this.plain].filter(([code]) => !this.written.has(code));
		const ownCells = [...this.plain].flatMap(([code, { cells }]) =>
			[...new Set(cells)].map((cell) => [code, cell] as const),
		);
		const all = [...open.flatMap(([, some]) => some.cells), ...this.unclear.cells];
		const ofAll = (yield* mobilesAnywhere(spread(all, maxTried), minOwnShare)).map(
			({ code }) => code,
		);
		const codes = [...new Set([...ofAll, ...this.written.keys(), ...this.plain.keys()])];
		const ambiguities: Ambiguity[] = [];
		for (const [own, cell] of spread(ownCells, maxTries / codes.length)) {
			yield;
			// Digits with a code that other numbers have behind a plus sign are of that country.
			const among = this.written.has(own) ? [own] : codes;
			ambiguities.push(...ambiguityOf(cell, among));
			if (ambiguities.length >= maxAmbiguities) break;
		}
		return ambiguities;
	}
}

/** As `mobilesElsewhere`, one calling code after the other, with stops between them. */
function* mobilesAnywhere(cells: unknown[], share: number): Steps<NationalMobile[]> {
	const found: NationalMobile[] = [];
	for (const code of callingCodes) {
		found.push(...mobilesElsewhere(cells, share, [code]));
		yield;
	}
	return found;
}

function ambiguityOf(cell: unknown, among: string[]): Ambiguity[] {
	const elsewhere = mobilesElsewhere([cell], 1, among);
	const digits = tried(() => dialedDigits(cell)?.digits);
	return digits !== undefined && elsewhere.length > 0 ? [{ cell, msisdn: digits, elsewhere }] : [];
}

/** Some of many values, from all over the list. */
function spread<Value>(values: Value[], max: number): Value[] {
	const step = Math.max(1, values.length / max);
	return Array.from({ length: Math.min(values.length, max) }, (_, at) => {
		return values[Math.floor(at * step)] as Value;
	});
}
