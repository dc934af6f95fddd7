import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ZodType, ZodTypeDef } from 'zod';
import type { Outcomes } from '../../platform/outcome';
import type { PlatformRecord } from '../../platform/records';
import type { Refusal } from '../../platform/refusal';
import type { Service } from '../../platform/service';

/** One HTTP request to the platform; `path` starts with a slash and is already percent-encoded. */
export interface PlatformRequest {
	method: 'GET' | 'POST';
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Carry the access token in the header `token` as well (contract, “Data gifting”, 2). */
	tokenHeader?: boolean;
	/** Must not leave twice, not even when the token was refused. */
	once?: boolean;
	/** Prove who asks the way the credential sets for searches (contract, “Authentication”, 4). */
	searchLogin?: boolean;
}

/** An answer of the platform; the body is parsed when it is JSON, text otherwise. */
export interface Answer {
	status: number;
	body: unknown;
}

/** What an operation may know besides its own fields. */
export interface Surroundings {
	/** The service credential; all of it is empty when none is set. */
	service: Service;
	/** The platform's base address, without a trailing slash; empty when the operation needs no account. */
	baseUrl: string;
	/** Unix milliseconds. */
	now: number;
}

/** How an operation ended: the items it makes, and which of its outcomes this was. */
export interface Ending {
	records: PlatformRecord[];
	/** One of the operation's `outcomes`. */
	outcome?: string;
}

/** What an answer means. */
export type Reading = Ending | { refused: Refusal };

/**
 * What sending a request twice does: `read` nothing; `write` acts again (gives or charges twice);
 * `attempt` uses up one of the customer's tries.
 */
export type Effect = 'read' | 'write' | 'attempt';

interface CommonPart<Params> {
	/** Stored in workflows: never changed once released. */
	value: string;
	name: string;
	/** How the operation is called in n8n's node panel. */
	action: string;
	description: string;
	fields: INodeProperties[];
	/**
	 * Checks and normalises the values of `fields`, by their names. `timezone`, the workflow's, is there as well; a
	 * `serviceKey` left empty is the service credential's.
	 */
	params: ZodType<Params, ZodTypeDef, unknown>;
	/** How it can end, each with an output of its own; `unknown` goes last. */
	outcomes?: Outcomes;
	/** Values that must not be repeated in an output or an error, should the platform send them back. */
	secrets?(params: Params): string[];
}

/** An operation the platform carries out. */
export interface RemoteOperation<Params = unknown> extends CommonPart<Params> {
	effect: Effect;
	request(params: Params, around: Surroundings): PlatformRequest;
	/** Undefined when the answer is none this operation knows. */
	read(answer: Answer, params: Params): Reading | undefined;
}

/** An operation that is worked out here; no request leaves. */
export interface LocalOperation<Params = unknown> extends CommonPart<Params> {
	effect: 'local';
	/** Whether it needs the account's base address. */
	usesAccount: boolean;
	compute(params: Params, around: Surroundings): Ending;
}

/** One operation of the platform as data and pure functions. `Params` is what `params` makes of the fields. */
export type Operation = RemoteOperation | LocalOperation;

/** The operations on one kind of thing, as the “Resource” dropdown groups them. */
export interface Resource {
	/** Stored in workflows: never changed once released. */
	value: string;
	name: string;
	operations: Operation[];
}

/** Lets TypeScript work out `Params` from the schema, so that an operation names its parameters once. */
export function remoteOperation<Params>(
	operation: RemoteOperation<Params>,
): RemoteOperation<Params> {
	return operation;
}

/** As `remoteOperation`, for one that is worked out here. */
export function localOperation<Params>(operation: LocalOperation<Params>): LocalOperation<Params> {
	return operation;
}

/** Reads every 2xx answer into the items that `recordsIn` finds in it; any other answer is a refusal. */
export function readingRecords(recordsIn: (body: unknown) => PlatformRecord[] | undefined) {
	return ({ status, body }: Answer): Reading | undefined => {
		const records = isSuccess(status) ? recordsIn(body) : undefined;
		return records && { records };
	};
}

export function isSuccess(status: number): boolean {
	return status >= 200 && status <= 299;
}
