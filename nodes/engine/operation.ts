import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ZodType, ZodTypeDef } from 'zod';
import type { PlatformRecord } from '../../platform/records';

/** One HTTP request to the platform; `path` starts with a slash and is already percent-encoded. */
export interface PlatformRequest {
	method: 'GET' | 'POST';
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Carry the access token in the header `token` as well (contract, “Data gifting”, 2). */
	tokenHeader?: boolean;
}

/**
 * What sending a request twice does: `read` nothing; `write` acts again (gives or charges twice);
 * `attempt` uses up one of the customer's tries.
 */
export type Effect = 'read' | 'write' | 'attempt';

/** One operation of the platform as data and pure functions. `Params` is what `params` makes of the fields. */
export interface Operation<Params = unknown> {
	/** Stored in workflows: never changed once released. */
	value: string;
	name: string;
	/** How the operation is called in n8n's node panel. */
	action: string;
	description: string;
	effect: Effect;
	fields: INodeProperties[];
	/** Checks and normalises the values of `fields`, by their names. */
	params: ZodType<Params, ZodTypeDef, unknown>;
	request(params: Params): PlatformRequest;
	/** The output items of an answer; undefined when it cannot be read. */
	records(answer: unknown, params: Params): PlatformRecord[] | undefined;
}

/** The operations on one kind of thing, as the “Resource” dropdown groups them. */
export interface Resource {
	/** Stored in workflows: never changed once released. */
	value: string;
	name: string;
	operations: Operation[];
}

/** Lets TypeScript work out `Params` from the schema, so that an operation names its parameters once. */
export function defineOperation<Params>(operation: Operation<Params>): Operation<Params> {
	return operation;
}
