import { isNothing } from '../platform/answer';
import { InputError, optionalText } from '../platform/input';
import { readNumberCountry } from '../platform/declaredNumber';
import { positionOf } from './columns';
import {
	columnsIn,
	isColumnName,
	choiceIn,
	readFlags,
	readSetting,
	type ColumnPositions,
} from './columnSettings';
import { defaultReading, type Reading, type Status } from './reading';
import { texts, type Text } from '../platform/say';

/**
 * The settings that somebody chose, such as `{ country: 'DE', unit: 'GB' }`; missing and empty ones are open.
 * `column1` and so on say the field of each column: columns without one aren't used then.
 */
export type ChosenSettings = Partial<Record<SettingName | `column${number}`, unknown>>;

/** The values of a reading that a setting sets. A field without a position has no column. */
interface SettingValues extends Partial<Omit<Reading, 'columns' | 'status' | 'columnStatus'>> {
	columns?: ColumnPositions;
}

/** A setting of how a list is read, as the node and the desk show it. */
interface ReadingSetting {
	label: string;
	description: string;
	/** The words of each choice, and its meaning. */
	choices?: Record<string, readonly [words: string, meaning: SettingValues]>;
	/** Reads a setting that is text. @param first the names of the columns */
	read?: (text: string, first: unknown[]) => SettingValues;
	/** The other answer to its question, behind the advice to choose it. */
	hint?: string;
}

/** The settings besides the columns, by the names that programs send. */
const readingTable = {
	country: {
		label: texts('Country of Numbers'),
		description:
			'Two letters of the country of numbers without a code; international if all numbers have a code',
		read: (text) =>
			text === 'international'
				? { country: '', twoWays: 'international' }
				: { country: readNumberCountry(text) },
		hint: ', or write international if all have their code',
	},
	twoWays: {
		label: texts('Ambiguous Numbers'),
		description:
			'How to read digits that fit two countries, such as 17604069001 of Germany or the United States',
		choices: {
			national: [texts('Of the Country'), { twoWays: 'national' }],
			international: [texts('International'), { twoWays: 'international' }],
		},
	},
	notInPlan: {
		label: texts('Numbers Outside Numbering Plans'),
		description: 'How to treat numbers that no numbering plan has: given with a warning by default',
		choices: {
			leaveOut: [texts('Leave Out'), { notInPlan: 'leaveOut' }],
			give: [texts('Give'), { notInPlan: 'give' }],
		},
	},
	unit: {
		label: texts('Unit'),
		description: 'The unit of amounts without a unit',
		choices: { MB: ['MB', { unit: 'MB' }], GB: ['GB', { unit: 'GB' }] },
	},
	gigabyte: {
		label: texts('Gigabyte'),
		description: 'How many MB are a GB: 1,024 by default',
		choices: {
			1000: [texts('1,000 MB'), { gigabyte: 1000 }],
			1024: [texts('1,024 MB'), { gigabyte: 1024 }],
		},
	},
	decimal: {
		label: texts('Decimal Sign'),
		description: 'The sign before the decimals of an amount',
		choices: {
			comma: [texts('Comma'), { decimal: ',' }],
			point: [texts('Point'), { decimal: '.' }],
		},
	},
	firstRow: {
		label: texts('First Row'),
		description: 'How to read the first row of the list',
		choices: {
			names: [texts('Column Names'), { hasHeader: true }],
			customer: [texts('A Customer'), { hasHeader: false }],
		},
	},
	markedRows: {
		label: texts('Marked Rows'),
		description:
			'How to treat hidden or struck-out rows, and rows with an opt-out or a status such as canceled',
		choices: {
			leaveOut: [texts('Leave Out'), { markedRows: 'leaveOut' }],
			give: [texts('Give'), { markedRows: 'give' }],
		},
	},
	flags: {
		label: texts('Yes or No Columns'),
		description: 'Which rows get gifts by such columns, such as Winner: yes, Left: no; - if all do',
		read: (text, first) => ({ flags: readFlags(text, first) }),
		hint: ' of the rows that get gifts, such as Winner: yes, Left: no, or write - there for all',
	},
	phoneColumn: {
		label: 'Phone Column',
		description: 'The name of the column, or its number; empty to find it by name and cells',
		read: (text, first) => ({ columns: { phone: positionOf(text, first) } }),
	},
	amountColumn: {
		label: 'Amount Column',
		description: 'The name of the column, or its number; empty to find it by name and cells',
		// `-`: the list has no column with amounts.
		read: (text, first) => ({
			columns: { megabytes: text === '-' ? undefined : positionOf(text, first) },
		}),
		hint: ', or write - there if it has no amounts',
	},
} as const satisfies Record<string, ReadingSetting>;
export type SettingName = keyof typeof readingTable;
export const readingSettings: Record<SettingName, ReadingSetting> = readingTable;
export const listSettingNames = Object.keys(readingTable) as SettingName[];

/** A question about a list: a cell or column with two readings under the settings, asked about once. */
export interface Question {
	/** The setting that takes the answer. */
	field: SettingName | 'sheet';
	/** The answer that the list itself proves, as the setting takes it; undefined where it proves none. */
	proposed?: string;
	text: Text;
	/** The answers there are, where the list itself tells. */
	choices?: string[];
	/** The numbers of the columns that it's about. */
	columns?: number[];
}

/** The error of a list that is refused until a question is answered. */
export function questionError({ field, text }: Question): InputError {
	const { label, hint = '' } = field === 'sheet' ? { label: 'Sheet' } : readingSettings[field];
	return new InputError(text, `Choose the '${label}'${hint}.`);
}

/**
 * Reads the settings of a list. The country `international` says that all numbers have their calling code, and the amount
 * column `-` that the list has no amounts.
 *
 * @param first the cells of the first row that isn't blank, which name the columns
 * @param before the reading of settings that aren't chosen
 * @throws InputError that names the field
 */
export function readListSettings(
	chosen: ChosenSettings,
	first: unknown[],
	before = defaultReading,
	status: Status = 'chosen',
): Reading {
	let reading = before;
	const marked = (values: object) =>
		Object.fromEntries(Object.keys(values).map((name) => [name, status]));
	const set = ({ columns = {}, flags, ...values }: SettingValues) => {
		const all = Object.entries({ ...reading.columns, ...columns });
		reading = {
			...reading,
			...values,
			flags: { ...reading.flags, ...flags },
			columns: Object.fromEntries(all.filter(([, at]) => at !== undefined)),
			status: { ...reading.status, ...marked(values) },
			columnStatus: { ...reading.columnStatus, ...marked(columns) },
		};
	};
	set(columnsIn(chosen));
	for (const name of listSettingNames) {
		const { label, choices = {}, read } = readingSettings[name];
		const meaning = readSetting(chosen[name], label, (text) => {
			// A list without a header has no names.
			const names = reading.hasHeader ? first : first.map(() => '');
			return read ? read(text, names) : choiceIn(text, choices)[1];
		});
		if (meaning) set(meaning);
		if (meaning?.flags) reading.status.flags = status;
	}
	return reading;
}

/** The chosen settings, without empty ones. */
export function chosenSettings(settings: ChosenSettings): ChosenSettings {
	const isChosen = ([name, value]: [string, unknown]) =>
		(isColumnName(name) || listSettingNames.includes(name as SettingName)) && !isNothing(value);
	return Object.fromEntries(Object.entries(settings).filter(isChosen));
}

/** The chosen settings, as a form sends them. @throws InputError for a value that is no text */
export function settingTexts(settings: Record<string, unknown>): Record<string, string> {
	const texts = Object.entries(settings).map(
		([name, value]) => [name, optionalText(value)] as const,
	);
	return Object.fromEntries(texts.filter(([name, text]) => text !== '' && !isColumnName(name)));
}
