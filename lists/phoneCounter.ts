import type { Text } from '../platform/say';
import { isMobile, type ReadPhone } from '../platform/nationalNumber';
import { callingCodeOf } from '../platform/callingCodes';
import { LargeMap } from '../platform/largeMap';
import { isFictional } from '../platform/phoneNumber';
import { countriesSentence } from './countryWords';
import type { ListRow } from './row';
import { sampleOf } from './sampleOf';
import type { Turns } from './turns';

/** How the numbers of a list were read. */
export interface PhoneCounts extends Record<ReadPhone['readAs'], number> {
	/** Numbers that their numbering plan doesn't have, or not yet, and that nobody keeps for fiction. */
	notValid: number;
	/** The rows of some of these. */
	notValidRows: number[];
}

/** Some of the rows of a list that have something in common. */
export interface SomeRows {
	/** How many there are. */
	count: number;
	/** The first of them. */
	rows: number[];
}

/** The rows that differ from the rest of a list, or can't get data, for a person to look at. */
export interface Outliers {
	/** Landlines and other numbers that aren't mobile, if their numbering plan tells. */
	notMobile?: SomeRows;
	/** Countries (ISO 3166-1) that few among the numbers are of; the rarest first. */
	rareCountries?: (SomeRows & { country: string; among: number })[];
	/** Calling codes that no setting, column or plus sign names; those with most numbers first. */
	unnamedCodes?: (SomeRows & { code: string })[];
	/** Amounts far above most of the others, and far below. */
	highAmounts?: SomeRows & { median: number };
	lowAmounts?: SomeRows & { median: number };
}

/** Rows that show what the others are. */
const maxRows = 20;

/** Rows to add to, none at first. */
export const noRows = (): SomeRows => ({ count: 0, rows: [] });

/** Counts one more row, and keeps the numbers of the first. */
export function addTo(some: SomeRows, row: number): SomeRows {
	some.count += 1;
	if (some.rows.length < maxRows) some.rows.push(row);
	return some;
}

/** A country is rare with at most one of 200 numbers. */
const rareAmong = 200;

/** The most rare countries in a warning: more of them aren't typing errors. */
const maxCountries = 5;

/** A typing error of an amount is in its zeros, or in its unit. */
const farFactor = 100;

/** Counts the numbers of the good rows, each once, and finds what differs from the rest; `add` counts the next number. */
export class PhoneCounter {
	private readonly seen = new LargeMap<string, true>();
	private numbers = 0;
	private readonly readAs = { international: 0, national: 0, nationalWithoutZero: 0, twoWays: 0 };
	private readonly notValid = noRows();
	private readonly notMobile = noRows();
	private readonly byCountry = new Map<string, SomeRows>();
	/** By calling code, and whether somebody named it. */
	private readonly byCode = new Map<string, SomeRows & { isNamed: boolean }>();

	get counts(): PhoneCounts {
		const { count, rows } = this.notValid;
		return { ...this.readAs, notValid: count, notValidRows: rows };
	}

	/** The countries of the numbers, in a sentence. */
	get countries(): Text {
		return countriesSentence([...this.byCode].map(([code, { count }]) => [code, count]));
	}

	/** @param isNamed whether the country is given: by a setting, a column, or a plus sign in front */
	add({ phone, readAs, type, country }: ReadPhone, row: number, isNamed: boolean): void {
		if (this.seen.has(phone)) return;
		this.seen.set(phone, true);
		this.numbers += 1;
		this.readAs[readAs] += 1;
		if (type === undefined && !isFictional(phone)) addTo(this.notValid, row);
		if (type !== undefined && !isMobile({ type })) addTo(this.notMobile, row);
		const code = callingCodeOf(phone);
		const ofCode = this.byCode.get(code) ?? { ...noRows(), isNamed: false };
		addTo(ofCode, row);
		ofCode.isNamed ||= isNamed;
		this.byCode.set(code, ofCode);
		if (country === undefined) return;
		const some = this.byCountry.get(country) ?? noRows();
		this.byCountry.set(country, addTo(some, row));
	}

	/** @param rows all that were taken in */
	*outliers(rows: Pick<ListRow, 'row' | 'megabytes'>[]): Turns<Outliers> {
		const { notMobile } = this;
		const { highAmounts, lowAmounts } = yield* farAmountsIn(rows);
		const rareCountries = [...this.byCountry]
			.map(([country, some]) => ({ country, ...some, among: this.numbers }))
			.filter(({ count }) => count * rareAmong <= this.numbers)
			.sort((one, other) => one.count - other.count)
			.slice(0, maxCountries);
		const unnamedCodes = [...this.byCode]
			.filter(([, { isNamed }]) => !isNamed)
			.map(([code, { count, rows: some }]) => ({ code, count, rows: some }))
			.sort((one, other) => other.count - one.count)
			.slice(0, maxCountries);
		return {
			...(notMobile.count > 0 && { notMobile }),
			...(rareCountries.length > 0 && { rareCountries }),
			...(unnamedCodes.length > 0 && { unnamedCodes }),
			...(highAmounts.count > 0 && { highAmounts }),
			...(lowAmounts.count > 0 && { lowAmounts }),
		};
	}
}

/** Amounts from all of the list that tell the median: sorting 50,000 took 20 ms. */
const maxSorted = 10_000;

function* farAmountsIn(
	all: Pick<ListRow, 'row' | 'megabytes'>[],
): Turns<Required<Pick<Outliers, 'highAmounts' | 'lowAmounts'>>> {
	const sorted = Float64Array.from(sampleOf(all, maxSorted), ({ megabytes }) => megabytes).sort();
	const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
	const high = { ...noRows(), median };
	const low = { ...noRows(), median };
	for (const { row, megabytes } of all) {
		if (megabytes >= median * farFactor) addTo(high, row);
		else if (megabytes * farFactor <= median) addTo(low, row);
		yield;
	}
	return { highAmounts: high, lowAmounts: low };
}
