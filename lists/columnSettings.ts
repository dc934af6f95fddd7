import { InputError, naming, optionalText, quoted } from '../platform/input';
import { phrase, phraseOf, texts } from '../platform/say';
import { fieldLabels, fields, positionOf, type Field } from './columns';

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
/** Which rows get gifts by a column of yes and no. */
export const flagLabels = texts({
	onlyYes: 'Only rows with yes',
	onlyNo: 'Only rows with no',
	allRows: 'Not used',
});
export type FlagMeaning = keyof typeof flagLabels;
/** By the position of the column. */
export type FlagMeanings = Partial<Record<number, FlagMeaning>>;

export function isFlagMeaning(meaning: unknown): meaning is FlagMeaning {
	return Object.hasOwn(flagLabels, String(meaning));
}

/** Reads `Winner: yes, 7: no`, the rows that get gifts; `-` if that's all. @throws InputError for other text */
export function readFlags(text: string, first: unknown[]): FlagMeanings {
	const all = text === '-' ? [] : text.split(/[,;]/);
	const read = all.map((one) => {
		const [name = '', word = ''] = one.split(':').map((part) => part.trim().toLowerCase());
		if (name !== '' && /^(?:yes|no)$/.test(word))
			return [positionOf(name, first), word === 'yes' ? 'onlyYes' : 'onlyNo'] as const;
		throw new InputError(
			'must have yes or no behind each column',
			'Write the rows that get gifts, such as “Winner: yes, Left: no”, or - for all.',
		);
	});
	return Object.fromEntries(read);
}

const columnMeanings = Object.fromEntries(
	[...fields, unused, ...Object.keys(flagLabels)].map((meaning) => [meaning, meaning]),
) as Record<string, Field | typeof unused | FlagMeaning>;

/** The columns that `column1` and so on say; without a field among them, those of fields are open. */
export function columnsIn(settings: Record<string, unknown>) {
	const chosen = Object.keys(settings).flatMap((name) => {
		if (!isColumnName(name)) return [];
		const number = Number(name.slice('column'.length));
		const label = `Column ${number}`;
		const meaning = readSetting(settings[name], label, (text) => choiceIn(text, columnMeanings));
		return meaning ? [{ meaning, number, label }] : [];
	});
	const flags: FlagMeanings = {};
	for (const { meaning, number } of chosen) if (isFlagMeaning(meaning)) flags[number - 1] = meaning;
	if (chosen.every(({ meaning }) => isFlagMeaning(meaning))) return { flags };
	const columns: ColumnPositions = {};
	for (const field of fields) columns[field] = undefined;
	for (const { meaning, number, label } of chosen) {
		if (meaning === unused || isFlagMeaning(meaning)) continue;
		const other = columns[meaning];
		if (other !== undefined) {
			const name = phraseOf(fieldLabels[meaning]);
			const message = phrase`can't be the ${name}, because column ${other + 1} is`;
			throw new InputError(message, 'Choose one of the two.', label);
		}
		columns[meaning] = number - 1;
	}
	if (columns.phone !== undefined) return { columns, flags };
	throw new InputError(
		'must be in one of the columns',
		'Choose the column that it is in.',
		fieldLabels.phone,
	);
}

/** The value of a choice. @throws InputError for any other text */
export function choiceIn<Value>(text: string, values: Readonly<Record<string, Value>>): Value {
	if (Object.hasOwn(values, text)) return values[text] as Value;
	const nextStep = phrase`Replace ${quoted(text)} by one of ${{ list: Object.keys(values) }}.`;
	throw new InputError('must be one of its choices', nextStep);
}
