import type { INodeProperties } from 'n8n-workflow';
import { isRange, type FieldKind } from '../../../platform/search';
import { choicesOf } from '../../../platform/enumerations';
import { countryField, filterMsisdnField, operatorCodeField } from '../../engine/panel/fields';

/** A field of a record by which it's searched. Those without a label every search has. */
export interface SearchField {
	kind: FieldKind;
	/** Of a choice: its values and their words. */
	words?: Record<string, string>;
	/** Which value is preselected; without it the first one. */
	initial?: string;
	label?: string;
	/** Becomes the filter's description. */
	about?: string;
	example?: string;
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
	if (isRange(kind)) return boundsOf(name, label, about, kind);
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
function boundsOf(name: string, label: string, about: string, kind: FieldKind): INodeProperties[] {
	const isTime = kind !== 'priceRange';
	const placeholder = kind === 'localRange' ? '2026-11-21 00:00:00' : '2026-11-21T00:00:00';
	return (isTime ? timeBounds : priceBounds).map(({ end, word, description }) => ({
		displayName: `${label} ${word}`,
		name: `${name}${end}`,
		// What is picked is on the workflow's clock, and not on the customer's.
		type: kind === 'timeRange' ? 'dateTime' : 'string',
		default: '',
		placeholder: `e.g. ${isTime ? placeholder : '4.99'}`,
		description: `${about}, ${description}`,
	}));
}
