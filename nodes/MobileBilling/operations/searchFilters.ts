import type { INodeProperties } from 'n8n-workflow';
import { isRange, type FieldKind } from '../../../platform/search';
import { choicesOf } from '../../../platform/enumerations';
import { countryField, filterMsisdnField, operatorCodeField } from '../../engine/panel/fields';

/** A field of a record. With a label, the panel offers it as a filter. */
export interface SearchField {
	kind: FieldKind;
	/** The values of a choice and their words. */
	words?: Record<string, string>;
	/** Which value is preselected; without it the first one. */
	initial?: string;
	label?: string;
	/** Becomes the filter's description. */
	about?: string;
	example?: string;
}

/** Fields that only “Other Filters” searches, as text. */
export function textFields(...names: string[]): Record<string, SearchField> {
	return Object.fromEntries(names.map((name) => [name, { kind: 'text' }]));
}

/** The panel's filters: those every record has, and the fields with a label. */
export function filtersOf(fields: Record<string, SearchField>): INodeProperties {
	const filters = [
		countryField,
		filterMsisdnField,
		operatorCodeField,
		...Object.entries(fields).flatMap(([name, field]) => filterOf(name, field)),
	];
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: filters.sort((one, other) => one.displayName.localeCompare(other.displayName)),
	};
}

function filterOf(
	name: string,
	{ kind, label, words, initial, about = '', example = '700000123' }: SearchField,
): INodeProperties[] {
	if (label === undefined) return [];
	if (isRange(kind)) return boundsOf(name, label, about, kind === 'timeRange');
	const filter = { displayName: label, name, description: about };
	if (kind === 'flag') return [{ ...filter, type: 'boolean', default: true }];
	if (!words) return [{ ...filter, type: 'string', default: '', placeholder: `e.g. ${example}` }];
	const options = choicesOf(words);
	return [{ ...filter, type: 'options', options, default: initial ?? options[0]?.value }];
}

const timeBounds = [
	{ end: 'From', word: 'After', description: 'later than this' },
	{ end: 'To', word: 'Before', description: 'earlier than this' },
];
const priceBounds = [
	{ end: 'From', word: 'Above', description: 'higher than this' },
	{ end: 'To', word: 'Below', description: 'lower than this' },
];

/** The two ends of a range; neither belongs to it (contract, “Query APIs”). */
function boundsOf(name: string, label: string, about: string, isTime: boolean): INodeProperties[] {
	return (isTime ? timeBounds : priceBounds).map(({ end, word, description }) => ({
		displayName: `${label} ${word}`,
		name: `${name}${end}`,
		type: isTime ? 'dateTime' : 'string',
		default: '',
		placeholder: isTime ? 'e.g. 2026-11-21T00:00:00' : 'e.g. 4.99',
		description: `${about}, ${description}`,
	}));
}

/** Filters by fields that the panel does not offer. */
export const otherFilters: INodeProperties = {
	displayName: 'Other Filters',
	name: 'otherFilters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add other filter',
	default: {},
	description: 'Filters by any other field of the record, or by a range of it',
	options: [
		{
			displayName: 'Filter',
			name: 'filter',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. timeChargedFrom',
					description: "The field's name at the platform; add From or To for one end of a range",
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 2026-11-21 00:00:00',
					description: 'The value or the end of the range, which is excluded; null for no value',
				},
			],
		},
	],
};
