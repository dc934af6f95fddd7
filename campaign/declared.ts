import { InputError, onInputError, optionalText, quoted } from '../platform/input';
import { readNumberCountry } from '../platform/declaredNumber';
import { keyOf, shownName } from './columns';
import { listed } from './questionWords';
import type { Reading } from './reading';

/** What somebody says of how a list is read; what is missing or empty was not said. */
export type SaidReading = Partial<Record<(typeof saidNames)[number], unknown>>;

/** The names of the fields, as programs send them. */
export const saidNames = [
	'country',
	'twoWays',
	'unit',
	'gigabyte',
	'decimal',
	'firstRow',
	'phoneColumn',
	'amountColumn',
] as const;

const labels: Record<keyof SaidReading, string> = {
	country: 'Country of Numbers',
	twoWays: 'Ambiguous Numbers',
	unit: 'Unit',
	gigabyte: 'Gigabyte',
	decimal: 'Decimal Sign',
	firstRow: 'First Row',
	phoneColumn: 'Phone Column',
	amountColumn: 'Amount Column',
};

/**
 * Reads what was declared for a list. The country `international` says that all numbers have their calling code,
 * and the amount column `-` that the list has no amounts.
 *
 * @param first the cells of the first row that isn't blank, which name the columns
 * @throws InputError that names the field
 */
export function readDeclared(said: SaidReading, first: unknown[]): Partial<Reading> {
	const read = <Value>(name: keyof SaidReading, reader: (text: string) => Value) =>
		onInputError(
			() => {
				const text = optionalText(said[name]);
				return text === '' ? undefined : reader(text);
			},
			({ message, nextStep }) => {
				throw new InputError(message, nextStep, labels[name]);
			},
		);
	const phone = read('phoneColumn', (text) => positionOf(text, first));
	const megabytes = read('amountColumn', (text) => (text === '-' ? text : positionOf(text, first)));
	return {
		country: read('country', (text) => (text === 'international' ? '' : readNumberCountry(text))),
		twoWays: read('twoWays', (text) =>
			oneOf(text, { national: 'national', international: 'international' } as const),
		),
		unit: read('unit', (text) => oneOf(text, { MB: 'MB', GB: 'GB' } as const)),
		gigabyte: read('gigabyte', (text) => oneOf(text, { 1000: 1000, 1024: 1024 } as const)),
		decimal: read('decimal', (text) => oneOf(text, { point: '.', comma: ',' } as const)),
		hasHeader: read('firstRow', (text) => oneOf(text, { names: true, customer: false })),
		columns: {
			...(phone !== undefined && { phone }),
			...(megabytes !== undefined && { megabytes: megabytes === '-' ? undefined : megabytes }),
		},
	};
}

function oneOf<Value>(text: string, values: Readonly<Record<string, Value>>): Value {
	const value = Object.hasOwn(values, text) ? values[text] : undefined;
	if (value !== undefined) return value;
	const words = Object.keys(values).join(', ');
	throw new InputError('must be one of its choices', `Replace ${quoted(text)} by one of ${words}.`);
}

/** Where the column with a name is, or with a number, counted from 1, where none has that name. */
function positionOf(text: string, first: unknown[]): number {
	const key = keyOf(text);
	const named = first.findIndex((cell) => key !== '' && keyOf(String(cell ?? '')) === key);
	if (named >= 0) return named;
	if (/^[1-9]\d{0,3}$/.test(text)) return Number(text) - 1;
	throw new InputError(
		'must be the name or the number of a column',
		`Replace ${quoted(text)} by one of ${listed(first.map(shownName))}.`,
	);
}
