import { Dice } from '../../../sandbox/dice';
import { amountCell, unitWord } from './amountCells';
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
import { writtenPhone } from './phoneCells';
import type { FileScenario, ScenarioCustomer } from './scenario';
import { mobileOf, type PhoneNumber } from './truth';

/** A customer of a list, as the system knows them. */
export interface Person {
	drawn: ScenarioCustomer;
	number: PhoneNumber;
	amount: number;
	at: number;
}

/** A column, with its cell for each customer. */
export interface Column {
	role: 'phone' | 'amount' | 'country' | 'id' | 'other';
	name: string;
	cell: (person: Person) => Cell;
}

export const nth = <Item>(items: readonly Item[], at: number): Item =>
	items[at % items.length] as Item;

/** The columns of a list, in its order. @param clear gets which numbers a person can read, as they're written */
export function columnsOf(scenario: FileScenario, clear: Map<Person, boolean>): Column[] {
	const { seed, phones, amounts, id, regions, file } = scenario;
	const isWorkbook = file.kind === 'xlsx';
	const [home = 'FR'] = regions;
	const written = (number: PhoneNumber, { drawn }: Person) => {
		const isHome = number.region === home;
		const livesThere = residenceOf(drawn, number, regions) === number.region;
		return writtenPhone(number, { phones, isHome, livesThere, style: drawn.style, isWorkbook });
	};
	const phone: Column = {
		role: 'phone',
		name: nth([...phoneNames.known, ...phoneNames.unknown], phones.name),
		cell(person) {
			const { cell, isClear } = written(person.number, person);
			clear.set(person, isClear);
			return cell;
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
		columns.push({ role: 'amount', name: amountName(amounts), cell });
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
	return inOrder(columns.map(withNoise), scenario.order);
}

function amountName(amounts: FileScenario['amounts']): string {
	const { way, name } = amounts;
	const unit = unitWord(amounts);
	const names =
		way === 'header' || way === 'some'
			? amountNames.unit
			: [...amountNames.bare, ...amountNames.unknown];
	return nth(names, name).replace('UNIT', unit);
}

/** Whether a column has the country of each number. */
export const isOfNumbers = (way: string) => way.endsWith('OfColumn') || way.startsWith('ofColumn');
const ofResidence = (way: string) => way.endsWith('Residence');

function residenceOf(
	drawn: ScenarioCustomer,
	number: PhoneNumber,
	regions: FileScenario['regions'],
): string {
	// Most live where their number is from.
	return drawn.lives > 1 ? number.region : nth(regions, drawn.lives + 1);
}

const names = new Map(
	['en', 'de', 'fr', 'es', 'pt'].map((language) => [
		language,
		new Intl.DisplayNames(language, { type: 'region' }),
	]),
);

function countryColumn({ phones, regions, language }: FileScenario): Column | undefined {
	const { way, country, countryName } = phones;
	const areOfNumbers = isOfNumbers(way);
	if (!areOfNumbers && !ofResidence(way)) return undefined;
	const named = (code: string, of: string) => names.get(of)?.of(code) ?? code;
	const cell = ({ drawn, number }: Person) => {
		const own = areOfNumbers ? number.region : residenceOf(drawn, number, regions);
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

/** A column as customers have it whose row isn't right. */
function withNoise({ cell, ...column }: Column): Column {
	const texts = ['unknown', 'n/a', '-', 'see notes'];
	const noisy = (person: Person): Cell => {
		const { noise } = person.drawn;
		if (column.role === 'phone' && noise === 'noPhone') return '';
		if (column.role === 'phone' && noise === 'textPhone') return nth(texts, person.at);
		return column.role === 'amount' && noise === 'noAmount' ? '' : cell(person);
	};
	return { ...column, cell: noisy };
}

function inOrder(columns: Column[], order: number): Column[] {
	const dice = new Dice(order);
	const places = columns.map((column) => ({ column, place: order === 0 ? 0 : dice.next() }));
	return places.sort((one, other) => one.place - other.place).map(({ column }) => column);
}

/** Whether no amount is written for a customer, who gets what is said for all. */
export function isBlankAmount({ drawn, at }: Person, way: FileScenario['amounts']['way']): boolean {
	return way === 'some' && (drawn.noise === 'noAmount' || (at + drawn.style) % 3 === 2);
}

/** Tells a customer from all others of the list. */
export const idOf = ({ at }: Person) => `C-${1000 + at}`;
