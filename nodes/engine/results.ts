import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import type { PlatformRecord } from '../../platform/records';

/** What became of one input item. */
export type Result =
	| { records: PlatformRecord[]; error?: undefined }
	| { error: NodeApiError | NodeOperationError; records?: undefined };

/**
 * Turns results into n8n's items: in the order of the input, each paired with the item it came from.
 * With the error output on, n8n itself picks the failed ones out and adds the input's fields to them.
 */
export function itemsOf(context: IExecuteFunctions, results: Result[]): INodeExecutionData[] {
	const input = context.getInputData();
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const items = results.flatMap((result, index): INodeExecutionData[] => {
		const pairedItem = { item: index };
		if (result.error === undefined) {
			return result.records.map((record) => ({ json: withoutErrorKey(record), pairedItem }));
		}
		const reason = reasonOf(result.error);
		const json = hasErrorOutput ? reason : { ...input[index]?.json, ...reason };
		return [{ json, pairedItem }];
	});
	return hasErrorOutput ? goodOnesFirst(items) : items;
}

/** Only these two keys: n8n knows a failed item by there being no others. */
function reasonOf(error: NodeApiError | NodeOperationError) {
	return {
		error: error.message,
		details: {
			...(error.description ? { advice: error.description } : {}),
			...('httpCode' in error && error.httpCode !== null ? { httpCode: error.httpCode } : {}),
		},
	};
}

/** n8n takes a good item with an `error` for a failed one, so a field of that name gets another. */
function withoutErrorKey(record: PlatformRecord): IDataObject {
	const { error, ...rest } = record as IDataObject;
	return error ? { ...rest, platformError: error } : (record as IDataObject);
}

/**
 * With “Retry On Fail” n8n runs the whole node again when the first item failed, good ones and all. On their
 * separate outputs both kinds keep their order.
 */
function goodOnesFirst(items: INodeExecutionData[]): INodeExecutionData[] {
	return [
		...items.filter(({ json }) => json.error === undefined),
		...items.filter(({ json }) => json.error !== undefined),
	];
}
