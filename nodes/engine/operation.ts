import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ZodType, ZodTypeDef } from 'zod';
import { isSuccess } from '../../platform/fate';
import type { Outcomes } from '../../platform/outcome';
import type { PlatformRecord } from '../../platform/records';
import type { RunItem } from '../../platform/reference';
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
	/** Milliseconds the platform wants to be left alone; undefined when it does not say. */
	retryAfter?: number;
	/** Whether it says that there is more. */
	isPart?: boolean;
	/** Of what leaves only once: asks whether a refusal was for its token, which had ended; undefined when nobody knows. */
	hadTokenEnded?(): Promise<boolean | undefined>;
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
	/** In place of the outcome's own. */
	nextStep?: string;
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

/** What a write is known by. */
export interface Referred {
	reference: string;
	serviceKey: string;
	/** Undefined when nobody knows the number yet. */
	msisdn: string | undefined;
}

/** What the platform shows of what it holds. */
export interface Seen {
	records: PlatformRecord[];
	/** Whether there can surely be no others. */
	isAll: boolean;
}

/** How a write is found again whose answer was lost: by the merchant's reference that went with it. */
export interface Trace<Params = unknown> {
	/** The parameters with a reference; one is made where the person gave none. */
	withReference(params: Params, item: RunItem): Params;
	/** The reference that goes with the request, and who it is for. */
	referenceOf(params: Params): Referred;
	/** Asks what the platform holds of the recipient. */
	request(params: Params): PlatformRequest;
	/** The records in the answer, and whether there can be no others. Undefined when it is none. */
	read(answer: Answer): Seen | undefined;
	/** What such a record shows as references, of which one is the merchant's. */
	referencesOn(record: PlatformRecord): string[];
	/** Whether an answer says, though with 2xx, that it went wrong, so that the platform may have acted or not. */
	leavesOpen(answer: Answer): boolean;
	/** Whether an answer that leaves nothing open says that the write was done. */
	isAccepted(answer: Answer): boolean;
	/** What it means that this record is there. */
	ending(record: PlatformRecord): Ending;
}

/** Leaves those alone whom an earlier run, or another item, has served. Needs a trace. */
export interface Once<Params = unknown> {
	isWanted(params: Params): boolean;
	/** The field without which it is not wanted, though `switch` is on: an expression in it must come to something. */
	guard: { field: string; switch: string };
	/** The references by which an earlier run may have served the recipient, besides the item's own. */
	otherReferences(params: Params): string[];
	/** Asks for everything of the item's service; the trace's `read` reads it. */
	requestAll(params: Params): PlatformRequest;
	/** What becomes of an item that is not sent. `record` is what the earlier run left, undefined for another item. */
	ending(params: Params, record: PlatformRecord | undefined, otherItem?: number): Ending;
}

/** Refuses a whole list that the data pools cannot cover. */
export interface Cover<Params = unknown> {
	isWanted(params: Params): boolean;
	/** What an item takes, in MB; `operator` undefined when nobody knows whose pools it comes from. */
	needOf(params: Params): { serviceKey: string; amount: number; operator: string | undefined };
	/** Asks for the services, which name their operators. */
	services: PlatformRequest;
	/** Asks for the pools of a service at an operator. */
	pools(serviceKey: string, operator: string): PlatformRequest;
}

/** An operation the platform carries out. */
export interface RemoteOperation<Params = unknown> extends CommonPart<Params> {
	effect: Effect;
	trace?: Trace<Params>;
	once?: Once<Params>;
	/** What two attempts have in common that are one: a customer typed it once, however often it is listed. */
	attemptOf?(params: Params): string;
	cover?: Cover<Params>;
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
