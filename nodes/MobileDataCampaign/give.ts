import type { IExecuteFunctions } from 'n8n-workflow';
import type { Give, GiveResult, Order, Trouble } from '../../campaign/giving';
import type { Row } from '../../campaign/types';
import { messageOf } from '../../platform/input';
import { LoginError } from '../../platform/token';
import type { ItemResult } from '../engine/core/exchange';
import { lookUpEach } from '../engine/core/list/records';
import { processJournal } from '../engine/core/list/journal';
import { concurrencyOf, type ListRun, type RunOptions } from '../engine/core/list/listRun';
import { runList } from '../engine/core/list/run';
import { canceledError, LateError, PlatformError } from '../engine/core/request/errors';
import { pipelinesOf } from '../engine/core/request/pipeline';
import { processLimiter } from '../engine/core/request/rateLimit';
import type { Policy } from '../engine/core/request/send';
import { accountIn, clock } from '../engine/n8n/transport';
import { runOptionsSchema } from '../engine/panel/options';
import { assign } from '../MobileDataGifting/operations/dataGift/assign';
import type { AssignParams } from '../MobileDataGifting/operations/dataGift/assignFields';

/** The engine's inputs except the rows. */
type Giver = Omit<ListRun, 'operation' | 'inputs' | 'options' | 'continueOnFail'> & {
	options: Partial<RunOptions>;
};

/** Without a look-up before sending: a campaign knows which of its rows may have been sent. */
const giving = { ...assign, dedupe: undefined };

/** Much shorter than the lease (campaign/piece.ts), so that the runner still holds the lease when a step is saved. */
const retryOptions = { timeoutMs: 10_000, attempts: 3, retryForMs: 15_000 };
const defaults = runOptionsSchema.parse({ timezone: 'UTC' });

/** Milliseconds between two look-ups of a row. A minute has passed since its gift, so that only a stuck platform shows more. */
const askAgainMs = 2_000;

/** The account, limiter and clock of a run of this node. */
export async function giverIn(context: IExecuteFunctions, concurrency: number): Promise<Giver> {
	return {
		journal: processJournal,
		limiter: processLimiter,
		clock,
		random: Math.random,
		account: await accountIn(context),
		options: { concurrency },
		services: [],
		runName: context.getExecutionId(),
		signal: context.getExecutionCancelSignal(),
	};
}

/** Gives a campaign's data as Data Gift: Assign does, under the same references. */
export function giveBy(giver: Giver): Give {
	const paramsOf = ({ name, serviceKey }: Order, { phone, megabytes }: Row): AssignParams => ({
		serviceKey,
		msisdn: phone,
		amount: megabytes,
		campaign: name,
		duplicates: 'skip',
		clientReference: undefined,
		checkBalance: false,
		operator: undefined,
	});
	return async (order: Order) => {
		const { kind, rows, sendUntil } = order;
		const run: ListRun = {
			...giver,
			paced: pacedBy(giver, order),
			operation: giving,
			continueOnFail: true,
			inputs: rows.map((row) => ({ params: paramsOf(order, row) })),
			options: { ...defaults, ...retryOptions, ...giver.options, sendUntil },
		};
		return kind === 'give' ? (await runList(run)).map(giveResultOf) : await lookUpRows(run);
	};
}

/** When the next gift of a campaign with a rate may leave, by account and campaign, on the monotonic clock. */
const nextGiftAt = new Map<string, number>();

/** Spaces the gifts of a campaign with a rate evenly. Other requests to the host don't wait for them. */
function pacedBy(
	{ account, clock, signal }: Giver,
	{ name, perSecond }: Order,
): Policy | undefined {
	if (perSecond === undefined) return undefined;
	const key = `${account.key} ${name}`;
	return (next) => async (request) => {
		if (!request.isFollowUp) {
			const now = clock.monotonic();
			const at = Math.max(now, nextGiftAt.get(key) ?? now);
			nextGiftAt.set(key, at + 1000 / perSecond);
			await clock.sleep(at - now, signal);
		}
		return await next(request);
	};
}

/** Translates the result of an item into that of a campaign's row. */
function giveResultOf(result: ItemResult): GiveResult {
	if (result.kind === 'done' || result.kind === 'skipped') return { kind: 'given' };
	const { error } = result;
	const trouble = troubleOf(error);
	if (result.kind === 'notSent' && result.reason !== 'badInput') {
		const isCutShort = error instanceof LateError || result.reason === 'canceled';
		return isCutShort ? { kind: 'notSent' } : { kind: 'notSent', trouble };
	}
	if (result.kind === 'failed') {
		const isInDoubt = result.certainty !== 'notProcessed';
		return isInDoubt ? { kind: 'inDoubt', reason: error.message } : { kind: 'notSent', trouble };
	}
	// An answered row isn't in doubt: a row whose answer can't be read would be sent again forever.
	const mayArrive = result.kind === 'refused' && result.lookUpFirst && !result.isAnswered;
	if (mayArrive) return { kind: 'inDoubt', reason: error.message };
	const isForAll = error instanceof PlatformError && [401, 429].includes(error.status ?? 0);
	return isForAll ? { kind: 'notSent', trouble } : { kind: 'refused', reason: error.message };
}

/** Refused logins may lock the account, so they need a person; a refused token may only have expired early. */
function troubleOf({ message, cause }: Error): Trouble {
	const needsPerson = cause instanceof LoginError && cause.isRefusal;
	return needsPerson ? { message: cause.message, needsPerson } : { message };
}

/**
 * Asks the platform for each row, some at a time until the step is over, and sends nothing. A row that isn't there is asked for
 * once more: a platform that was stuck may answer before it carries out the gifts that it has received.
 */
async function lookUpRows(run: ListRun): Promise<GiveResult[]> {
	const { inputs, options, clock, operation, signal } = run;
	const { query } = pipelinesOf(run);
	const width = concurrencyOf(run);
	const items = inputs.map(({ params }, index) => {
		const referenced = operation.reconcile?.withReference?.(params, { run: '', itemIndex: index });
		return { index, params: referenced };
	});
	const results = new Map<number, ItemResult>();
	const ask = async (some: typeof items) => {
		for (const [index, result] of await lookUpEach(run, some, query)) results.set(index, result);
		if (signal?.aborted) throw canceledError();
	};
	let asked = 0;
	let absent = new Set<number>();
	let failure: Error | undefined;
	try {
		do {
			const some = items.slice(asked, asked + width());
			await ask(some);
			asked += some.length;
		} while (asked < items.length && clock.now() < (options.sendUntil ?? 0));
		const missing = items.slice(0, asked).filter(({ index }) => !results.has(index));
		if (missing.length > 0) await clock.sleep(askAgainMs, signal);
		await ask(missing);
		absent = new Set(missing.map(({ index }) => index).filter((index) => !results.has(index)));
	} catch (caught) {
		failure = caught instanceof PlatformError ? caught : new PlatformError(messageOf(caught));
	}
	const unasked: GiveResult = failure
		? { kind: 'notSent', trouble: troubleOf(failure) }
		: { kind: 'notAsked' };
	const isAnyTold = absent.size > 0 || [...results.values()].some((result) => !isTrouble(result));
	return items.map(({ index }) => {
		const result = results.get(index);
		if (!result) return absent.has(index) ? { kind: 'notSent' } : unasked;
		// A failure of one row must not keep the others from being looked up.
		if (isAnyTold && isTrouble(result)) return { kind: 'inDoubt', reason: result.error.message };
		return giveResultOf(result);
	});
}

type Failed = Extract<ItemResult, { kind: 'failed' }>;

/** Whether a look-up got no answer that tells anything. */
function isTrouble(result: ItemResult): result is Failed {
	return result.kind === 'failed' && result.certainty === 'notProcessed';
}
