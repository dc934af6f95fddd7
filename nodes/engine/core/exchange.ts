import type { Certainty, Outcomes, PlatformRecord, Refusal } from '../../../platform/answer';
import type { LookUpResult } from '../../../platform/ledger';
import type { RunItem } from '../../../platform/reference';
import type { Service } from '../../../platform/service';
import type { PlatformError } from './request/errors';
import type { Answer, PlatformRequest } from './request/platformRequest';
import type { Send } from './request/send';

/** The context of an operation, in addition to its own fields. `now` in Unix milliseconds. */
export interface RequestContext {
	/** All of it is empty when no service credential is set. */
	service: Service;
	/** Without a trailing slash; empty when the operation needs no account. */
	baseUrl: string;
	now: number;
}

/** The items an operation makes, and which of its outcomes this was. */
export interface OperationResult {
	records: PlatformRecord[];
	outcome?: string;
	/** Values of the request, for simplified items whose record doesn't have them. */
	known?: PlatformRecord;
	/** Fields that this package adds to every item, such as `confirmedByLookUp`. */
	ownFields?: PlatformRecord;
	/** A message for the person, about records that were left out. */
	hint?: string;
}

/** The meaning of an answer; undefined is in doubt. `notFound` names what a read didn't find, such as `transaction 820`. */
type ParsedAnswer = OperationResult | { refused: Refusal } | { notFound: string } | undefined;

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
	/** The second request of a look-up, made from the first answer; undefined if it can't be made, which is unclear. */
	next?(answer: Answer, params: Params): PlatformRequest | undefined;
	/** Reads the last answer, which is a success. */
	read(answer: Answer, params: Params): LookUpResult;
	result(record: PlatformRecord, params: Params): OperationResult;
	/** Whether the outcome is a no. After a look-up that found nothing, a no is looked up once more. */
	isDeclined?(result: OperationResult): boolean;
}

/** Leaves out what an earlier execution has done. Needs a reconciliation. */
export interface DedupePolicy<Params = unknown> {
	/** The name of the campaign, which does each item once unless it `isRepeated`. */
	campaignOf(params: Params): string | undefined;
	/** Whether the user chose that each execution does it again. */
	isRepeated(params: Params): boolean;
	/** Asks for all records of the item's service, for lists too long to ask item by item. */
	requestAll(params: Params): PlatformRequest;
	recordsIn(answer: Answer): PlatformRecord[] | undefined;
	referenceOf(record: PlatformRecord): string | undefined;
	duplicate: string;
}

/** A request to the platform and the reader of its answer: data and pure functions. `Params` is what a run gives them. */
export interface Exchange<Params = unknown> {
	/** Its name, which workflows store; a part of idempotency keys. */
	value: string;
	/**
	 * A repeated `read` changes nothing, a repeated `write` acts again; `unrepeatable` uses up a PIN attempt, and is sent
	 * once.
	 */
	effect: 'read' | 'write' | 'unrepeatable';
	costs: 'money' | 'data' | 'refund' | 'nothing';
	/** Whether a customer waits for it, so that it's sent before the requests of lists. */
	isAwaited?: true;
	/** How it can end, each with an output of its own; `unknown` goes last. */
	outcomes?: Outcomes;
	/** Values that must not appear in an item or an error. */
	secrets?(params: Params): string[];
	reconcile?: Reconciliation<Params>;
	dedupe?: DedupePolicy<Params>;
	/** For a write without a look-up: the text that two items share if they are the same write. */
	dedupeKey?(params: Params): string;
	/** Throws an error if the list as a whole must not be sent. `now` in Unix milliseconds. */
	checkList?(items: Params[], query: Send, now: number): Promise<void>;
	/** As `checkList`, for *Only Check* alone: it costs requests that a run that sends doesn't need. */
	checkFurther?(items: Params[], query: Send): Promise<void>;
	/** With Only Check: what it would do, such as “give 500 MB to 33639981234”. `service` is the name, or the key. */
	wouldDo?(params: Params, service: string): string;
	request(params: Params, context: RequestContext): PlatformRequest;
	parse(answer: Answer, params: Params): ParsedAnswer;
}

/** The result of one item. Items and errors are made of it in one place (`output.ts`). */
export type ItemResult =
	| { kind: 'skipped'; result: OperationResult }
	/** `isSent`: by a request of this node, in this run of the node or an earlier one (Retry On Fail). */
	| { kind: 'done'; result: OperationResult; isSent: boolean }
	/** A no, or look-ups that found nothing. `lookUpFirst`: it may still arrive. `isAnswered`: its only request was answered. */
	| {
			kind: 'refused';
			error: PlatformError;
			lookUpFirst?: boolean;
			isAnswered?: boolean;
			transactionId?: string;
	  }
	/** No usable answer. In doubt, a person decides, by the reference and the transaction that the platform named. */
	| {
			kind: 'failed';
			certainty: Certainty;
			error: PlatformError;
			reference?: string;
			transactionId?: string;
	  }
	| { kind: 'notSent'; reason: 'badInput' | 'stopped' | 'canceled'; error: Error };
