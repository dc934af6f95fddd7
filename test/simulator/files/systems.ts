import { amountCell, amountOf, decimalSignOf, megabytesOf, unitOf } from './amountCells';
import type { WrittenRow } from './cell';
import {
	columnsOf,
	idOf,
	isBlankAmount,
	isOfNumbers,
	nth,
	type Column,
	type Person,
} from './columns';
import { csvOf } from './csvFile';
import { hasFlags, withFewDoubts } from './doubts';
import { phoneNames } from './names';
import type { WrittenPhone } from './phoneCells';
import type { FileScenario } from './scenario';
import { collidingOf, mobileOf, type PhoneNumber } from './truth';
import { workbookOf, type Sheet } from './workbook';

/** The customer of a row, and their gift. */
export interface TrueRow {
	id: string;
	msisdn: string;
	megabytes: number;
	/** Whether a person who knows how the system writes can read the row. */
	isClear: boolean;
}

/** The right settings of the list, as a person who knows the system chooses them. */
export interface Truth {
	/** The country of numbers without a calling code; `international` if all have theirs. */
	country: string;
	twoWays: 'national' | 'international';
	unit: 'MB' | 'GB';
	decimal: 'point' | 'comma';
	firstRow: 'names' | 'customer';
	phoneColumn: string;
	amountColumn: string;
	sheet: string;
	/** The position of a column with countries, and whether they're those of the numbers, or where customers live. */
	countryColumn?: { at: number; isOfNumbers: boolean };
	idColumn?: number;
	/** Undefined where nothing marks rows, or a column of yes and no. */
	markedRows?: 'leaveOut';
	flags?: string;
}

/** A list as a system wrote it, with the truth about it. */
export interface WrittenList {
	bytes: Uint8Array;
	/** By the rows of the file. */
	rows: Map<number, TrueRow>;
	truth: Truth;
	/** MB for rows without an amount. */
	defaultAmount?: number;
	/** A description for people who look for a fault. */
	sheets: Sheet[];
}

/** MB that are said for all rows of a list without amounts. */
const forAll = 100;

/** Writes the list of a scenario. @param isMisnamed whether the column's name has a wrong unit */
export function writeList(drawn: FileScenario, isMisnamed = false): WrittenList {
	const scenario = withFewDoubts(drawn);
	const { file, amounts } = scenario;
	const phones = new Map<Person, WrittenPhone>();
	const people = peopleOf(scenario);
	const columns = columnsOf(scenario, people, phones, isMisnamed);
	const list = rowsAbove(scenario, columns);
	const unsubscribed = scenario.marks === 'sheet' ? people.filter(({ isMarked }) => isMarked) : [];
	const excluded = new Set(unsubscribed.map(lastDigits));
	const rows = new Map<number, TrueRow>();
	let row = (list.at(-1)?.row ?? 0) + 1;
	for (const person of people) {
		if (person.drawn.noise === 'blankBefore' && list.length > 0) row += 1;
		const cells = columns.map((column) => column.cell(person));
		if (cells.every((cell) => cell === '')) continue;
		list.push({ row, cells });
		const isClear = phones.get(person)?.isClear ?? false;
		if (isCustomer(person, amounts) && !excluded.has(lastDigits(person)))
			rows.set(row, { ...trueRow(person, amounts), isClear });
		row += 1;
	}
	if (scenario.hasTotal && scenario.hasHeader)
		list.push({ row: row + 1, cells: totals(columns, scenario) });
	const sheets = [
		...sheetsOf(list, file, strangers(columns)),
		...(unsubscribed.length > 0 ? [unsubscribedSheet(unsubscribed, columns, scenario)] : []),
	];
	const bytes = file.kind === 'csv' ? csvOf(list, file) : workbookOf(sheets, file.strings);
	const hasDefault = amounts.way === 'none' || amounts.way === 'some';
	const truth = truthOf(scenario, columns, [...phones.values()]);
	return { bytes, rows, truth, sheets, ...(hasDefault && { defaultAmount: forAll }) };
}

/** A list may have a number without its country code, and the other sheet the same number with it. */
const lastDigits = ({ number }: Person) => number.msisdn.slice(-8);

/** A sheet with numbers that get nothing, as the list has them or with their codes. */
function unsubscribedSheet(people: Person[], columns: Column[], { language }: FileScenario): Sheet {
	const phone = columns.find(({ role }) => role === 'phone');
	const cellOf = (person: Person) =>
		language % 2 === 0 ? `+${person.number.msisdn}` : (phone?.cell(person) ?? '');
	const name = nth(['Unsubscribed', 'Opt-outs', 'Sperrliste', 'Do not contact'], language);
	const header = { row: 1, cells: [phone?.name ?? ''] };
	return {
		name,
		rows: [header, ...people.map((person, at) => ({ row: at + 2, cells: [cellOf(person)] }))],
	};
}

/** The title of a report, and the names of the columns. */
function rowsAbove({ hasHeader, titles, phones }: FileScenario, columns: Column[]): WrittenRow[] {
	if (!hasHeader) return [];
	const header = { row: 1, cells: columns.map(({ name }) => name) };
	// Without a known name for phone numbers and one other column, the header can't be recognized.
	const isHeader = phones.name < phoneNames.known.length && header.cells.filter(Boolean).length > 1;
	if (titles === 0 || !isHeader) return [header];
	const title = { row: 1, cells: ['Customers of spring 2026'] };
	if (titles === 1) return [title, { ...header, row: 2 }];
	return [title, { row: 2, cells: ['Exported', '2026-11-27'] }, { ...header, row: 4 }];
}

function totals(columns: Column[], { amounts, file }: FileScenario): WrittenRow['cells'] {
	const sum = amountCell(4711, { ...amounts, isDamaged: false }, file.kind === 'xlsx');
	return columns.map(({ role }, at) => (at === 0 ? 'Total' : role === 'amount' ? sum : ''));
}

function isCustomer(person: Person, { way }: FileScenario['amounts']): boolean {
	const { noise } = person.drawn;
	if (!hasPhone(noise) || person.isMarked) return false;
	return noise !== 'noAmount' || way === 'none' || way === 'some';
}

function hasPhone(noise: Person['drawn']['noise']): boolean {
	return noise === '' || noise === 'blankBefore' || noise === 'noAmount';
}

function trueRow(person: Person, amounts: FileScenario['amounts']): Omit<TrueRow, 'isClear'> {
	const isDefault = amounts.way === 'none' || isBlankAmount(person, amounts.way);
	const megabytes = isDefault ? forAll : megabytesOf(person.amount, amounts);
	return { id: idOf(person), msisdn: person.number.msisdn, megabytes };
}

function peopleOf(scenario: FileScenario): Person[] {
	const { customers, regions, shared, isColliding, amounts, marks } = scenario;
	const models = new Map<string, PhoneNumber>();
	return customers.map((drawn, at) => {
		const region = nth(regions, drawn.from);
		const known = models.get(region);
		const first = isColliding ? collidingOf : mobileOf;
		const model = known ?? first(region, drawn.who);
		models.set(region, model);
		const isAlone = known === undefined || shared === 0;
		const number = isAlone ? model : mobileOf(region, drawn.who, model.national, shared);
		// Few are, and behind somebody with a number, so that the list has both.
		const isMarked = marks !== '' && at % 5 === 4 && hasPhone(customers[at - 1]?.noise ?? '');
		return { drawn, at, amount: amountOf(drawn.amount, amounts), number, isMarked };
	});
}

/** A list with the same columns and other people's numbers, such as that of last year. */
function strangers(columns: Column[]): WrittenRow[] {
	const cells = columns.map(({ role }) => (role === 'phone' ? '+33639980101' : ''));
	return [
		{ row: 1, cells: columns.map(({ name }) => name) },
		{ row: 2, cells },
	];
}

function sheetsOf(
	rows: WrittenRow[],
	{ before }: FileScenario['file'],
	other: WrittenRow[],
): Sheet[] {
	const list = { name: 'List', rows };
	const note = (text: string): WrittenRow[] => [
		{ row: 1, cells: [text] },
		{ row: 3, cells: ['Sheet', 'Rows'] },
	];
	const summary = 'This document was exported from Numbers.';
	const sheets: Record<typeof before, Sheet[]> = {
		'': [],
		summary: [{ name: 'Export Summary', rows: note(summary) }],
		readMe: [{ name: 'Read me', rows: note('How to use this list') }],
		hidden: [{ name: 'Old', isHidden: true, rows: other }],
		other: [{ name: 'Last year', rows: other }],
	};
	return [...sheets[before], list];
}

function truthOf(scenario: FileScenario, columns: Column[], written: WrittenPhone[]): Truth {
	const { phones, regions, amounts, hasHeader, file, marks } = scenario;
	const [home = 'FR'] = regions;
	const { way } = phones;
	const isNational = ['dialed', 'zeroLost', 'mixed', 'ofColumn', 'ofColumnZeroLost'].includes(way);
	// Those that aren't international are of the first country.
	const hasHome =
		isNational || (way === 'mixedResidence' && written.some(({ isDialed }) => isDialed));
	const at = (wanted: Column['role']) => columns.findIndex(({ role }) => role === wanted);
	const place = (position: number) => (position < 0 ? '-' : String(position + 1));
	const countries = { at: at('country'), isOfNumbers: isOfNumbers(way) };
	const flags =
		marks === 'flags' ? `${place(at('onlyYes'))}: yes, ${place(at('onlyNo'))}: no` : '-';
	return {
		country: hasHome ? home : 'international',
		twoWays: isNational ? 'national' : 'international',
		unit: unitOf(amounts),
		decimal: decimalSignOf(amounts, file.kind === 'xlsx') === ',' ? 'comma' : 'point',
		firstRow: hasHeader ? 'names' : 'customer',
		phoneColumn: place(at('phone')),
		amountColumn: place(at('amount')),
		sheet: 'List',
		...(countries.at >= 0 && { countryColumn: countries }),
		...(at('id') >= 0 && { idColumn: at('id') }),
		...((marks === 'status' || marks === 'sheet') && { markedRows: 'leaveOut' }),
		...(hasFlags(scenario) && { flags }),
	};
}
