import type { Dice } from '../../../sandbox/dice';

/** A column of something else: its name, and one of its cells. */
type Extra = [name: string, cell: (dice: Dice, at: number) => string];

const digits = (dice: Dice, length: number) =>
	String(1 + dice.below(9)) + Array.from({ length: length - 1 }, () => dice.below(10)).join('');
const price = (dice: Dice) => `${dice.below(90) + 1}.${dice.below(90) + 10}`;
const oneOf =
	(...cells: string[]) =>
	(dice: Dice) =>
		dice.pick(cells);

/** The number of columns, from the first, that look like amounts. */
export const likeAmounts = 27;

/** Those whose digits may be numbers of some country. */
export const likePhones = ['Order ID', 'Invoice no', 'IMEI', 'Loyalty card'];

/** Columns that stand in lists beside phone and amount. Most could be mistaken for one of the two. */
export const extras: Extra[] = [
	// Not an amount to give.
	['GB validity (days)', oneOf('7', '30', '14')],
	['Price per GB', price],
	['Data used (GB)', oneOf('0.4', '3', '12', '7.5')],
	['GB left', oneOf('1', '2', '0.5')],
	['Data cap (GB)', oneOf('10', '20', '50')],
	['Plan (GB)', oneOf('5', '10')],
	['Current plan', oneOf('5 GB', '10 GB')],
	['Already given (MB)', oneOf('500', '100')],
	['Last gift (MB)', oneOf('500', '250')],
	['Cost per MB', oneOf('0.02', '0.01')],
	['GB price', price],
	['MB ID', (_, at) => String(1000 + at)],
	['Data limit (GB)', oneOf('10', '20')],
	['Verbrauch GB', oneOf('3', '8')],
	['Restvolumen (MB)', oneOf('300', '1200')],
	['Volume utilisé (Go)', oneOf('3', '8')],
	['Speicher (GB)', oneOf('64', '128')],
	['Device storage', oneOf('64 GB', '128 GB')],
	['Gültigkeit GB (Tage)', oneOf('7', '30')],
	['GB plan', oneOf('5 GB', '10 GB')],
	['MB speed', oneOf('50', '100')],
	// Money and pieces.
	['Total Spent', price],
	['Amount (€)', price],
	['Price', price],
	['Orders', (dice) => String(2 + dice.below(9))],
	['Quantity', (dice) => String(dice.below(9) + 1)],
	['Credit', oneOf('10', '20', '5')],
	// Not a phone number.
	['Mobile plan', oneOf('Flat M', 'Flat L')],
	['Accepts SMS Marketing', oneOf('yes', 'no')],
	['Phone type', oneOf('iPhone 13', 'Pixel 7')],
	['Phone verified', oneOf('TRUE', 'FALSE')],
	['Order ID', (dice) => digits(dice, 10)],
	['Invoice no', (dice) => digits(dice, 9)],
	['IMEI', (dice) => digits(dice, 15)],
	['Zip', (dice) => digits(dice, 5)],
	['Order', (_, at) => `#${1001 + at}`],
	['Loyalty card', (dice) => digits(dice, 13)],
	['VAT number', (dice) => `DE${digits(dice, 9)}`],
	// Neither.
	['Name', (_, at) => `Customer ${at + 1}`],
	['First Name', oneOf('Ada', 'Bo', 'Cem')],
	['City', oneOf('Wien', 'Köln', 'São Paulo')],
	['Email', (_, at) => `c${at + 1}@shop.example`],
	['Notes', oneOf('', 'VIP', 'call back, please')],
	['Tags', oneOf('a; b', 'vip')],
	['Created at', oneOf('2026-11-02 10:00', '2026-10-01 09:30')],
	['Geburtstag', oneOf('02.11.1990', '24.12.1985')],
	['Language', oneOf('de', 'fr', 'en')],
	['Segment', oneOf('A', 'B')],
	['Score', oneOf('0.7', '0.95', '1')],
	['', () => ''],
];
