import { amountOf, megabytesOf, unitOf } from './amountCells';
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
import { withFewDoubts } from './doubts';
import { phoneNames } from './names';
import type { FileScenario } from './scenario';
import { collidingOf, mobileOf, type PhoneNumber } from './truth';
import { workbookOf, type Sheet } from './workbook';

/** Who a row is of, and what they get. */
export interface TrueRow {
	id: string;
	msisdn: string;
	megabytes: number;
	/** Whether a person who knows how the system writes can read the row. */
	isClear: boolean;
}

/** What a person who knows the system says of the list, by the names of the settings. */
export interface Truth {
	/** Of numbers without a calling code; `international` where all have theirs. */
	country: string;
	twoWays: 'national' | 'international';
	unit: 'MB' | 'GB';
	decimal: 'point' | 'comma';
	firstRow: 'names' | 'customer';
	phoneColumn: string;
	amountColumn: string;
	sheet: string;
	/** Where a column with countries stands, and whether they're those of the numbers or where customers live. */
	countryColumn?: { at: number; isOfNumbers: boolean };
	idColumn?: number;
}

/** A list as a system wrote it, and what is true of it. */
export interface WrittenList {
	bytes: Uint8Array;
	/** By the rows of the file. */
	rows: Map<number, TrueRow>;
	truth: Truth;
	/** MB of rows without an amount, as it's said for all. */
	defaultAmount?: number;
	/** For people who look for a fault. */
	sheets: Sheet[];
}

/** MB that are said for all rows of a list without amounts. */
const forAll = 100;

/** Writes the list that a scenario is of. */
export function writeList(drawn: FileScenario): WrittenList {
	const scenario = withFewDoubts(drawn);
	const { file, amounts } = scenario;
	const clear = new Map<Person, boolean>();
	const columns = columnsOf(scenario, clear);
	const list = rowsAbove(scenario, columns);
	const rows = new Map<number, TrueRow>();
	let row = (list.at(-1)?.row ?? 0) + 1;
	for (const person of peopleOf(scenario)) {
		if (person.drawn.noise === 'blankBefore' && list.length > 0) row += 1;
		const cells = columns.map((column) => column.cell(person));
		if (cells.every((cell) => cell === '')) continue;
		list.push({ row, cells });
		const isClear = clear.get(person) ?? false;
		if (isCustomer(person, amounts)) rows.set(row, { ...trueRow(person, amounts), isClear });
		row += 1;
	}
	if (scenario.hasTotal && scenario.hasHeader) list.push({ row: row + 1, cells: totals(columns) });
	const sheets = sheetsOf(list, file);
	const bytes = file.kind === 'csv' ? csvOf(list, file) : workbookOf(sheets, file.strings);
	const hasDefault = amounts.way === 'none' || amounts.way === 'some';
	const truth = truthOf(scenario, columns);
	return { bytes, rows, truth, sheets, ...(hasDefault && { defaultAmount: forAll }) };
}

/** The title of a report, and the names of the columns. */
function rowsAbove({ hasHeader, titles, phones }: FileScenario, columns: Column[]): WrittenRow[] {
	if (!hasHeader) return [];
	const header = { row: 1, cells: columns.map(({ name }) => name) };
	// Without a name of phone numbers, and another one, nobody knows which row is the header.
	const isHeader = phones.name < phoneNames.known.length && header.cells.filter(Boolean).length > 1;
	if (titles === 0 || !isHeader) return [header];
	const title = { row: 1, cells: ['Customers of spring 2026'] };
	if (titles === 1) return [title, { ...header, row: 2 }];
	return [title, { row: 2, cells: ['Exported', '2026-11-27'] }, { ...header, row: 4 }];
}

function totals(columns: Column[]): string[] {
	return columns.map(({ role }, at) => (at === 0 ? 'Total' : role === 'amount' ? '4711' : ''));
}

function isCustomer({ drawn: { noise } }: Person, { way }: FileScenario['amounts']): boolean {
	if (noise === 'noPhone' || noise === 'textPhone') return false;
	return noise !== 'noAmount' || way === 'none' || way === 'some';
}

function trueRow(person: Person, amounts: FileScenario['amounts']): Omit<TrueRow, 'isClear'> {
	const isDefault = amounts.way === 'none' || isBlankAmount(person, amounts.way);
	const megabytes = isDefault ? forAll : megabytesOf(person.amount, amounts);
	return { id: idOf(person), msisdn: person.number.msisdn, megabytes };
}

function peopleOf({ customers, regions, shared, isColliding, amounts }: FileScenario): Person[] {
	const models = new Map<string, PhoneNumber>();
	return customers.map((drawn, at) => {
		const region = nth(regions, drawn.from);
		const known = models.get(region);
		const first = isColliding ? collidingOf : mobileOf;
		const model = known ?? first(region, drawn.who);
		models.set(region, model);
		const isAlone = known === undefined || shared === 0;
		const number = isAlone ? model : mobileOf(region, drawn.who, model.national, shared);
		return { drawn, at, amount: amountOf(drawn.amount, amounts), number };
	});
}

function sheetsOf(rows: WrittenRow[], { before }: FileScenario['file']): Sheet[] {
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
		hidden: [{ name: 'Old', isHidden: true, rows: note('Of last year') }],
	};
	return [...sheets[before], list];
}

function truthOf(scenario: FileScenario, columns: Column[]): Truth {
	const { phones, regions, amounts, hasHeader } = scenario;
	const [home = 'FR'] = regions;
	const { way } = phones;
	const isNational = ['dialed', 'zeroLost', 'mixed', 'ofColumn', 'ofColumnZeroLost'].includes(way);
	// Those that aren't international are the first country's.
	const hasNational = isNational || way === 'mixedResidence';
	const at = (wanted: Column['role']) => columns.findIndex(({ role }) => role === wanted);
	const place = (position: number) => (position < 0 ? '-' : String(position + 1));
	const isDamaged = amounts.isDamaged && amounts.way !== 'cell';
	const countries = { at: at('country'), isOfNumbers: isOfNumbers(way) };
	return {
		country: hasNational ? home : 'international',
		twoWays: isNational ? 'national' : 'international',
		unit: unitOf(amounts),
		decimal: isDamaged || amounts.decimal === ',' ? 'comma' : 'point',
		firstRow: hasHeader ? 'names' : 'customer',
		phoneColumn: place(at('phone')),
		amountColumn: place(at('amount')),
		sheet: 'List',
		...(countries.at >= 0 && { countryColumn: countries }),
		...(at('id') >= 0 && { idColumn: at('id') }),
	};
}
