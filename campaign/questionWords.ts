import { InputError, quoted } from '../platform/input';
import { count } from './html';
import type { Question } from './questions';

/** More names are no help. */
const maxListed = 10;

export function listed(names: string[]): string {
	const shown = names.slice(0, maxListed).map(quoted).join(', ');
	return names.length > maxListed ? `${shown} and ${names.length - maxListed} more` : shown;
}

/** A question as the error of a list: what it may be, and what to declare. @param names of its columns */
export function questionError(question: Question, names: string[]): InputError {
	const { about, samples, cells, choices } = question;
	const written = listed(samples.map(String));
	switch (about) {
		case 'phone':
			return new InputError(
				columnTitle('phone numbers', choices, names),
				"Choose the column as 'Phone Column'.",
			);
		case 'megabytes':
			return new InputError(
				columnTitle('amounts', choices, names),
				"Choose the column as 'Amount Column', or write - there if the list has no amounts.",
			);
		case 'hasHeader':
			return new InputError(
				`The first row of the list may be a customer: ${written}`,
				"Say in 'First Row' what it is.",
			);
		case 'unit':
			return new InputError(
				`The amounts of the list may be in MB or in GB: ${written}`,
				"Choose the 'Unit'.",
			);
		case 'decimal':
			return new InputError(
				`The amounts of the list have a sign for decimals or for thousands: ${written}`,
				"Choose the 'Decimal Sign'.",
			);
		case 'country':
			return new InputError(
				`The list may have numbers without a country code: ${count(cells, 'number')}, such as ${written}`,
				"Choose the 'Country of Numbers', or write international if all have their code.",
			);
		case 'twoWays':
			return new InputError(
				`The list has numbers of the country that are international ones as well: ${count(cells, 'number')}, such as ${written}`,
				"Choose in 'Ambiguous Numbers' what they are.",
			);
	}
}

function columnTitle(what: string, choices: Question['choices'], names: string[]): string {
	const found = choices.map((at) => names[Number(at)] ?? '');
	if (found.length > 1) return `The list has more than one column with ${what}: ${listed(found)}`;
	return found.length === 1
		? `The list may have ${what} in a column that may be something else: ${listed(found)}`
		: `The list has no column with ${what}. Its columns are ${listed(names)}`;
}
