import { getCountries } from '../libraries/libphonenumber';
import { fieldLabels } from './columns';
import { meanings } from './declared';
import {
	choice,
	input,
	optionsOf,
	type Choice,
	type Field,
	type Option,
	type ValueOf,
} from './formFields';
import { html, nothing, table, type Html } from './html';
import { meaningOf } from './recall';
import type { ShownList } from './shownList';

/** What a person says of how a list is read (declared.ts). @param list what was seen of it */
export function readingFields(list: Partial<ShownList> | undefined, valueOf: ValueOf): Html {
	const { columns = [], questions = [] } = list ?? {};
	const proposed: ValueOf = (name) =>
		valueOf(name) || (questions.find(({ field }) => field === name)?.proposed ?? '');
	return html`${columns.length > 0 ? columnChoices(columns) : nothing}
		<div class="choices">
			${choices.map((one) => choice(one, proposed))} ${typed.map((one) => input(one, valueOf))}
		</div>`;
}

/** Whether something of it was entered before. */
export function isReadingEntered(valueOf: ValueOf): boolean {
	return [...choices, ...typed].some(([name]) => valueOf(name) !== '');
}

/** Each column with some of its cells, and what it is. */
function columnChoices(columns: ShownList['columns']): Html {
	const options = Object.entries(meanings).map(([word, field]): Option => [
		word,
		field ? fieldLabels[field] : 'Not used',
	]);
	const lines = columns.map(({ number, name, field, samples }) => {
		const read = samples.map(({ before, after }) =>
			field && after !== before ? `${before} → ${after}` : before,
		);
		const chosen = html`${name}<select name="column${number}" aria-label="Meaning of ${name}">
				${optionsOf(options, meaningOf(field))}
			</select>`;
		return [chosen, read.join(', ')];
	});
	return table('Columns', ['Column and its meaning', 'For example'], lines);
}

const byDefault: Option = ['', 'By default'];

const choices: Choice[] = [
	[
		'country',
		'Country of numbers without a code',
		[byDefault, ['international', 'All have their code'], ...countries()],
	],
	[
		'twoWays',
		'Ambiguous numbers are',
		[byDefault, ['national', 'Of the country'], ['international', 'International']],
	],
	['unit', 'Unit of amounts', [byDefault, ['MB', 'MB'], ['GB', 'GB']]],
	['gigabyte', 'A GB is', [byDefault, ['1024', '1,024 MB'], ['1000', '1,000 MB']]],
	['decimal', 'Decimal sign', [byDefault, ['comma', 'Comma'], ['point', 'Point']]],
	['firstRow', 'First row', [byDefault, ['names', 'Names of columns'], ['customer', 'A customer']]],
];

const typed: Field[] = [
	['megabytes', 'MB for rows without an amount', 'number', html`min="0" step="any"`],
	['sheet', 'Sheet of the workbook', 'text'],
];

function countries(): Option[] {
	const names = new Intl.DisplayNames('en', { type: 'region' });
	return getCountries()
		.map((code): Option => [code, names.of(code) ?? code])
		.sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}
