import { InputError, tried } from '../platform/input';
import {
	besideAmounts,
	hasUnits,
	mayBeMonths,
	mayBeAmounts,
	minShare,
	plainAmounts,
	unitOfName,
} from './amountColumns';
import type { ColumnProfile } from './columnProfile';
import { fields, fitsField, listedNames, shownName, type Field } from './columns';
import { isOpen, readersOf, type Reading } from './reading';
import { readingSettings, type Question } from './readingSettings';
import { isNamed, namesCountry } from './recognize';
import { phrase, phraseOf, texts, type Value } from '../platform/say';

/** The share of rows that must have a number if the column's name says nothing of phones. */
const minRowShare = 0.1;

/** The column of a field, and the question to ask first. */
interface ColumnChoice {
	chosen?: ColumnProfile;
	question?: Question;
}

/** The first rows of a list, from which the columns are chosen. */
interface Sample {
	hasHeader: boolean;
	/** Whether it's the whole list. */
	isWhole: boolean;
}

/** Chooses the column of each open field and the unit of the amounts, with the questions to ask. */
export function chooseColumns(
	profiles: ColumnProfile[],
	before: Reading,
	sample: Sample,
): { reading: Reading; questions: Question[] } {
	const columns = { ...before.columns };
	const columnStatus = { ...before.columnStatus };
	const questions: Question[] = [];
	for (const field of fieldOrder) {
		if (columnStatus[field]) continue;
		const used = new Set(Object.values(columns));
		const free = profiles.filter(({ at }) => !used.has(at));
		const { chosen, question }: ColumnChoice =
			field === 'phone'
				? choosePhone(free, profiles)
				: field === 'megabytes'
					? chooseAmount(free, profiles, before, sample)
					: { chosen: bestNamed(free, field) };
		if (question) questions.push(question);
		if (!chosen) continue;
		columns[field] = chosen.at;
		columnStatus[field] = question ? 'proposed' : 'found';
	}
	const reading = { ...before, columns, columnStatus };
	const unit = unitOfName(profiles.find(({ at }) => at === columns.megabytes));
	if (!unit || !isOpen(before, 'unit')) return { reading, questions };
	const status = { ...before.status, unit: 'found' as const };
	return { reading: { ...reading, unit, status }, questions };
}

/** The fields in the order in which they take their columns. */
const fieldOrder = new Set<Field>(['phone', 'megabytes', ...fields]);

/** The best named column of a field whose cells fit the field. */
function bestNamed(profiles: ColumnProfile[], field: Field): ColumnProfile | undefined {
	// In some languages a calling code and an area code have the same name.
	const alsoNamed = field === 'area' ? columnsNamed(profiles, 'country') : [];
	// It's asked about where it makes a difference (phoneQuestions.ts).
	const ofCustomers = profiles.filter(({ name, meaning, cells }) => {
		return !meaning.field && (namesCountry(name) || /^(?:\+\d{1,4},?)+$/.test(cells.join()));
	});
	const others = field === 'country' ? ofCustomers : alsoNamed;
	// Titles such as Mr and Ms are letters of countries, too, which are written in capitals.
	const isTitle = ({ name, cells }: ColumnProfile) =>
		isNamed(name, 'title') &&
		cells.some((cell) => /^[A-Z][a-z]{1,2}\.?$/.test(String(cell).trim()));
	const named = columnsNamed(profiles, field).filter((column) => !isTitle(column));
	return [...named, ...others].find(({ cells }) => fitsField(cells, field));
}

/** The columns with a name of the field, the best name first: `Mobile` before `Phone`. */
function columnsNamed(profiles: ColumnProfile[], field: Field): ColumnProfile[] {
	return profiles.filter(({ meaning }) => meaning.field === field).sort(byRank);
}

function byRank(one: ColumnProfile, other: ColumnProfile): number {
	return one.meaning.rank - other.meaning.rank;
}

const [phones, amounts] = [
	{ field: 'phoneColumn', noun: texts('phone numbers') },
	{ field: 'amountColumn', noun: texts('amounts') },
] as const;

/**
 * Asks which column has the phone numbers, or the amounts.
 *
 * @param all the columns to name if there are no candidates
 * @param proposed the likeliest column; it's chosen until somebody answers
 */
function askFor(
	{ field, noun: own }: typeof phones | typeof amounts,
	candidates: ColumnProfile[],
	all: ColumnProfile[],
	proposed?: ColumnProfile,
): ColumnChoice {
	const noun = phraseOf(own);
	const text =
		candidates.length === 0
			? phrase`The list has no column with ${noun}. Its columns are ${columnNames(all)}`
			: candidates.length === 1
				? phrase`The list may have ${noun} in ${columnNames(candidates)}, or something else`
				: phrase`The list has more than one column with ${noun}: ${columnNames(candidates)}`;
	const number = proposed && String(proposed.at + 1);
	const about = numbersOf(candidates.length === 0 ? all : candidates);
	return { chosen: proposed, question: { field, proposed: number, text, columns: about } };
}

function numbersOf(columns: ColumnProfile[]): number[] {
	return columns.map(({ at }) => at + 1);
}

/** Columns as a text lists them. */
function columnNames(columns: ColumnProfile[]): Value {
	return listedNames(columns.map(({ name, at }) => shownName(name, at)));
}

/** Names of other numbers that are as long as phone numbers, such as `Order ID`. */
const otherNumbers = /\b(?:id|order|invoice|ref|imei|imsi|iccid|iban|zip)\b/i;

/**
 * Chooses the column with phone numbers by its cells. Of several columns, one with a plain name such as `Mobile` may be
 * proposed; `Store phone` never is.
 */
function choosePhone(profiles: ColumnProfile[], all: ColumnProfile[]): ColumnChoice {
	const full = phoneColumns(profiles);
	if (full.length > 1) return askFor(phones, full, all, bestOf(full));
	const [only] = full;
	const named = columnsNamed(profiles, 'phone').filter(({ meaning }) => meaning.isPlain);
	// Customers' own numbers that can't be read, such as `+49151******81`, beside those of somebody else.
	const unread = named.filter((column) => column !== only && column.cells.length > 0);
	if (only && !only.meaning.isPlain && unread[0]) return askFor(phones, [...unread, only], all);
	if (only && isOfCustomers(only)) return { chosen: only };
	// A plain name is enough without good cells: the errors of the rows tell what is wrong.
	const [plain] = named;
	if (!only && plain) return { chosen: plain };
	const candidates = only ? [only] : profiles.filter(possiblePhones);
	const [first] = candidates;
	// It may be somebody else's: `Landlord phone`.
	const isDoubtful = first?.meaning.isOther === true || first?.meaning.field === 'phone';
	const isClear = candidates.length === 1 && first && !isDoubtful && isPhoneLike(first);
	return askFor(phones, candidates, all, isClear ? first : undefined);
}

/** Whether the name is of the customers' own numbers, such as `Mobile` or `Winner's phone`. */
export function isOfCustomers({ name, meaning }: ColumnProfile): boolean {
	const isOwn = meaning.isPlain === true || isNamed(name, 'recipients');
	return meaning.field === 'phone' && isOwn && !meaning.isOther;
}

/** The columns full of phone numbers: most cells look like one, and the name or the numbering plans agree. */
export function phoneColumns(profiles: ColumnProfile[]): ColumnProfile[] {
	const rows = profiles.reduce((longest, { cells }) => Math.max(longest, cells.length), 0);
	return profiles.filter((column) => {
		const isValid = column.valid >= minShare && column.phones >= rows * minRowShare;
		return isMostlyPhones(column) && (column.meaning.field === 'phone' || isValid);
	});
}

/** Whether the name or the cells, such as +33 6, show phone numbers: plain digits may be barcodes. */
function isPhoneLike({ meaning, cells }: ColumnProfile): boolean {
	const isDigits = (cell: unknown) => /^[1-9]\d*(?:\.0)?$/.test(String(cell).trim());
	return meaning.field === 'phone' || cells.filter(isDigits).length <= cells.length * minShare;
}

/** Whether most cells look like phone numbers, and the name doesn't tell otherwise, as `Order ID` does. */
export function possiblePhones(column: ColumnProfile): boolean {
	return isMostlyPhones(column) && !column.meaning.field && !otherNumbers.test(column.name);
}

function isMostlyPhones({ cells, phones: count }: ColumnProfile): boolean {
	return count > 0 && count >= cells.length * minShare;
}

/** The shown column with the best name, or with clearly more mobile numbers; none where another may replace it, as `New number` does. */
function bestOf(columns: ColumnProfile[]): ColumnProfile | undefined {
	if (columns.some(({ name }) => isNamed(name, 'replacing'))) return undefined;
	const [first, second] = columns
		.filter(({ meaning, isHidden }) => meaning.isPlain && !isHidden)
		.sort((one, other) => byRank(one, other) || other.mobile - one.mobile);
	if (!first || !second) return first;
	const isBetter = byRank(first, second) < 0 || first.mobile - second.mobile >= minShare;
	return isBetter ? first : undefined;
}

/**
 * Chooses the column with amounts by its whole name. A column with other words in its name, or without a name, is asked
 * about, and proposed only if its cells have units. No column replaces an amount for all rows without a question.
 */
function chooseAmount(
	profiles: ColumnProfile[],
	all: ColumnProfile[],
	reading: Reading,
	{ hasHeader, isWhole }: Sample,
): ColumnChoice {
	const plain = plainAmounts(profiles);
	const isCandidate = (column: ColumnProfile) => mayBeAmounts(column, hasHeader);
	const candidates = [...new Set([...plain, ...profiles.filter(isCandidate)])];
	const [first] = candidates;
	if (reading.defaultAmount !== undefined) {
		const differing = candidates.filter((column) => !(isWhole && hasDefaultOnly(column, reading)));
		return differing.length > 0 ? askBesideDefault(differing) : {};
	}
	candidates.push(...besideAmounts(profiles, candidates));
	if (!first || candidates.length > 1) return askFor(amounts, candidates, all);
	if (plain.length === 1) return { chosen: first };
	const isSure = hasUnits(first) && !mayBeMonths(first);
	return askFor(amounts, candidates, all, isSure ? first : undefined);
}

/** Asks whether amounts of the list override the amount that is set for all rows. */
function askBesideDefault(candidates: ColumnProfile[]): ColumnChoice {
	const text = phrase`An amount is set for all rows, and the list may have amounts in ${columnNames(candidates)}`;
	return { question: { field: 'amountColumn', text, columns: numbersOf(candidates) } };
}

/** Whether all amounts of a column equal the amount for all rows, so that the column makes no difference. */
function hasDefaultOnly({ meaning, cells }: ColumnProfile, reading: Reading): boolean {
	const unit = isOpen(reading, 'unit') ? meaning.unit : reading.unit;
	if (!unit) return false;
	const { megabytes } = readersOf({ ...reading, unit });
	return cells.every((cell) => tried(() => megabytes(cell)) === reading.defaultAmount);
}

/** The error of a setting that was answered with the column of the other one, or with amounts in another unit. */
export function wrongColumn(
	profiles: ColumnProfile[],
	{ phone, megabytes }: Reading['columns'],
): InputError | undefined {
	const chosen = profiles.find(({ at }) => at === megabytes);
	if (!chosen) return undefined;
	const hasPhones = phoneColumns(profiles).includes(chosen);
	if (hasPhones || phone === megabytes) {
		const [{ field }, { noun }] = hasPhones ? [amounts, phones] : [phones, amounts];
		const message = phrase`can't be ${columnNames([chosen])}, which has the ${phraseOf(noun)}`;
		return new InputError(message, 'Choose another column.', readingSettings[field].label);
	}
	if (!chosen.meaning.hasOtherUnit || hasUnits(chosen)) return undefined;
	return new InputError(
		phrase`can't be ${columnNames([chosen])}, whose unit is neither MB nor GB`,
		'Convert its amounts to MB or GB, and write that unit into its name.',
		readingSettings.amountColumn.label,
	);
}
