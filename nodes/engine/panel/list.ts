import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { parseList } from '../../../platform/verdict';
import { numeric } from '../../../platform/input';
import type { OperationResult } from '../core/exchange';
import type { Answer, PlatformRequest } from '../core/request/platformRequest';

/** Return All and Limit, as n8n's own nodes have them. */
export const listFields: INodeProperties[] = [
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

/** The schemas of `listFields`. */
export const listShape = {
	returnAll: z.boolean(),
	limit: numeric(z.number().int().positive()),
};

type ListParams = z.infer<z.ZodObject<typeof listShape>>;

/** How much of a list is read, as the platform has no pages. */
export function readUpTo({ returnAll, limit }: ListParams): Pick<PlatformRequest, 'keep' | 'most'> {
	return returnAll ? {} : { keep: () => true, most: limit };
}

/** The records that are wanted. */
export function limited<Item>(records: Item[], { returnAll, limit }: ListParams): Item[] {
	return returnAll ? records : records.slice(0, limit);
}

/** As `parseList`, with the records that are wanted. */
export function parseLimited(answer: Answer, params: ListParams): OperationResult | undefined {
	const list = parseList(answer);
	return list && { records: limited(list.records, params) };
}
