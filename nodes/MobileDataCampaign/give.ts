import type { IExecuteFunctions } from 'n8n-workflow';
import type { Give, Order } from '../../campaign/giving';
import type { Row } from '../../campaign/types';
import { processJournal } from '../engine/core/list/journal';
import type { ListRun, RunOptions } from '../engine/core/list/listRun';
import { runList } from '../engine/core/list/run';
import { processLimiter } from '../engine/core/request/rateLimit';
import type { Policy } from '../engine/core/request/send';
import { accountIn, clock } from '../engine/n8n/transport';
import { runOptionsSchema } from '../engine/panel/options';
import { assign } from '../MobileDataGifting/operations/dataGift/assign';
import type { AssignParams } from '../MobileDataGifting/operations/dataGift/assignFields';
import { giveResultsOf } from './giveResult';
import { lookUpRows } from './lookUps';

/** The engine's inputs except the rows. */
type Giver = Omit<ListRun, 'operation' | 'inputs' | 'options' | 'continueOnFail'> & {
	options: Partial<RunOptions>;
};

/** Without a look-up before sending: a campaign knows which of its rows may have been sent. */
const giving = { ...assign, dedupe: undefined };

/** Much shorter than the lease (campaign/piece.ts), so that the runner still holds the lease when a step is saved. */
const retryOptions = { timeoutMs: 10_000, attempts: 3, retryForMs: 15_000 };
const defaults = runOptionsSchema.parse({ timezone: 'UTC' });

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
		return kind === 'give' ? giveResultsOf(await runList(run)) : await lookUpRows(run);
	};
}

/** When the next gift of a campaign with a rate may leave, by account and campaign, on the monotonic clock. */
const nextGiftAt = new Map<string, number>();

/** Spaces all gifts of a campaign with a rate evenly, also retries. Look-ups and other requests to the host don't wait for them. */
function pacedBy(
	{ account, clock, signal }: Giver,
	{ name, perSecond }: Order,
): Policy | undefined {
	if (perSecond === undefined) return undefined;
	const key = `${account.key} ${name}`;
	return (next) => async (request) => {
		if (request.method !== 'GET') {
			const now = clock.monotonic();
			const at = Math.max(now, nextGiftAt.get(key) ?? now);
			nextGiftAt.set(key, at + 1000 / perSecond);
			await clock.sleep(at - now, signal);
		}
		return await next(request);
	};
}
