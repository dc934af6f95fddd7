import { isNothing } from '../platform/answer';
import { InputError, onInputError, optionalText, quoted } from '../platform/input';
import { readNumberCountry } from '../platform/declaredNumber';
import { fieldLabels, fields, keyOf, listed, shownName, type Field } from './columns';
import type { Reading } from './reading';

/**
 * The settings that somebody says of how a list is read; missing and empty ones were not said. `column1` and so on say the
 * field of each column: columns without one aren't used then.
 */
export type SaidReading = Partial<Record<SaidName | `column${number}`, unknown>>;

/** A setting of how a list is read, as the node and the desk show it. */
interface ReadingSetting<Meaning> {
	label: string;
	description: string;
	/** The words of each choice, and what it means; without choices it's text. */
	choices?: Record<string, readonly [words: string, meaning: Meaning]>;
}

/** The settings besides the columns, by the names that programs send. */
export const readingSettings = {
	country: {
		label: 'Country of Numbers',
		description:
			'Two letters of the country of numbers without a code; international if all have theirs',
	},
	twoWays: {
		label: 'Ambiguous Numbers',
		description:
			'How to read digits that fit two countries, such as 17604069001 of Germany or the United States',
		choices: {
			national: ['Of the Country', 'national'],
			international: ['International', 'international'],
		},
	},
	unit: {
		label: 'Unit',
		description: 'The unit of amounts that are written without one',
		choices: { MB: ['MB', 'MB'], GB: ['GB', 'GB'] },
	},
	gigabyte: {
		label: 'Gigabyte',
		description: 'How many MB are a GB: 1,024 by default',
		choices: { 1000: ['1,000 MB', 1000], 1024: ['1,024 MB', 1024] },
	},
	decimal: {
		label: 'Decimal Sign',
		description: 'The sign before the decimals of an amount',
		choices: { comma: ['Comma', ','], point: ['Point', '.'] },
	},
	firstRow: {
		label: 'First Row',
		description: 'How to read the first row of the list',
		choices: { names: ['Column Names', true], customer: ['A Customer', false] },
	},
	phoneColumn: {
		label: 'Phone Column',
		description: 'The name of the column, or its number; empty if the list shows which it is',
	},
	amountColumn: {
		label: 'Amount Column',
		description: 'The name of the column, or its number; empty if the list shows which it is',
	},
} as const satisfies Record<string, ReadingSetting<unknown>>;
export type SaidName = keyof typeof readingSettings;
export const saidNames = Object.keys(readingSettings) as SaidName[];

/** The choices of a setting, with their words; none where it's text. */
export function choicesOf(name: SaidName): [value: string, words: string][] {
	const { choices = {} }: ReadingSetting<unknown> = readingSettings[name];
	return Object.entries(choices).map(([value, [words]]) => [value, words]);
}

/**
 * Reads what was declared for a list. The country `international` says that all numbers have their calling code,
 * and the amount column `-` that the list has no amounts.
 *
 * @param first the cells of the first row that isn't blank, which name the columns
 * @throws InputError that names the field
 */
export function readDeclared(said: SaidReading, first: unknown[]): Partial<Reading> {
	const read = <Value>(name: SaidName, reader: (text: string) => Value) =>
		readSaid(said[name], readingSettings[name].label, reader);
	const choose = <Meaning>(
		name: SaidName,
		{ choices }: Required<Pick<ReadingSetting<Meaning>, 'choices'>>,
	) => read(name, (text) => oneOf(text, choices)[1]);
	const { twoWays, unit, gigabyte, decimal, firstRow } = readingSettings;
	const hasHeader = choose<boolean>('firstRow', firstRow);
	// The first row of a list without names has none.
	const names = hasHeader === false ? first.map(() => '') : first;
	const phone = read('phoneColumn', (text) => positionOf(text, names));
	const megabytes = read('amountColumn', (text) => (text === '-' ? text : positionOf(text, names)));
	const country = read('country', (text) => {
		return text === 'international' ? '' : readNumberCountry(text);
	});
	return {
		country,
		twoWays:
			choose<Reading['twoWays']>('twoWays', twoWays) ??
			(country === '' ? 'international' : undefined),
		unit: choose<Reading['unit']>('unit', unit),
		gigabyte: choose<Reading['gigabyte']>('gigabyte', gigabyte),
		decimal: choose<Reading['decimal']>('decimal', decimal),
		hasHeader,
		columns: {
			...columnsIn(said),
			...(phone !== undefined && { phone }),
			...(megabytes !== undefined && { megabytes: megabytes === '-' ? undefined : megabytes }),
		},
	};
}

/** The settings that were said, without empty ones. */
export function saidOf(said: SaidReading): SaidReading {
	const isSaid = ([name, value]: [string, unknown]) =>
		(isColumnName(name) || saidNames.includes(name as SaidName)) && !isNothing(value);
	return Object.fromEntries(Object.entries(said).filter(isSaid));
}

/** The settings that were said, as a form sends them. @throws InputError for a value that is no text */
export function textsOf(said: Record<string, unknown>): Record<string, string> {
	const texts = Object.entries(said).map(([name, value]) => [name, optionalText(value)] as const);
	return Object.fromEntries(texts.filter(([name, text]) => text !== '' && !isColumnName(name)));
}

function readSaid<Value>(value: unknown, label: string, reader: (text: string) => Value) {
	return onInputError(
		() => {
			const text = optionalText(value);
			return text === '' ? undefined : reader(text);
		},
		({ message, nextStep }) => {
			throw new InputError(message, nextStep, label);
		},
	);
}

/** Whether a field says what a column is: `column1`. */
export function isColumnName(name: string): name is `column${number}` {
	return /^column[1-9]\d{0,3}$/.test(name);
}

/** The word for a column that isn't used. */
export const unused = 'unused';
const meanings = Object.fromEntries(
	[...fields, unused].map((meaning) => [meaning, meaning]),
) as Record<string, Field | typeof unused>;

/** The columns as they were said one by one; undefined where none was. */
function columnsIn(said: SaidReading): Reading['columns'] | undefined {
	const chosen = Object.keys(said).flatMap((name) => {
		if (!isColumnName(name)) return [];
		const number = Number(name.slice('column'.length));
		const label = `Column ${number}`;
		const meaning = readSaid(said[name], label, (text) => oneOf(text, meanings));
		return meaning ? [{ meaning, number, label }] : [];
	});
	if (chosen.length === 0) return undefined;
	const columns: Reading['columns'] = {};
	for (const field of fields) columns[field] = undefined;
	for (const { meaning, number, label } of chosen) {
		if (meaning === unused) continue;
		const other = columns[meaning];
		if (other !== undefined) {
			const message = `can't be the ${fieldLabels[meaning]}, because column ${other + 1} is`;
			throw new InputError(message, 'Choose one of the two.', label);
		}
		columns[meaning] = number - 1;
	}
	if (columns.phone !== undefined) return columns;
	throw new InputError(
		'must be in one of the columns',
		'Choose the column that it is in.',
		fieldLabels.phone,
	);
}

function oneOf<Value>(text: string, values: Readonly<Record<string, Value>>): Value {
	if (Object.hasOwn(values, text)) return values[text] as Value;
	const words = Object.keys(values).join(', ');
	throw new InputError('must be one of its choices', `Replace ${quoted(text)} by one of ${words}.`);
}

/** The position of a column, by its number, counted from 1, or by its name. A number beyond the last column is a name, such as 2026. */
function positionOf(text: string, first: unknown[]): number {
	const number = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : NaN;
	if (number <= first.length) return number - 1;
	const key = keyOf(text);
	const named = first.findIndex((cell) => key !== '' && keyOf(String(cell ?? '')) === key);
	if (named >= 0) return named;
	if (number > 0) return number - 1;
	throw new InputError(
		'must be the name or the number of a column',
		`Replace ${quoted(text)} by one of ${listed(first.map(shownName))}.`,
	);
}
