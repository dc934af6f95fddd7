import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import type { ZodType, ZodTypeDef } from 'zod';
import { itemReader } from '../engine/n8n/input';
import type { ShownOperation } from '../engine/panel/operation';

/** An operation of this node. */
export interface CampaignOperation extends ShownOperation {
	/** Their names, in their order. */
	outputs: string[];
	execute(context: IExecuteFunctions): INodeExecutionData[][] | Promise<INodeExecutionData[][]>;
}

/** An item with files. */
export class FileItem {
	constructor(
		readonly json: object,
		readonly binary?: IBinaryKeyData,
	) {}
}

/** The JSON of the items of each output. */
type Outputs = (object | undefined)[][];

/** A step of the campaign workflow: its words, and the outputs that it makes of all input items together. */
interface Step<Params>
	extends
		Omit<CampaignOperation, 'execute' | 'effect' | 'costs' | 'params'>,
		Partial<Pick<CampaignOperation, 'costs'>> {
	params: ZodType<Params, ZodTypeDef, unknown>;
	execute(context: IExecuteFunctions, params: Params): Outputs | Promise<Outputs>;
}

/** Lets TypeScript infer `Params` from the schema, and makes the items, without those that are missing. */
export function workflowStep<Params>({ execute, ...words }: Step<Params>): CampaignOperation {
	const operation = { effect: 'local', costs: 'nothing' as const, ...words };
	return {
		...operation,
		async execute(context) {
			const params = itemReader(context, operation)(0) as Params;
			const outputs = await execute(context, params);
			return outputs.map((all) => all.flatMap((json) => (json ? [itemOf(json)] : [])));
		},
	};
}

function itemOf(made: object): INodeExecutionData {
	const { json, binary } = made instanceof FileItem ? made : { json: made };
	return { json: { ...json } as IDataObject, pairedItem: { item: 0 }, ...(binary && { binary }) };
}
