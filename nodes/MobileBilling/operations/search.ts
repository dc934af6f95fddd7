import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { normalizeServiceKey } from '../../../platform/identifiers';
import { checked, optionally, textSchema } from '../../../platform/input';
import type { RecordFields } from '../../../platform/recordFields';
import { searchBody, searchReader, simplified, withoutPin } from '../../../platform/search';
import { optionalServiceKeyField } from '../../engine/fields';
import { remoteOperation, type Answer, type ParsedAnswer } from '../../engine/operation';

/** What tells one search from the other. */
interface Search {
	action: string;
	description: string;
	path: string;
	fields: RecordFields;
	/** A time that every record has. */
	begun: string;
	/** The fields of “Simplify”. */
	shown: readonly string[];
	/** The filters that have an editor of their own, named as `searchBody` reads them. */
	filters: INodeProperties[];
}

const otherFilters: INodeProperties = {
	displayName: 'Other Filters',
	name: 'otherFilters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add other filter',
	default: {},
	description: 'Any other field of the record, by its name at the platform',
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
					placeholder: 'merchantReference',
					description: 'The name of the field, as the platform writes it',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'order-17',
					description: 'The value it must have',
				},
			],
		},
	],
};

const paging: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

const loneRecord =
	'The platform answered with one record and no list: more may match. Narrow the filters until only one can.';

/** Makes an operation of the query APIs (contract, "Query APIs"). */
export function searchOperation(search: Search) {
	const { action, description, path, fields, begun } = search;
	return remoteOperation({
		value: 'getMany',
		name: 'Get Many',
		action,
		description,
		effect: 'read',
		costs: 'nothing',
		fields: fieldsOf(search.filters),
		params: paramsOf(fields),
		// n8n leaves an empty body out, and the platform wants one: all there is began after 1970.
		request: ({ body }) => ({
			method: 'POST',
			path,
			body: Object.keys(body).length > 0 ? body : { [begun]: { gt: '1970-01-01 00:00:00' } },
			searchLogin: true,
		}),
		parse: parserOf(search),
	});
}

function fieldsOf(filters: INodeProperties[]): INodeProperties[] {
	return [
		{
			...optionalServiceKeyField,
			description:
				'Only this service. Left empty, it is the one of the service credential; without that, all of your services.',
		},
		...paging,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: filters,
		},
		otherFilters,
		simplify,
	];
}

const named = z.object({ name: textSchema, value: textSchema });

function paramsOf(fields: RecordFields) {
	return z
		.object({
			serviceKey: optionally(normalizeServiceKey),
			filters: z.record(z.unknown()),
			otherFilters: z.object({ filter: z.array(named).default([]) }),
			returnAll: z.boolean(),
			limit: z.coerce.number().int().positive(),
			simplify: z.boolean(),
			timezone: z.string(),
		})
		.transform(
			checked('filters', ({ serviceKey, filters: picked, otherFilters: others, ...rest }) => {
				const more = others.filter.map(({ name, value }) => [name, value] as const);
				const all = { serviceKey, ...picked, ...Object.fromEntries(more) };
				return { ...rest, body: searchBody(all, fields, rest.timezone) as IDataObject };
			}),
		);
}

function parserOf({ fields, begun, shown }: Search) {
	const recordsIn = searchReader(fields);
	const lone = z.object({ [begun]: z.string() });
	return (answer: Answer, params: z.infer<ReturnType<typeof paramsOf>>): ParsedAnswer => {
		const { returnAll, limit } = params;
		const records = recordsIn(answer);
		const wanted = returnAll ? records : records?.slice(0, limit);
		const items = wanted?.map((record) =>
			params.simplify ? simplified(record, shown, fields) : withoutPin(record),
		);
		// An older platform shows one record however many match (public facts, "Query APIs").
		const isLone = returnAll && lone.safeParse(answer.body).success;
		return items && { records: isLone ? [{ ...items[0], warning: loneRecord }] : items };
	};
}
