import { getCountryCallingCode, type CountryCode } from '../libraries/libphonenumber';
import { isNothing } from '../platform/answer';
import { countryWritten, fitOf } from '../platform/declaredNumber';
import { tried } from '../platform/input';
import type { NationalMobile } from '../platform/mobilesElsewhere';
import { isMobile, readPhone, type ReadPhone } from '../platform/nationalNumber';
import { callingCodeOf } from '../platform/callingCodes';
import { dialedDigits } from '../platform/phoneNumber';
import type { OwnParts } from './columns';
import { looksLikePhone } from './looksLikePhone';
import { ambiguitiesIn, mobilesAnywhere, type Ambiguity } from './phoneAmbiguities';
import { SomeCells } from './questions';
import {
	isInternational,
	isOpen,
	readersOf,
	withArea,
	type Readers,
	type Reading,
} from './reading';
import type { Turns } from './turns';

/** Rows that are compared with the countries of other rows. */
const maxCompared = 60;

/** The largest share of typing errors in a list: if more numbers are unclear, or not of their country, it's asked about. */
const maxErrorShare = 0.01;

/** A cell, and the number that it was read as. */
interface ReadCell {
	cell: unknown;
	number: ReadPhone;
}

/** A cell, and the calling codes that its number may have. */
interface Example {
	cell: unknown;
	/** Of the row's own country, or of the list's. */
	own: string;
	/** Read as international. */
	abroad?: string;
}

/**
 * The evidence in a list on how to read its numbers without a calling code. Each cell is noted as it's read; the questions
 * (phoneQuestions.ts) follow from it, for the first rows and again for all of them.
 */
export class PhoneEvidence {
	cells = 0;
	/** Numbers that aren't valid without a country. */
	readonly unclear = new SomeCells();
	/** Calling codes after a plus sign or 00, with the country if it's known. */
	readonly written = new Map<string, CountryCode | undefined>();
	/** Digits that are a valid international number, by their calling code. */
	readonly plain = new Map<string, SomeCells>();
	/** Digits that fit two countries: the list's or the row's own, and another one, such as 17604069001. */
	readonly twoWays = new SomeCells();
	firstOfTwo?: Example;
	/** Whether all `twoWays` are mobile numbers of the country. */
	areMobile = true;
	/** How many numbers are of the country, with a zero in front and without, and how many are foreign without a plus sign. */
	readonly counts = { withZero: 0, withoutZero: 0, foreign: 0 };
	/** A number of a row whose own country isn't the list's; if possible, it also fits another country. */
	byOwnCountry?: Example;
	/** Numbers that are refused as those of their country, and valid with their calling code in front: 4790312539 in Brazil. */
	readonly notOfCountry = new SomeCells();
	/** The first of them, and whether its country is the row's own. */
	firstNotOfCountry?: Example & { isByColumn: boolean };
	/** A mobile number of the list's country in a row with another one, of which it's none or another mobile number. */
	ofList?: ReadCell & { own: CountryCode; fits: 'list' | 'both' };
	/** The countries of rows, and cells that are no mobile number of theirs, if no country is set. */
	private readonly owns = new Set<CountryCode>();
	private readonly strange: { cell: unknown; own: CountryCode }[] = [];

	/** The first cells with two readings, if no country is set. */
	ambiguities: Ambiguity[] = [];
	/** The calling codes under which nearly all unclear numbers are mobile, if no number has two readings. */
	mobiles: NationalMobile[] = [];

	private readonly readAbroad: Readers['phone'];

	constructor(private readonly reading: Reading) {
		this.readAbroad = readersOf({ ...reading, twoWays: 'international' }).phone;
	}

	/** Whether no country is set. Numbers that are sent as entered, such as test numbers, need no country. */
	private get isCountryOpen(): boolean {
		return isOpen(this.reading, 'country') && !this.reading.sendAsEntered;
	}

	/** Whether too many numbers are unclear to be typing errors. */
	get isCountryNeeded(): boolean {
		return this.isCountryOpen && this.areMany(this.unclear);
	}

	/** Whether too many numbers aren't of their country to be typing errors. */
	get isCountryDoubtful(): boolean {
		return this.areMany(this.notOfCountry);
	}

	private areMany({ count }: SomeCells): boolean {
		return count > this.cells * maxErrorShare;
	}

	/** Finds `ambiguities` and `mobiles`, which takes some time. */
	*finish(): Turns<void> {
		if (!this.isCountryOpen) return;
		for (const { cell, own } of this.strange)
			for (const home of this.owns) this.compare(cell, own, home);
		this.ambiguities = yield* ambiguitiesIn(this);
		if (!this.isCountryNeeded || this.ambiguities.length > 0) return;
		this.mobiles = yield* mobilesAnywhere(this.unclear.cells);
	}

	/** Notes a cell. @param number undefined if it can't be read */
	add(written: unknown, number: ReadPhone | undefined, own: OwnParts): void {
		if (isNothing(written)) return;
		const { country, area } = own;
		const cell = withArea(written, area);
		this.cells += 1;
		if (isInternational(cell)) {
			if (number?.type) this.written.set(callingCodeOf(number.phone), number.country);
		} else if (isNothing(country) && this.isCountryOpen) this.addWithout(cell, number);
		else if (isOpen(this.reading, 'twoWays')) {
			if (number) this.addWithin(cell, number, country);
			else this.addRefused(written, own);
			if (this.ofList?.fits !== 'both') this.addResident(cell, number, country);
		}
	}

	/** Notes a number of the list's country whose customer may live in another one. A calling code is the number's own. */
	private addResident(cell: unknown, number: ReadPhone | undefined, written: unknown): void {
		const isCode = isNothing(written) || /\d/.test(String(written));
		const own = isCode ? '' : tried(() => countryWritten(written));
		if (!own) return;
		const { country } = this.reading;
		if (country !== '') return this.compare(cell, own, country as CountryCode, number);
		if (this.owns.size < maxCompared) this.owns.add(own);
		const isStrange = !number || !isMobile(number);
		if (isStrange && this.strange.length < maxCompared) this.strange.push({ cell, own });
	}

	private compare(cell: unknown, own: CountryCode, home: CountryCode, number?: ReadPhone): void {
		const ofList = own === home ? undefined : tried(() => readPhone(cell, home));
		const fits = ofList && fitOf(ofList, () => number ?? readPhone(cell, own));
		if (fits) this.ofList = { cell, number: ofList, own, fits };
	}

	private addWithout(cell: unknown, number: ReadPhone | undefined): void {
		if (!number?.type) {
			if (looksLikePhone(cell)) this.unclear.add(cell);
			return;
		}
		const code = callingCodeOf(number.phone);
		const some = this.plain.get(code) ?? new SomeCells();
		some.add(cell);
		this.plain.set(code, some);
	}

	private addWithin(cell: unknown, number: ReadPhone, own: unknown): void {
		const country = this.countryOf(own);
		const { phone, other } = number;
		const abroad = other === undefined ? undefined : callingCodeOf(other);
		const example = { cell, own: callingCodeOf(phone), abroad };
		if (other !== undefined) {
			this.firstOfTwo ??= example;
			this.twoWays.add(cell);
			this.areMobile &&= isMobile(number);
			// The country's plan has no such number, or not yet.
			if (!number.type) this.counts.foreign += 1;
		} else if (number.readAs === 'international') {
			const code = country && getCountryCallingCode(country);
			if (code !== example.own) this.counts.foreign += 1;
			return;
		} else if (dialedDigits(cell)?.digits.startsWith('0')) this.counts.withZero += 1;
		else this.counts.withoutZero += 1;
		const isBetter = this.byOwnCountry?.abroad === undefined && other !== undefined;
		if (country === this.reading.country || (this.byOwnCountry && !isBetter)) return;
		this.byOwnCountry = example;
	}

	/** Notes a cell that is refused while nobody said how to read digits. */
	private addRefused(cell: unknown, parts: OwnParts): void {
		const number = tried(() => this.readAbroad(cell, parts));
		const country = number?.readAs === 'twoWays' && this.countryOf(parts.country);
		if (!country) return;
		this.notOfCountry.add(cell);
		const own = getCountryCallingCode(country);
		const isByColumn = country !== this.reading.country;
		this.firstNotOfCountry ??= { cell, own, abroad: callingCodeOf(number.phone), isByColumn };
	}

	private countryOf(own: unknown): CountryCode | '' {
		return isNothing(own) ? (this.reading.country as CountryCode | '') : countryWritten(own);
	}
}
