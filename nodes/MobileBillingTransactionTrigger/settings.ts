import { z } from 'zod';
import type { PlatformRecord } from '../../platform/answer';
import { normalizeServiceKey } from '../../platform/identifiers';
import { checked, numeric, optionally } from '../../platform/input';
import { millisecondsOfUtcTime, normalizeUtcTime } from '../../platform/times';

/** Which transactions start the flow: values of `action` and `actionStatus`. An empty list lets all pass. */
interface Choice {
	actions: string[];
	results: string[];
}

const events: Record<string, Choice> = {
	any: { actions: [], results: [] },
	chargeFailed: { actions: ['CHARGE', 'SUB_START', 'SUB_RENEW'], results: ['FAILED'] },
	subscriptionStarted: { actions: ['SUB_START'], results: ['COMPLETED'] },
	subscriptionEnded: { actions: ['SUB CANCEL', 'SUB_ADMIN CANCEL'], results: ['COMPLETED'] },
};

/** What a polling trigger is set to. */
export type PollSettings = z.infer<typeof pollSettings>;

/** Reads the trigger's parameters; `timezone` is the workflow's. */
export const pollSettings = z
	.object({
		event: z.string(),
		actions: z.array(z.string()),
		results: z.array(z.string()),
		serviceKey: optionally(normalizeServiceKey),
		startDate: z.unknown(),
		options: z.object({
			lookBack: numeric(z.number().min(1).max(300).default(15)),
		}),
		timezone: z.string(),
	})
	.transform(
		checked('startDate', ({ options, serviceKey, startDate, timezone, ...values }) => {
			const choice = events[values.event] ?? values;
			const isNow = startDate === '' || startDate === null;
			return {
				/** Applied by the platform. */
				filters: { serviceKey },
				/** Applied here. */
				isWanted: (record: PlatformRecord) => isFinal(record) && isChosen(record, choice),
				/** Where the first poll starts, Unix milliseconds; undefined means now. */
				startAt: isNow ? undefined : millisecondsOfUtcTime(normalizeUtcTime(startDate, timezone)),
				/** Milliseconds after its update time within which a transaction may appear. */
				overlap: options.lookBack * 60_000,
			};
		}),
	);

/** Whether a transaction's life cycle has ended (contract, “Transaction record”). */
function isFinal({ actionStatus, transactionState }: PlatformRecord): boolean {
	const finalStates: unknown[] = ['FINISHED', 'FAILED', 'CANCELED', 'SKIPPED'];
	return Boolean(actionStatus) || finalStates.includes(transactionState);
}

/** Where `actionStatus` is null, `transactionState` tells the result. */
function isChosen(record: PlatformRecord, { actions, results }: Choice): boolean {
	const { action, actionStatus, transactionState } = record;
	const result = actionStatus ?? (transactionState === 'FINISHED' ? 'COMPLETED' : transactionState);
	// `SUB CANCEL` and `SUB_CANCEL` are one action.
	const name = String(action).replace(/_CANCEL$/, ' CANCEL');
	return (
		(actions.length === 0 || actions.includes(name)) &&
		(results.length === 0 || results.includes(String(result)))
	);
}
