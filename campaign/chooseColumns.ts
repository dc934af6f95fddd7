import { countryWritten } from '../platform/declaredNumber';
import { optionalText, tried } from '../platform/input';
import type { ColumnContents } from './columnContents';
import { listed, shownName, type Field } from './columns';
import type { Question } from './questions';
import type { Reading } from './reading';
import { normalizeZone } from './zones';

/** The columns that were chosen, and what has to be asked of them. */
export interface ChosenColumns {
	columns: Reading['columns'];
	questions: Question[];
}

/** Most cells must be what the name says; where there is no name, nearly all. */
const [most, nearlyAll] = [0.5, 0.8];

/** Proposes the column of each field that wasn't declared. */
export function chooseColumns(
	contents: ColumnContents[],
	declared: Partial<Reading>,
	hasHeader: boolean,
): ChosenColumns {
	const columns: Reading['columns'] = { ...declared.columns };
	const questions: Question[] = [];
	const used = () => new Set(Object.values(columns));
	const free = () => contents.filter(({ at }) => !used().has(at));
	const take = (field: Field, candidates: ColumnContents[]): void => {
		if (candidates[0]) columns[field] = candidates[0].at;
	};
	const isOpen = (field: Field) => !(declared.columns && field in declared.columns);
	if (isOpen('phone')) {
		const { candidates, isSure } = phoneCandidates(free());
		take('phone', candidates);
		if (!isSure || candidates.length > 1)
			questions.push(askFor('phoneColumn', candidates, contents));
	}
	if (isOpen('megabytes')) {
		const hasDefault = declared.defaultAmount !== undefined;
		const { candidates, isSure } = amountCandidates(free(), hasHeader);
		// Money has the same names, and an amount for all rows may have been said.
		const isDoubtful = hasDefault && candidates.every((column) => certainty(column) === 0);
		if (!isDoubtful) take('megabytes', candidates);
		const isUnsure = candidates.length > 0 ? !isSure || isDoubtful : !hasDefault;
		if (isUnsure || candidates.length > 1) {
			const question = askFor('amountColumn', candidates, contents);
			questions.push(isDoubtful ? { ...question, proposed: undefined } : question);
		}
	}
	for (const field of Object.keys(fits) as (keyof typeof fits)[]) {
		// In some languages both codes have one name.
		const both = field === 'area' ? named(free(), 'country') : [];
		const fitting = [...named(free(), field), ...both].filter((column) => {
			return share(column, fits[field]) >= (field === 'area' ? nearlyAll : most);
		});
		if (isOpen(field)) take(field, fitting);
	}
	const chosen = Object.entries(columns).filter(([, at]) => at !== undefined);
	return { columns: Object.fromEntries(chosen) as Reading['columns'], questions };
}

const wordings = {
	phoneColumn: ['phone numbers', "Choose the column as 'Phone Column'."],
	amountColumn: [
		'amounts',
		"Choose the column as 'Amount Column', or write - there if the list has no amounts.",
	],
} as const;

function askFor(
	field: keyof typeof wordings,
	candidates: ColumnContents[],
	contents: ColumnContents[],
): Question {
	const [what, nextStep] = wordings[field];
	const namesOf = (some: ColumnContents[]) =>
		listed(some.map(({ name, at }) => shownName(name, at)));
	const [first] = candidates;
	const all = namesOf(candidates);
	const text =
		candidates.length > 1
			? `The list has more than one column with ${what}: ${all}`
			: first
				? `The list may have ${what} in a column that may be something else: ${all}`
				: `The list has no column with ${what}. Its columns are ${namesOf(contents)}`;
	return { field, proposed: first && String(first.at + 1), text, nextStep };
}

interface Candidates {
	/** The best one first. */
	candidates: ColumnContents[];
	/** Whether its name says it, too. */
	isSure: boolean;
}

/** Names of numbers that are as long as phone numbers, and none. */
const otherNumbers = /\b(?:id|order|invoice|ref|imei|imsi|iccid|iban|zip)\b/i;

function phoneCandidates(contents: ColumnContents[]): Candidates {
	const all = named(contents, 'phone').sort(byMobiles);
	const good = all.filter(({ cells, phones }) => phones > 0 && phones >= cells.length * most);
	if (good.length > 0) return { candidates: good, isSure: true };
	// Its rows say what is wrong with them.
	if (all.length > 0) return { candidates: all.slice(0, 1), isSure: true };
	const candidates = contents
		.filter(({ name, says, cells, phones }) => {
			const isOther = says.field !== undefined || otherNumbers.test(name);
			return !isOther && phones > 0 && phones >= cells.length * most;
		})
		.sort(byMobiles);
	return { candidates, isSure: false };
}

/** The column with more mobile numbers goes first, then the one whose name is better. */
function byMobiles(one: ColumnContents, other: ColumnContents): number {
	const ranks = one.says.rank - other.says.rank;
	return other.mobiles - one.mobiles || ranks || other.numbers - one.numbers;
}

function amountCandidates(contents: ColumnContents[], hasHeader: boolean): Candidates {
	const all = named(contents, 'megabytes');
	const fitting = all
		.filter((column) => column.amounts >= column.cells.length * most && !isMoney(column))
		.sort((one, other) => certainty(other) - certainty(one));
	const filled = fitting.filter(({ cells }) => cells.length > 0);
	const good = filled.length > 0 ? filled : fitting.slice(0, 1);
	if (good.length > 0) return { candidates: good, isSure: true };
	// Its rows say what is wrong with them: no default amount takes their place.
	const certain = all.filter(({ says }) => says.unit);
	if (certain.length > 0) return { candidates: certain.slice(0, 1), isSure: true };
	const candidates = contents.filter(({ says, cells, units, amounts }) => {
		if (says.field === 'megabytes') return units > 0;
		const count = hasHeader ? units : amounts;
		return !says.field && !says.isRest && count > 0 && count >= cells.length * nearlyAll;
	});
	return { candidates, isSure: false };
}

/** Prices have two decimals, and amounts of data hardly ever. */
function isMoney(column: ColumnContents): boolean {
	const isPrice = (cell: unknown) => /^\d+[.,]\d\d$/.test(String(cell).trim());
	return certainty(column) === 0 && share(column, isPrice) >= most;
}

/** A unit makes an amount of data of a number. */
function certainty({ says, cells, units }: ColumnContents): number {
	return (says.unit ? 2 : 0) + (units > 0 && units >= cells.length * most ? 1 : 0);
}

/** The columns whose name says the field, the best name first. */
function named(contents: ColumnContents[], field: Field): ColumnContents[] {
	return contents
		.filter(({ says }) => says.field === field)
		.sort((one, other) => one.says.rank - other.says.rank);
}

function share({ cells }: ColumnContents, fitsField: (cell: unknown) => boolean): number {
	return cells.length === 0 ? 0 : cells.filter(fitsField).length / cells.length;
}

/** An operator's name isn't its code, and the platform takes the code. */
const operatorCode = /^[A-Z]{2}_[A-Z\d_]+$/i;

/** Its row says that an expression gave nothing. */
const isBroken = (cell: unknown) => tried(() => optionalText(cell)) === undefined;

const fits = {
	country: (cell: unknown) => isBroken(cell) || tried(() => countryWritten(cell)) !== undefined,
	area: (cell: unknown) => /^'?\(?0?[1-9]\d{0,4}\)?$/.test(String(cell).trim()),
	customer: () => true,
	name: () => true,
	operator: (cell: unknown) => isBroken(cell) || operatorCode.test(String(cell).trim()),
	zone: (cell: unknown) => isBroken(cell) || tried(() => normalizeZone(cell)) !== undefined,
} satisfies Record<Exclude<Field, 'phone' | 'megabytes'>, (cell: unknown) => boolean>;
