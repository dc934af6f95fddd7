import { getCountries } from '../libraries/libphonenumber';
import { fieldLabels } from './columns';
import { choicesOf, readingSettings, saidNames, unused } from './declared';
import {
	choice,
	input,
	optionsOf,
	type Choice,
	type Field,
	type Option,
	type ValueOf,
} from './formFields';
import { html, nothing, type Html } from '../pages/html';
import { table } from './page';
import type { Question } from './questions';
import type { ShownColumn } from './shownList';

/** What a person says of how a list is read, besides its columns (declared.ts). @param questions what is to be said */
export function readingFields(valueOf: ValueOf, questions: Question[] = []): Html {
	const proposed: ValueOf = (name) =>
		valueOf(name) || (questions.find(({ field }) => field === name)?.proposed ?? '');
	return html`<div class="choices">
		${input(amountOfAll, valueOf)} ${choices.map((field) => choice(field, proposed))}
		${sheetField(valueOf, questions)}
	</div>`;
}

/** Whether a field of a form is one of these. */
export function isReadingField(name: string): boolean {
	return [amountOfAll, ...choices, sheet].some((field) => field[0] === name);
}

/** A choice of the sheets that may be the list, where that is asked. */
function sheetField(valueOf: ValueOf, questions: Question[]): Html {
	const { choices: names } = questions.find(({ field }) => field === 'sheet') ?? {};
	if (!names) return input(sheet, valueOf);
	const options = names.map((name): Option => [name, name]);
	return choice(['sheet', sheet[1], [['', 'Choose…'], ...options]], valueOf);
}

/** Each column with some of its cells, and a choice of what it is; nothing before the sheet is chosen. */
export function columnChoices(columns: ShownColumn[]): Html {
	if (columns.length === 0) return nothing;
	const options: Option[] = [...Object.entries(fieldLabels), [unused, 'Not used']];
	const lines = columns.map((column) => {
		const { number, name, field } = column;
		const chosen = html`${name}<select name="column${number}" aria-label="Meaning of ${name}">
				${optionsOf(options, field ?? unused)}
			</select>`;
		return [chosen, samplesOf(column)];
	});
	return table('Columns', ['Column and its meaning', 'For example'], lines);
}

/** Some cells of a column, and what came out of them. */
export function samplesOf({ field, samples }: ShownColumn): string {
	return samples
		.map(({ before, after }) => (field && after !== before ? `${before} → ${after}` : before))
		.join(', ');
}

const byDefault: Option = ['', 'By default'];
const inSentence = (label: string) => label.charAt(0) + label.slice(1).toLowerCase();

/** The columns are chosen in a table. */
const choices = saidNames
	.filter((name) => name !== 'phoneColumn' && name !== 'amountColumn')
	.map((name): Choice => {
		const own: Option[] =
			name === 'country'
				? [['international', 'All have their code'], ...countries()]
				: choicesOf(name);
		return [name, inSentence(readingSettings[name].label), [byDefault, ...own]];
	});

const amountOfAll: Field = [
	'megabytes',
	'MB for rows without an amount',
	'number',
	html`min="0" step="any"`,
];
const sheet: Field = ['sheet', 'Sheet of the workbook', 'text'];

function countries(): Option[] {
	const names = new Intl.DisplayNames('en', { type: 'region' });
	return getCountries()
		.map((code): Option => [code, names.of(code) ?? code])
		.sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}
