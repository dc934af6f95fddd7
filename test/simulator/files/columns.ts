import { Dice } from '../../../sandbox/dice';
import { amountCell, misnamed, unitWord } from './amountCells';
import type { Cell } from './cell';
import { extras } from './extras';
import {
	amountNames,
	idNames,
	numberCountryNames,
	otherPhoneNames,
	phoneNames,
	residenceNames,
} from './names';
import { writtenPhone, type WrittenPhone } from './phoneCells';
import type { FileScenario, ScenarioCustomer } from './scenario';
import { mobileOf, readerOf, type PhoneNumber } from './truth';

/** A customer of a list, as the system knows them. */
export interface Person {
	drawn: ScenarioCustomer;
	number: PhoneNumber;
	amount: number;
	at: number;
	/** Whether a column says that they get nothing. */
	isMarked: boolean;
}

/** A column, with its cell for each customer. */
export interface Column {
	role: 'phone' | 'amount' | 'country' | 'id' | 'onlyYes' | 'onlyNo' | 'other';
	name: string;
	cell: (person: Person) => Cell;
}

export const nth = <Item>(items: readonly Item[], at: number): Item =>
	items[at % items.length] as Item;

/** The columns of a list, in its order. @param writtenPhones gets how numbers are written; @param isMisnamed whether the name of amounts has another unit */
export function columnsOf(
	scenario: FileScenario,
	people: Person[],
	writtenPhones: Map<Person, WrittenPhone>,
	isMisnamed = false,
): Column[] {
	const { seed, phones, amounts, id, regions, file } = scenario;
	const isWorkbook = file.kind === 'xlsx';
	const [home = 'FR'] = regions;
	const codes = new Set(people.map(({ number }) => number.code));
	const written = (number: PhoneNumber, { drawn }: Person) => {
		const isHome = number.region === home;
		const livesThere = residenceOf(drawn, number, scenario) === number.region;
		const { style } = drawn;
		return writtenPhone(number, { phones, isHome, home, livesThere, codes, style, isWorkbook });
	};
	const phone: Column = {
		role: 'phone',
		name: nth([...phoneNames.known, ...phoneNames.unknown], phones.name),
		cell(person) {
			const own = written(person.number, person);
			writtenPhones.set(person, own);
			return own.cell;
		},
	};
	const columns = [phone];
	for (const { name, filled, isOne } of phones.others) {
		const cell = (person: Person) => {
			if ((person.at * 7 + name) % 10 >= filled * 10) return '';
			return written(mobileOf(home, 9_000 + (isOne ? name : person.at)), person).cell;
		};
		columns.push({ role: 'other', name: nth(otherPhoneNames, name), cell });
	}
	if (amounts.way !== 'none') {
		const cell = (person: Person) =>
			isBlankAmount(person, amounts.way) ? '' : amountCell(person.amount, amounts, isWorkbook);
		columns.push({ role: 'amount', name: amountName(amounts, isMisnamed), cell });
	}
	const country = countryColumn(scenario);
	if (country) columns.push(country);
	if (id !== '') columns.push({ role: 'id', name: nth(idNames[id], seed), cell: idOf });
	const dice = new Dice(seed);
	for (const at of new Set(scenario.extras)) {
		const [name, cell] = nth(extras, at);
		if (columns.some((column) => column.name === name)) continue;
		columns.push({ role: 'other', name, cell: (person) => cell(dice, person.at) });
	}
	columns.push(...markColumns[scenario.marks]);
	return inOrder(columns.map(withNoise), scenario.order);
}

const saying =
	(marked: string, other: string, part?: number) =>
	({ isMarked, at }: Person) =>
		isMarked && at % 2 !== part ? marked : other;
const markColumns: Record<FileScenario['marks'], Column[]> = {
	'': [],
	sheet: [],
	status: [{ role: 'other', name: 'Status', cell: saying('paused', 'active') }],
	flags: [
		{ role: 'onlyYes', name: 'Winner', cell: saying('no', 'yes', 0) },
		{ role: 'onlyNo', name: 'Left', cell: saying('yes', 'no', 1) },
	],
};

function amountName(amounts: FileScenario['amounts'], isMisnamed: boolean): string {
	const { way, name } = amounts;
	const unit = isMisnamed ? misnamed(amounts) : unitWord(amounts);
	const { unit: ofUnit, bare, unknown } = amountNames;
	const names = way === 'header' || way === 'some' ? ofUnit : [...bare, ...unknown];
	// In front of others these two aren't units.
	const isWord = unit === 'Go' || unit === 'Mo';
	const fitting = names.filter((one) => !(isWord && one.startsWith('UNIT ')));
	return nth(fitting, name).replace('UNIT', unit);
}

/** Whether a column has the country of each number. */
export const isOfNumbers = (way: string) => way.endsWith('OfColumn') || way.startsWith('ofColumn');
const ofResidence = (way: string) => way.endsWith('Residence');

function residenceOf(
	drawn: ScenarioCustomer,
	number: PhoneNumber,
	{ regions, phones }: FileScenario,
): string {
	if (phones.areAbroad) return nth(regions, 1);
	// Some live where their digits would be somebody's number.
	if (drawn.lives === 0 && drawn.style > 2) return readerOf(number) ?? number.region;
	// Most live where their number is from.
	return drawn.lives > 1 ? number.region : nth(regions, drawn.lives + 1);
}

const names = new Map(
	['en', 'de', 'fr', 'es', 'pt'].map((language) => [
		language,
		new Intl.DisplayNames(language, { type: 'region' }),
	]),
);

function countryColumn(scenario: FileScenario): Column | undefined {
	const { phones, language } = scenario;
	const { way, country, countryName } = phones;
	const areOfNumbers = isOfNumbers(way);
	if (!areOfNumbers && !ofResidence(way)) return undefined;
	const named = (code: string, of: string) => names.get(of)?.of(code) ?? code;
	const cell = ({ drawn, number }: Person) => {
		const own = areOfNumbers ? number.region : residenceOf(drawn, number, scenario);
		if (areOfNumbers && country === 'code') return number.code;
		if (areOfNumbers && country === 'plusCode') return `+${number.code}`;
		if (country === 'name') return named(own, 'en');
		return country === 'ownName' ? named(own, nth([...names.keys()], language)) : own;
	};
	return {
		role: 'country',
		name: nth(areOfNumbers ? numberCountryNames : residenceNames, countryName),
		cell,
	};
}

/** No country has these codes. */
const noCountry = ['+991234567', '+80501234567', '00210 123 45678', '+9971234567'];

/** A number that has lost its last digits. */
function shortened({ code, national }: PhoneNumber): string {
	return `+${code}${national.slice(0, 3)}`;
}

/** A column as customers have it whose row isn't right. */
function withNoise({ cell, ...column }: Column): Column {
	const texts = ['unknown', 'n/a', '-', 'see notes'];
	const noisy = (person: Person): Cell => {
		const { noise } = person.drawn;
		if (column.role === 'phone' && noise === 'noPhone') return '';
		if (column.role === 'phone' && noise === 'textPhone') return nth(texts, person.at);
		if (column.role === 'phone' && noise === 'noCode') return nth(noCountry, person.at);
		if (column.role === 'phone' && noise === 'shortPhone') return shortened(person.number);
		return column.role === 'amount' && noise === 'noAmount' ? '' : cell(person);
	};
	return { ...column, cell: noisy };
}

function inOrder(columns: Column[], order: number): Column[] {
	const dice = new Dice(order);
	const places = columns.map((column) => ({ column, place: order === 0 ? 0 : dice.next() }));
	return places.sort((one, other) => one.place - other.place).map(({ column }) => column);
}

/** Whether a customer has no amount of their own, and gets the amount for all. */
export function isBlankAmount({ drawn, at }: Person, way: FileScenario['amounts']['way']): boolean {
	return way === 'some' && (drawn.noise === 'noAmount' || (at + drawn.style) % 3 === 2);
}

/** Tells a customer from all others of the list. */
export const idOf = ({ at }: Person) => `C-${1000 + at}`;
