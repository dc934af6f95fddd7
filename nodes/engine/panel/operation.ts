import type { INodeProperties } from 'n8n-workflow';
import type { ZodType, ZodTypeDef } from 'zod';
import type { PlatformRecord } from '../../../platform/answer';
import type { Exchange, OperationResult, RequestContext } from '../core/exchange';
import type { Send } from '../core/request/send';

/** The panel's words for an operation, its fields and its outcomes. Workflows store each `value`. */
interface CommonPart<Params> extends Pick<Exchange, 'value' | 'costs' | 'outcomes'> {
	name: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	/** Fields of an item that stand among the options. */
	optionFields?: INodeProperties[];
	/**
	 * Normalizes all fields, with those of "Additional Fields" and `optionFields`, and the workflow's `timezone`. An empty
	 * `serviceKey` means the credential's.
	 */
	params: ZodType<Params, ZodTypeDef, unknown>;
	/**
	 * The fields of a simplified item; `all` keeps every field, and renames the known ones. Absent if the operation makes
	 * its own items.
	 */
	simplify?: readonly string[] | 'all';
	/** The record with values in the package's form, such as `active: true` for `"TRUE"`, before it's simplified. @param now Unix milliseconds */
	refine?(record: PlatformRecord, now: number): PlatformRecord;
}

/** An operation the platform carries out: its words and its exchange. */
export type RemoteOperation<Params = unknown> = CommonPart<Params> & Exchange<Params>;

export interface LocalOperation<Params = unknown> extends CommonPart<Params> {
	effect: 'local';
	usesAccount: boolean;
	compute(params: Params, context: RequestContext): OperationResult;
}

/** An operation that reads several things for the whole list, once, for its first item. */
export interface SurveyOperation<Params = unknown> extends CommonPart<Params> {
	effect: 'survey';
	survey(params: Params, send: Send): Promise<OperationResult>;
}

/** One operation of the platform as data and pure functions. `Params` is what `params` makes of the fields. */
export type Operation = RemoteOperation | LocalOperation | SurveyOperation;

/** The part of an operation that the panel and the docs show. */
export interface ShownOperation extends CommonPart<unknown> {
	effect: string;
	reconcile?: { withReference?: unknown };
	/** Fields whose expression may resolve to nothing, because a later page asks for the value. */
	mayBeEmpty?: string[];
}

/** The operations on one kind of thing, as the "Resource" dropdown groups them. */
export interface Resource<One extends ShownOperation = Operation> {
	value: string;
	name: string;
	/** Named, because n8n leaves defaults out of stored workflows. */
	defaultOperation: string;
	operations: One[];
	description?: string;
	/** Whether they are the steps of a ready workflow, which n8n's nodes panel doesn't offer. */
	isSteps?: boolean;
}

type Optional<Operation, Preset extends keyof Operation> = Omit<Operation, Preset> &
	Partial<Pick<Operation, Preset>>;

/** Lets TypeScript infer `Params` from the schema, so that an operation names its parameters once. */
export const remoteOperation = <Params>(
	operation: Optional<RemoteOperation<Params>, 'costs'>,
): RemoteOperation<Params> => ({ costs: 'nothing', ...operation });

/** As `remoteOperation`, for an operation that sends nothing. */
export const localOperation = <Params>(
	operation: Optional<LocalOperation<Params>, 'effect' | 'costs' | 'usesAccount'>,
): LocalOperation<Params> => ({
	effect: 'local',
	costs: 'nothing',
	usesAccount: false,
	...operation,
});
