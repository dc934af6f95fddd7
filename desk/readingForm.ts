import { fieldLabels } from '../lists/columns';
import { flagLabels, unused } from '../lists/columnSettings';
import { listSettingNames } from '../lists/readingSettings';
import { findOut, fieldLabelOf, settingOptions } from '../lists/settingChoices';
import {
	choice,
	input,
	markOf,
	optionTags,
	type AskedOf,
	type Choice,
	type FormField,
	type Option,
	type ValueOf,
} from './formFields';
import { html, nothing, type Html } from '../pages/html';
import { htmlTable } from './page';
import { number } from '../platform/figureWords';
import type { Question, SettingName } from '../lists/readingSettings';
import type { ShownColumn } from '../lists/shownList';
import { inRow, say, texts, translated } from '../platform/say';

/** A list that a form is about. */
interface AskedSettings {
	valueOf: ValueOf;
	askedOf: AskedOf;
	/** They have their own fields, before all others. */
	questions: Question[];
	/** None where the list is still to be chosen. */
	columns: ShownColumn[];
}

/** The fields that say how a list is read (declared.ts): questions come first, then its columns. */
export function readingFields({ valueOf, askedOf, questions, columns }: AskedSettings): Html {
	const questionOf = (name: string) => questions.find(({ field }) => field === name);
	const proposedOf = (name: string) => valueOf(name) || (questionOf(name)?.proposed ?? '');
	const fieldOf = ([name, label, known]: Choice) => {
		const question = questionOf(name);
		const own = question?.choices?.map((one): Option => [one, one]);
		const options = own ?? known.slice(1);
		const all: Option[] = [question ? ['', say`Choose…`] : findOut(), ...options];
		if (all.length > 1) return choice([name, label, all], proposedOf, askedOf(name));
		return input([name, label, 'text'], valueOf, askedOf(name));
	};
	const known = choices();
	const isAsked = ([name]: Choice) => askedOf(name) !== undefined;
	return html`${known.filter(isAsked).map(fieldOf)}
		${columnChoices(columns, { questions, askedOf, valueOf })}
		<div class="choices">
			${input(amountOfAll(), valueOf, askedOf('megabytes'))}
			${known.filter((one) => !isAsked(one)).map(fieldOf)}
		</div>`;
}

/** How a question about a column is answered in the table of columns. */
export const columnSteps: Record<string, string> = texts({
	phoneColumn: 'Choose in this table which column is the Phone Number.',
	amountColumn:
		'Choose in this table which column is the Amount (MB), or fill in the MB for rows without an amount.',
	flags: 'Choose it in this table for each of these columns.',
});

/** Whether a field of a form is one of these. */
export function isReadingField(name: string): boolean {
	return ['megabytes', 'sheet', ...settingsBesideColumns].includes(name);
}

/**
 * Each column with some of its cells, and a choice of what it is; nothing before the sheet is chosen. Without the answer to a
 * question nobody knows what comes out of the cells that it's about.
 */
function columnChoices(
	columns: ShownColumn[],
	{ questions, askedOf, valueOf }: Omit<AskedSettings, 'columns'>,
): Html {
	if (columns.length === 0) return nothing;
	const open = questions.filter(({ proposed }) => proposed === undefined);
	const isOpen = (about?: SettingName[]) =>
		open.some(({ field }) => about?.some((name) => name === field));
	const { allRows, ...flagMeanings } = flagLabels;
	const options = Object.entries({ ...fieldLabels, ...flagMeanings }).map(
		([name, label]): Option => [name, translated(label)],
	);
	const others = (value: string): Option => [value, translated(allRows)];
	const aboutOf = (name: string) => questions.find(({ field }) => field === name)?.columns;
	const flags = aboutOf('flags') ?? [];
	const steps = Object.keys(columnSteps);
	const names = columns.map(({ number }) => `column${number}`);
	const asked = [...steps, ...names].map((one) => markOf(one, askedOf(one)));
	const lines = columns.map((column) => {
		const { number, name, field = unused } = column;
		const own = `column${number}`;
		const isFlag = flags.includes(number);
		// An error that names no columns is about all.
		const asks = steps.filter((step) => aboutOf(step)?.includes(number) ?? true);
		const marked = [own, ...asks].find((one) => askedOf(one) !== undefined) ?? own;
		const meaning = isFlag ? '' : valueOf(own) || field;
		const begin: Option[] = isFlag ? [['', say`Choose…`]] : [];
		const end = others(isFlag || meaning === 'allRows' ? 'allRows' : unused);
		const chosen = html`${name}<select
				name="${own}"
				aria-label="${say`Meaning of ${name}`}"
				${markOf(marked, askedOf(marked)).mark}
			>
				${optionTags([...begin, ...options, end], meaning)}
			</select>`;
		const isKnown = meaning === field && !isOpen(aboutCells[field]);
		return [chosen, samplesText(isKnown ? column : { ...column, field: undefined })];
	});
	const head = [say`Column and its meaning`, say`For example`];
	const rest: Choice = [
		'flags',
		say`Columns of yes and no that are left open here`,
		[['', say`Choose…`], others('-')],
	];
	return html`${asked.map(({ words }) => words)}${flags.length > 0 || valueOf('flags') !== '' ? choice(rest, valueOf) : nothing}${htmlTable(say`Columns`, head, lines)}`;
}

const aboutCells: Partial<Record<string, SettingName[]>> = {
	phone: ['country', 'twoWays'],
	megabytes: ['unit', 'decimal'],
};

/** Some cells of a column, and what came out of them. */
export function samplesText({ field, samples }: ShownColumn): string {
	const shown = samples.map(({ before, after }) => {
		const read = typeof after === 'number' ? `${number(after)} MB` : after;
		return field && read !== before && read !== '' ? `${before} → ${read}` : before;
	});
	return inRow(shown);
}

/** The columns are chosen in a table. */
const settingsBesideColumns = listSettingNames.filter((name) => !(name in columnSteps));

const choices = (): Choice[] => [
	...settingsBesideColumns.map((name): Choice => [
		name,
		fieldLabelOf(name),
		[findOut(), ...settingOptions(name)],
	]),
	['sheet', fieldLabelOf('sheet'), []],
];

const amountOfAll = (): FormField => [
	'megabytes',
	fieldLabelOf('megabytes'),
	'number',
	html`min="0" step="any"`,
];
