import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { isNothing, textIn, type PlatformRecord } from '../../../platform/answer';
import {
	checked,
	InputError,
	normalized,
	requiredTextSchema,
	textOf,
	textSchema,
} from '../../../platform/input';
import {
	recordsFound,
	searchBody,
	searchRequest,
	type Filter,
	type RecordFields,
	type RecordKind,
} from '../../../platform/search';
import { serviceFilterField, simplifyField } from '../../engine/panel/fields';
import { limited, listFields, listShape, readUpTo } from '../../engine/panel/list';
import { remoteOperation } from '../../engine/panel/operation';
import { filtersOf, otherFilters, type SearchField } from './searchFilters';

/** The differences between the search of subscriptions and that of transactions. */
export interface Search {
	kind: RecordKind;
	/** All fields of the record; the panel offers those with a label as filters. */
	fields: Record<string, SearchField>;
	simplify: readonly string[];
	/** How a record is found by its ID. */
	byId: {
		description: string;
		idField: INodeProperties;
		filterOf(id: string): Record<string, number | string>;
		isIt(record: PlatformRecord, id: string): boolean;
	};
}

const loneRecord =
	'The platform answered with a single record, not a list, so more may match. Narrow the filters until only one can.';

/** Makes an operation of the query APIs (contract, "Query APIs"). */
export function searchOperation({ kind, fields, simplify }: Search) {
	return remoteOperation({
		value: 'getMany',
		name: 'Get Many',
		action: `Get many ${kind}`,
		description: `Search ${kind}, with filters on any of their fields`,
		effect: 'read',
		fields: [serviceFilterField, ...listFields, simplifyField, filtersOf(fields), otherFilters],
		params: paramsOf(fields),
		request: ({ body, ...wanted }) => ({
			...searchRequest(kind, body),
			...readUpTo(wanted, body),
		}),
		simplify,
		parse: (answer, params) => {
			const found = recordsFound(answer);
			if (!found) return undefined;
			// An older platform shows one record however many match (public facts, "Query APIs").
			const isLone = found.length > 0 && params.returnAll && !Array.isArray(answer.body);
			const ownFields = isLone ? { warning: loneRecord } : undefined;
			return { ...limited(found, params, params.body), ownFields };
		},
	});
}

const filterName = normalized((name) => {
	const text = textOf(name);
	if (text !== '') return text;
	throw new InputError(
		'has a filter without a name',
		'Fill in the name of a field, or remove the filter.',
	);
});

const filterValue = normalized((value) => {
	if (!isNothing(value)) return textIn(value) === 'null' ? null : value;
	throw new InputError(
		'has a filter without a value',
		'Fill in the value, or write null for a field that must be empty.',
	);
});

/** A filter that was added and left half empty would find everything. */
const otherFilterSchema = z.object({ name: filterName, value: filterValue });

function paramsOf(fields: RecordFields) {
	return z
		.object({
			serviceKey: textSchema,
			filters: z.record(z.unknown()),
			otherFilters: z.object({ filter: z.array(otherFilterSchema).default([]) }),
			...listShape,
			timezone: z.string(),
		})
		.transform(
			checked('filters', ({ serviceKey, filters, otherFilters: { filter }, timezone, ...rest }) => {
				const inPanel = Object.entries({ serviceKey, ...filters });
				const given = inPanel.filter(([, value]) => !isNothing(value));
				const others = filter.map(({ name, value }): Filter => [name, value]);
				const body = searchBody([...given, ...others], fields, timezone) as IDataObject;
				return { ...rest, body };
			}),
		);
}

export function getOperation({ kind, simplify, byId }: Search) {
	const { description, idField, filterOf, isIt } = byId;
	const { name } = idField;
	const noun = kind.slice(0, -1);
	const shape: Record<string, typeof textSchema> = {
		serviceKey: textSchema,
		[name]: requiredTextSchema,
	};
	return remoteOperation({
		value: 'get',
		name: 'Get',
		action: `Get ${noun}`,
		description,
		effect: 'read',
		fields: [serviceFilterField, idField, simplifyField],
		params: z.object(shape),
		request: ({ serviceKey, [name]: id = '' }) =>
			searchRequest(kind, { ...(serviceKey && { serviceKey }), ...filterOf(id) }),
		simplify,
		parse: (answer, { [name]: id = '' }) => {
			const found = recordsFound(answer);
			const own = found?.find((record) => isIt(record, id));
			return own ? { records: [own] } : found && { notFound: `${noun} ${id}` };
		},
	});
}
