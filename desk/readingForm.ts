import { getCountries } from '../libraries/libphonenumber';
import { fieldLabels } from '../lists/columns';
import { choicesOf, readingSettings, saidNames, unused, type SaidName } from '../lists/declared';
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
import { sentenceOf, type Question } from '../lists/questions';
import type { ShownColumn } from '../lists/shownList';

/** What a person says of how a list is read, besides its columns (declared.ts). @param questions have their own fields */
export function readingFields(valueOf: ValueOf, questions: Question[] = []): Html {
	const isFree = ([name]: Field | Choice) => !questions.some(({ field }) => field === name);
	return html`<div class="choices">
		${input(amountOfAll, valueOf)} ${choices.filter(isFree).map((field) => choice(field, valueOf))}
		${isFree(sheet) ? input(sheet, valueOf) : nothing}
	</div>`;
}

/** What is asked, each with the field for its answer; columns come last, because their table follows. */
export function askedFields(valueOf: ValueOf, questions: Question[]): Html[] {
	const isColumn = ({ field }: Question) => Object.hasOwn(columnSteps, field);
	const ordered = [...questions].sort((one, other) => +isColumn(one) - +isColumn(other));
	return ordered.map((question) => {
		const { field } = question;
		const step = columnSteps[field];
		const text = html`<p id="asked-${field}"><b>${sentenceOf(question)} ${step ?? nothing}</b></p>`;
		return html`${text}${answerField(question, valueOf)}`;
	});
}

/** How a question about a column is answered in the table of columns. */
const columnSteps: Partial<Record<Question['field'], string>> = {
	phoneColumn: 'Choose in this table which column is the Phone Number.',
	amountColumn:
		'Choose in this table which column is the Amount (MB), or fill in the MB for rows without an amount.',
};

/** The field for an answer, with what is proposed. */
function answerField({ field, proposed = '', choices: own }: Question, valueOf: ValueOf): Html {
	const known = choices.find(([name]) => name === field);
	const label = known?.[1] ?? sheet[1];
	const options = known?.[2].slice(1) ?? own?.map((name): Option => [name, name]);
	if (!options) return nothing;
	const described = html`aria-describedby="asked-${field}"`;
	const all: Option[] = [['', 'Choose…'], ...options];
	return choice([field, label, all, described], (name) => valueOf(name) || proposed);
}

/** Whether a field of a form is one of these. */
export function isReadingField(name: string): boolean {
	return [amountOfAll, ...choices, sheet].some((field) => field[0] === name);
}

/**
 * Each column with some of its cells, and a choice of what it is; nothing before the sheet is chosen.
 *
 * @param questions without an answer nobody knows what comes out of the cells that they're about
 */
export function columnChoices(columns: ShownColumn[], questions: Question[] = []): Html {
	if (columns.length === 0) return nothing;
	const open = questions.filter(({ proposed }) => proposed === undefined);
	const isOpen = (about?: SaidName[]) =>
		open.some(({ field }) => about?.some((name) => name === field));
	const options: Option[] = [...Object.entries(fieldLabels), [unused, 'Not used']];
	const lines = columns.map((column) => {
		const { number, name, field } = column;
		const chosen = html`${name}<select name="column${number}" aria-label="Meaning of ${name}">
				${optionsOf(options, field ?? unused)}
			</select>`;
		const isKnown = !field || !isOpen(aboutCells[field]);
		return [chosen, samplesOf(isKnown ? column : { ...column, field: undefined })];
	});
	return table('Columns', ['Column and its meaning', 'For example'], lines);
}

const aboutCells: Partial<Record<keyof typeof fieldLabels, SaidName[]>> = {
	phone: ['country', 'twoWays'],
	megabytes: ['unit', 'decimal'],
};

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

export function countries(): Option[] {
	const names = new Intl.DisplayNames('en', { type: 'region' });
	return getCountries()
		.map((code): Option => [code, names.of(code) ?? code])
		.sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}
