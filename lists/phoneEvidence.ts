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

/** A country may be that of a list's numbers if this share of them are mobile numbers there. */
export const minOwnShare = 0.9;

/** Cells that are read as numbers of every country, at about 0.3 ms a cell. */
const maxCellsRead = 60;

/** Readings of a cell under one calling code: 0.5 s at 10 µs each. */
const maxReadings = 50_000;

/** Ambiguous cells that a question shows. */
const maxAmbiguities = 3;

/** Unclear numbers up to this share are typing errors; with more, the country is missing. */
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
 * Collects, cell by cell, how the numbers of a list show the country of those without a calling code. The questions
 * (phoneQuestions.ts) follow from it, for the first rows and again for all of them.
 */
export class PhoneEvidence {
	cells = 0;
	/** Numbers that need a country, such as 0151 12345678. */
	readonly unclear = new SomeCells();
	/** Calling codes behind a plus sign or 00, with the country where it's known. */
	readonly written = new Map<string, CountryCode | undefined>();
	/** Digits without a plus sign that are a valid international number, by calling code. */
	private readonly plain = new Map<string, SomeCells>();
	/** Digits that fit two countries: the list's or the row's own, and another one, such as 17604069001. */
	readonly twoWays = new SomeCells();
	/** The first of these digits, read as a number of the country. */
	firstOfTwo?: ReadCell;
	/** Whether all of these digits are mobile numbers of their country. */
	areMobile = true;
	/** Numbers of the country with a zero in front and without, and foreign numbers without a plus sign. */
	readonly counts = { withZero: 0, withoutZero: 0, foreign: 0 };
	/** A number read with its row's own country; if possible, one that also fits another country. */
	byOwnCountry?: ReadCell;

	/** Up to three ambiguous cells, if the country is open. */
	ambiguities: Ambiguity[] = [];
	/** The calling codes under which nearly all unclear numbers are mobile, if no cell is ambiguous. */
	mobiles: NationalMobile[] = [];

	constructor(private readonly reading: Reading) {}

	/** Whether numbers without a calling code lack a country. Numbers sent as entered need no country. */
	private get isCountryOpen(): boolean {
		return isOpen(this.reading, 'country') && !this.reading.sendAsEntered;
	}

	/** Whether too many numbers are unclear to be typing errors. */
	get isCountryNeeded(): boolean {
		return this.isCountryOpen && this.unclear.count > this.cells * maxErrorShare;
	}

	/** Finds `ambiguities` and `mobiles`, which takes some time. */
	*finish(): Steps<void> {
		if (!this.isCountryOpen) return;
		this.ambiguities = yield* this.findAmbiguities();
		if (!this.isCountryNeeded || this.ambiguities.length > 0) return;
		this.mobiles = yield* mobilesAnywhere(this.unclear.cells.slice(0, maxCellsRead), minOwnShare);
	}

	/** Whether there is a question, as far as known before `finish`. */
	get isAsked(): boolean {
		return this.isCountryNeeded || this.twoWays.count > 0;
	}

	/** Notes a cell. @param number undefined if it can't be read */
	add(entered: unknown, number: ReadMsisdn | undefined, { country, area }: OwnParts): void {
		if (isNothing(entered)) return;
		const cell = withArea(entered, area);
		this.cells += 1;
		if (isInternational(cell)) {
			if (number?.type) this.written.set(callingCodeOf(number.msisdn), number.country);
		} else if (isNothing(country) && this.isCountryOpen) this.addWithoutCountry(cell, number);
		else if (number && isOpen(this.reading, 'twoWays')) this.addOfCountry(cell, number, country);
	}

	private addWithoutCountry(cell: unknown, number: ReadMsisdn | undefined): void {
		if (!number?.type) {
			if (looksLikePhone(cell)) this.unclear.add(cell);
			return;
		}
		const code = callingCodeOf(number.msisdn);
		const some = this.plain.get(code) ?? new SomeCells();
		some.add(cell);
		this.plain.set(code, some);
	}

	private addOfCountry(cell: unknown, number: ReadMsisdn, ownCountry: unknown): void {
		const country = isNothing(ownCountry) ? this.reading.country : countryWritten(ownCountry);
		if (number.other !== undefined) {
			this.firstOfTwo ??= { cell, number };
			this.twoWays.add(cell);
			this.areMobile &&= isMobile(number);
			// The country's plan lacks the number.
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
	 * The first cells that are valid international numbers, and mobile numbers when dialed within a country, such as
	 * 3903466680 in Italy. The country's calling code is one that nearly all cells could have, or that other cells have.
	 */
	private *findAmbiguities(): Steps<Ambiguity[]> {
		const open = [...this.plain].filter(([code]) => !this.written.has(code));
		const codedCells = [...this.plain].flatMap(([code, { cells }]) =>
			[...new Set(cells)].map((cell) => [code, cell] as const),
		);
		const all = [...open.flatMap(([, some]) => some.cells), ...this.unclear.cells];
		const ofAll = (yield* mobilesAnywhere(spread(all, maxCellsRead), minOwnShare)).map(
			({ code }) => code,
		);
		const codes = [...new Set([...ofAll, ...this.written.keys(), ...this.plain.keys()])];
		const ambiguities: Ambiguity[] = [];
		for (const [ownCode, cell] of spread(codedCells, maxReadings / codes.length)) {
			yield;
			// If other numbers have this code behind a plus sign, the digits are of its country.
			const among = this.written.has(ownCode) ? [ownCode] : codes;
			ambiguities.push(...ambiguityOf(cell, among));
			if (ambiguities.length >= maxAmbiguities) break;
		}
		return ambiguities;
	}
}

/** As `mobilesElsewhere`, but yields after each calling code. */
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

/** At most `max` values, spread over the list. */
function spread<Value>(values: Value[], max: number): Value[] {
	const step = Math.max(1, values.length / max);
	return Array.from({ length: Math.min(values.length, max) }, (_, at) => {
		return values[Math.floor(at * step)] as Value;
	});
}
