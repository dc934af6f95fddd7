import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ZodType, ZodTypeDef } from 'zod';
import type { Tokens } from '../../platform/account';
import type {
	Certainty,
	Outcomes,
	PlatformAnswer,
	PlatformRecord,
	Refusal,
} from '../../platform/answer';
import type { LookUpResult } from '../../platform/ledger';
import type { ReadBudget } from '../../platform/longList';
import type { RunItem } from '../../platform/reference';
import type { Service } from '../../platform/service';
import type { PlatformError } from './errors';

/** One HTTP request to the platform. Times in milliseconds. */
export interface PlatformRequest {
	method: 'GET' | 'POST';
	/** Starts with a slash and is already percent-encoded. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Carries the access token in the header `token` as well (contract, "Data gifting", 2). */
	tokenHeader?: boolean;
	/** Logs in the way the credential sets for searches (contract, "Authentication", 4). */
	searchLogin?: boolean;
	/** How long the access token must still live; a shorter one is renewed first. */
	minTokenLife?: number;
	/** When it may leave at the latest, Unix milliseconds. */
	sendUntil?: number;
	/** When the token that was refused had been issued: it is sent again with a newer one. */
	refusedToken?: number;
	/** Which records of a long list to keep; the others never reach memory. */
	keep?: (record: PlatformRecord) => boolean;
	/** With `keep`: how much of the answer is read, shared by the requests that have it. */
	budget?: ReadBudget;
	/** With `keep`: how many records are enough. */
	most?: number;
	/** A look-up or a retry: where requests wait, it goes before first sends. */
	isFollowUp?: boolean;
	/** How long to wait for its answer, once it has left. */
	timeout?: number;
	/** Gives the request up and frees its connection. */
	signal?: AbortSignal;
}

/** An answer to a request. */
export interface Answer extends PlatformAnswer {
	/** When the token it was sent with had been issued, Unix milliseconds; undefined where it was sent without one. */
	tokenIssuedAt?: number;
	/** Whether it was signed with the credential's key for searches. */
	isSigned?: boolean;
	/** The header `Date`, which tells the platform's clock. */
	date?: unknown;
}

/** What an operation may know besides its own fields. `now` in Unix milliseconds. */
interface RequestContext {
	/** All of it is empty when no service credential is set. */
	service: Service;
	/** Without a trailing slash; empty when the operation needs no account. */
	baseUrl: string;
	now: number;
}

/** The items an operation makes, and which of its outcomes this was. */
export interface OperationResult {
	/** As the platform gave them, or made here. */
	records: PlatformRecord[];
	outcome?: string;
	/** What was asked, for simplified items whose record doesn't say it. */
	asked?: PlatformRecord;
	/** What this package says of the records; on every item. */
	marks?: PlatformRecord;
}

/**
 * What an answer means; `undefined` where an operation does not recognize it: then it is in doubt. `notFound` is what
 * a read of one record asked for and didn't find, such as `transaction 820`.
 */
export type ParsedAnswer =
	OperationResult | { refused: Refusal } | { notFound: string } | undefined;

/** The panel's words for an operation, its fields and its outcomes. Workflows store each `value`. */
interface CommonPart<Params> {
	value: string;
	name: string;
	action: string;
	description: string;
	costs: 'money' | 'data' | 'refund' | 'nothing';
	/** Whether a customer waits for it: where requests wait for a turn, it goes before lists. */
	isAwaited?: true;
	fields: INodeProperties[];
	/** Fields of an item that stand among the options. */
	optionFields?: INodeProperties[];
	/** Normalizes the fields, those of "Additional Fields" and `optionFields` too, and `timezone`, the workflow's. An empty `serviceKey` is the credential's. */
	params: ZodType<Params, ZodTypeDef, unknown>;
	/** How it can end, each with an output of its own; `unknown` goes last. */
	outcomes?: Outcomes;
	/** The fields of a simplified item; `all` renames those that are known. Absent where items are made here. */
	simplify?: readonly string[] | 'all';
	/** What a record says in other words than names, before it's simplified. */
	refine?(record: PlatformRecord): PlatformRecord;
	/** Values that must not appear in an item or an error. */
	secrets?(params: Params): string[];
}

/** Where a write is recorded. */
export interface LedgerKey {
	reference: string;
	serviceKey: string;
	msisdn?: string;
}

/** How a write is proved: by a look-up, which asks what the platform shows of it. */
export interface Reconciliation<Params = unknown> {
	/** The idempotency key; its reference is empty where the user left it out. */
	key(params: Params): LedgerKey;
	/** Sets the reference that the user left out. Absent for a write that changes a record without adding one. */
	withReference?(params: Params, item: RunItem): Params;
	/** With `withReference`: the outcome of what an earlier execution has done under the same reference. */
	doneBefore?: string;
	request(params: Params): PlatformRequest;
	/** Asks for more where the records found show no references, such as those that others made. */
	requestMore?(params: Params): PlatformRequest;
	/** A second question that the answer to the first one leads to. Undefined when it can't be asked: then it is unclear. */
	next?(answer: Answer, params: Params): PlatformRequest | undefined;
	/** Reads the last answer, which is a success. */
	read(answer: Answer, params: Params): LookUpResult;
	/** The result of a write that a look-up found. */
	result(record: PlatformRecord, params: Params): OperationResult;
	/** Whether an outcome says no, so that after a look-up that found nothing it is looked up once more. */
	isDeclined?(result: OperationResult): boolean;
}

/** Sends a read, with retries. */
export type Query = (
	request: PlatformRequest,
) => Promise<{ answer: Answer; error?: undefined } | { error: PlatformError; answer?: undefined }>;

/** Leaves out what an earlier execution has done. Needs a reconciliation. */
export interface DedupePolicy<Params = unknown> {
	isWanted(params: Params): boolean;
	/** The name of the campaign, which decides what is done once. */
	campaignOf(params: Params): string | undefined;
	/** Whether the user chose that each execution does it again. */
	isRepeated(params: Params): boolean;
	/** Asks for all records of the item's service, for lists too long to ask item by item. */
	requestAll(params: Params): PlatformRequest;
	recordsIn(answer: Answer): PlatformRecord[] | undefined;
	referenceOf(record: PlatformRecord): string | undefined;
	/** The outcome of a duplicate in the list. */
	duplicate: string;
}

/** An operation the platform carries out. */
export interface RemoteOperation<Params = unknown> extends CommonPart<Params> {
	/** What repeating it does: nothing, act again, or use up one of the customer's attempts. */
	effect: 'read' | 'write' | 'attempt';
	reconcile?: Reconciliation<Params>;
	dedupe?: DedupePolicy<Params>;
	/** What two attempts have in common that are one. */
	dedupeKey?(params: Params): string;
	/** Refuses what will be sent as a whole, by an error. `now` in Unix milliseconds. */
	checkList?(items: Params[], query: Query, now: number): Promise<void>;
	/** With Only Check: as `checkList`, by requests that a run that sends can do without. */
	checkFurther?(items: Params[], query: Query): Promise<void>;
	/** With Only Check: what it would do, such as “give 500 MB to 33639981234”. `service` is the name, or the key. */
	wouldDo?(params: Params, service: string): string;
	request(params: Params, context: RequestContext): PlatformRequest;
	parse(answer: Answer, params: Params): ParsedAnswer;
}

/** An operation that is computed here; no request leaves. */
export interface LocalOperation<Params = unknown> extends CommonPart<Params> {
	effect: 'local';
	/** Whether it needs the base address. */
	usesAccount: boolean;
	compute(params: Params, context: RequestContext): OperationResult;
}

/** What a survey asks with. */
export interface SurveyPorts {
	/** Sends a read. @throws PlatformError when there is no answer */
	send(request: PlatformRequest): Promise<Answer>;
	/** The tokens that the last login brought. */
	tokens(): Promise<Tokens>;
	/** Ends the survey. */
	signal: AbortSignal;
}

/** An operation that reads several things for the whole list, once, for its first item. */
export interface SurveyOperation<Params = unknown> extends CommonPart<Params> {
	effect: 'survey';
	run(params: Params, ports: SurveyPorts): Promise<OperationResult>;
}

/** One operation of the platform as data and pure functions. `Params` is what `params` makes of the fields. */
export type Operation = RemoteOperation | LocalOperation | SurveyOperation;

/** What the panel and the docs show of an operation, whatever it does. */
export interface ShownOperation extends CommonPart<unknown> {
	effect: string;
}

/** The operations on one kind of thing, as the "Resource" dropdown groups them. */
export interface Resource<One extends ShownOperation = Operation> {
	value: string;
	name: string;
	/** Named, because n8n leaves defaults out of stored workflows. */
	defaultOperation: string;
	operations: One[];
}

/** What became of one item. Items and errors are made of it in one place (`output.ts`). */
export type ItemResult =
	| { kind: 'skipped'; result: OperationResult }
	/** `isSent`: by a request of this node, in this attempt or an earlier one. */
	| { kind: 'done'; result: OperationResult; isSent: boolean }
	/** The platform said no, or look-ups showed that it was not done. `lookUpFirst`: it may still arrive. */
	| { kind: 'refused'; error: PlatformError; lookUpFirst?: boolean; transactionId?: string }
	/** No usable answer. In doubt, a person decides, by the reference and the transaction that the platform named. */
	| {
			kind: 'failed';
			certainty: Certainty;
			error: PlatformError;
			reference?: string;
			transactionId?: string;
	  }
	| { kind: 'notSent'; reason: 'badInput' | 'stopped' | 'canceled'; error: Error };

/** Lets TypeScript infer `Params` from the schema, so that an operation names its parameters once. */
export const remoteOperation = <Params>(operation: RemoteOperation<Params>) => operation;

/** As `remoteOperation`, for one that is computed here. */
export const localOperation = <Params>(operation: LocalOperation<Params>) => operation;
