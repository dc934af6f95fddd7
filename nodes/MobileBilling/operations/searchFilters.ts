import type { INodeProperties } from 'n8n-workflow';
import { choicesOf, field, text } from '../../../platform/fieldHead';
import { isRange, type FieldKind } from '../../../platform/search';
import { countryField, phoneFilterField, operatorCodeField } from '../../engine/panel/fields';

/** A field of a record. With a label, the panel offers it as a filter. */
export interface SearchField {
	kind: FieldKind;
	label?: string;
	about?: string;
	example?: string;
	words?: Record<string, string>;
	initial?: string;
}

/** Fields that only “Other Filters” searches. */
export function searchedOnly(kind: FieldKind, ...names: string[]): Record<string, SearchField> {
	return Object.fromEntries(names.map((name) => [name, { kind }]));
}

export const filter = (kind: FieldKind, label: string, about: string, example?: string) => ({
	kind,
	label,
	about,
	example,
});

/** A field with the values that the contract shows. */
export const choiceFilter = (
	label: string,
	about: string,
	words: Record<string, string>,
	initial = Object.keys(words)[0],
): SearchField => ({ kind: 'choice', label, about, words, initial });

export function filtersOf(fields: Record<string, SearchField>): INodeProperties {
	const filters = [
		countryField,
		phoneFilterField,
		operatorCodeField,
		...Object.entries(fields).flatMap(([name, searched]) => filterOf(name, searched)),
	];
	return {
		...field('collection', 'Filters', 'filters', {}),
		placeholder: 'Add filter',
		options: filters.sort((one, other) => one.displayName.localeCompare(other.displayName)),
	};
}

function filterOf(
	name: string,
	{ kind, label, words, initial, about = '', example = '700000123' }: SearchField,
): INodeProperties[] {
	if (label === undefined) return [];
	if (isRange(kind)) return boundsOf(name, label, about, kind === 'timeRange');
	if (kind === 'flag') return [{ ...field('boolean', label, name, true), description: about }];
	if (!words) return [{ ...text(label, name, example), description: about }];
	const options = choicesOf(words);
	return [{ ...field('options', label, name, initial), options, description: about }];
}

/** The two ends of a range; neither belongs to it (contract, “Query APIs”). */
function boundsOf(name: string, label: string, about: string, isTime: boolean): INodeProperties[] {
	const bound = (end: 'From' | 'To', word: string, compared: string): INodeProperties => ({
		...(isTime
			? field('dateTime', `${label} ${word}`, `${name}${end}`, '', '2026-11-21T00:00:00')
			: text(`${label} ${word}`, `${name}${end}`, '4.99')),
		description: `${about}, ${compared} than this`,
	});
	return isTime
		? [bound('From', 'After', 'later'), bound('To', 'Before', 'earlier')]
		: [bound('From', 'Above', 'higher'), bound('To', 'Below', 'lower')];
}

export const otherFilters: INodeProperties = {
	...field('fixedCollection', 'Other Filters', 'otherFilters', {}),
	typeOptions: { multipleValues: true },
	placeholder: 'Add other filter',
	description: 'Filters by any other field of the record, or by a range of it',
	options: [
		{
			displayName: 'Filter',
			name: 'filter',
			values: [
				{
					...text('Name', 'name', 'timeChargedFrom'),
					description: "The field's name at the platform; add From or To for one end of a range",
				},
				{
					...text('Value', 'value', '2026-11-21 00:00:00'),
					description: 'The value or the end of the range, which is excluded; null for no value',
				},
			],
		},
	],
};
