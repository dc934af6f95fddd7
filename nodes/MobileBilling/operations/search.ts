import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { normalizeServiceKey } from '../../../platform/identifiers';
import { checked, optionally, textSchema } from '../../../platform/input';
import {
	recordsFound,
	searchBody,
	simplified,
	withoutPin,
	type RecordFields,
} from '../../../platform/search';
import { optionalServiceKeyField } from '../../engine/fields';
import { remoteOperation, type Answer, type ParsedAnswer } from '../../engine/operation';
import { filtersOf, otherFilters, type SearchField } from './searchFilters';

/** What tells one search from the other. */
interface Search {
	action: string;
	description: string;
	path: string;
	/** The fields of the record that aren't just text, and those the panel offers as filters. */
	fields: Record<string, SearchField>;
	/** A time that every record has. */
	begun: string;
	/** The fields of “Simplify”. */
	shown: readonly string[];
}

const output: INodeProperties[] = [
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
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
];

const serviceField: INodeProperties = {
	...optionalServiceKeyField,
	description:
		'Only this service. Left empty, it is the one of the service credential; without that, all of your services.',
};

const loneRecord =
	'The platform answered with one record and no list: more may match. Narrow the filters until only one can.';

/** Makes an operation of the query APIs (contract, "Query APIs"). */
export function searchOperation({ action, description, path, fields, begun, shown }: Search) {
	return remoteOperation({
		value: 'getMany',
		name: 'Get Many',
		action,
		description,
		effect: 'read',
		costs: 'nothing',
		fields: [serviceField, ...output, filtersOf(fields), otherFilters],
		params: paramsOf(fields),
		// n8n leaves an empty body out, and the platform wants one: all there is began after 1970.
		request: ({ body }) => ({
			method: 'POST',
			path,
			body: Object.keys(body).length > 0 ? body : { [begun]: { gt: '1970-01-01 00:00:00' } },
			searchLogin: true,
		}),
		parse: (answer, params) => itemsIn(answer, params, shown),
	});
}

type Params = z.infer<ReturnType<typeof paramsOf>>;

function paramsOf(fields: RecordFields) {
	return z
		.object({
			serviceKey: optionally(normalizeServiceKey),
			filters: z.record(z.unknown()),
			otherFilters: z.object({
				filter: z.array(z.object({ name: textSchema, value: textSchema })).default([]),
			}),
			returnAll: z.boolean(),
			limit: z.coerce.number().int().positive(),
			simplify: z.boolean(),
			timezone: z.string(),
		})
		.transform(
			checked('filters', ({ serviceKey, filters, otherFilters: { filter }, timezone, ...rest }) => {
				const others = Object.fromEntries(filter.map(({ name, value }) => [name, value]));
				const all = { serviceKey, ...filters, ...others };
				return { ...rest, body: searchBody(all, fields, timezone) as IDataObject };
			}),
		);
}

function itemsIn(answer: Answer, params: Params, shown: readonly string[]): ParsedAnswer {
	const { returnAll, limit, simplify } = params;
	const found = recordsFound(answer);
	const wanted = returnAll ? found : found?.slice(0, limit);
	const records = wanted?.map((one) => (simplify ? simplified(one, shown) : withoutPin(one)));
	// An older platform shows one record however many match (public facts, "Query APIs").
	const [first] = Array.isArray(answer.body) || !returnAll ? [] : (records ?? []);
	return records && { records: first ? [{ ...first, warning: loneRecord }] : records };
}
