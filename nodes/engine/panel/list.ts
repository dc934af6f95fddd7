import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { field } from '../../../platform/fieldHead';
import type { PlatformRecord } from '../../../platform/answer';
import { contradictions, leftOut, matches } from '../../../platform/matching';
import { parseList } from '../../../platform/verdict';
import { numeric } from '../../../platform/input';
import type { OperationResult } from '../core/exchange';
import type { Answer, PlatformRequest } from '../core/request/platformRequest';

/** Return All and Limit, as n8n's own nodes have them. */
export const listFields: INodeProperties[] = [
	{
		...field('boolean', 'Return All', 'returnAll', false),
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		...field('number', 'Limit', 'limit', 50),
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

export const listShape = { returnAll: z.boolean(), limit: numeric(z.number().int().positive()) };

type ListParams = z.infer<z.ZodObject<typeof listShape>>;

/** How much of a list is read, as the platform has no pages. @param asked what a record must show */
export function readUpTo(
	{ returnAll, limit }: ListParams,
	asked: PlatformRecord,
): Pick<PlatformRequest, 'keep' | 'maxRecords'> {
	return returnAll ? {} : { keep: (record) => matches(record, asked), maxRecords: limit };
}

/** The records that match the filters: a platform may ignore a filter, and a hint says so. */
export function limited(
	records: PlatformRecord[],
	{ returnAll, limit }: ListParams,
	asked: PlatformRecord,
): OperationResult {
	const own = records.filter((record) => matches(record, asked));
	const ignored = records.flatMap((record) => contradictions(record, asked));
	return {
		records: returnAll ? own : own.slice(0, limit),
		...(ignored.length > 0 && { hint: leftOut(ignored) }),
	};
}

/** As `parseList`, with the records that are wanted. */
export function parseLimited(
	answer: Answer,
	params: ListParams,
	asked: PlatformRecord = {},
): OperationResult | undefined {
	const records = parseList(answer);
	return records && limited(records, params, asked);
}
