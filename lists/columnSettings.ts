import { InputError, naming, optionalText, quoted } from '../platform/input';
import { phrase, phraseOf } from '../platform/say';
import { fieldLabels, fields, type Field } from './columns';

/** The column of each field, from 0 on; undefined where it has none. */
export type ColumnPositions = Partial<Record<Field, number | undefined>>;

/** Reads a setting; undefined where it's empty. @throws InputError that names the setting */
export function readSetting<Value>(value: unknown, label: string, reader: (text: string) => Value) {
	return naming(label, () => {
		const text = optionalText(value);
		return text === '' ? undefined : reader(text);
	});
}

/** Whether a field says what a column is: `column1`. */
export function isColumnName(name: string): name is `column${number}` {
	return /^column[1-9]\d{0,3}$/.test(name);
}

/** The word for a column that isn't used. */
export const unused = 'unused';
const columnMeanings = Object.fromEntries(
	[...fields, unused].map((meaning) => [meaning, meaning]),
) as Record<string, Field | typeof unused>;

/** The columns that `column1` and so on say; undefined without any. */
export function columnsIn(settings: Record<string, unknown>): ColumnPositions | undefined {
	const chosen = Object.keys(settings).flatMap((name) => {
		if (!isColumnName(name)) return [];
		const number = Number(name.slice('column'.length));
		const label = `Column ${number}`;
		const meaning = readSetting(settings[name], label, (text) =>
			valueOfChoice(text, columnMeanings),
		);
		return meaning ? [{ meaning, number, label }] : [];
	});
	if (chosen.length === 0) return undefined;
	const columns: ColumnPositions = {};
	for (const field of fields) columns[field] = undefined;
	for (const { meaning, number, label } of chosen) {
		if (meaning === unused) continue;
		const other = columns[meaning];
		if (other !== undefined) {
			const name = phraseOf(fieldLabels[meaning]);
			const message = phrase`can't be the ${name}, because column ${other + 1} is`;
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

/** The value of a choice. @throws InputError for any other text */
export function valueOfChoice<Value>(text: string, values: Readonly<Record<string, Value>>): Value {
	if (Object.hasOwn(values, text)) return values[text] as Value;
	const nextStep = phrase`Replace ${quoted(text)} by one of ${{ list: Object.keys(values) }}.`;
	throw new InputError('must be one of its choices', nextStep);
}
