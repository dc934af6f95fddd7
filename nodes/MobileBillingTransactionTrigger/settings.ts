import { z } from 'zod';
import { numeric, optionally } from '../../platform/input';
import type { End } from './ends';

/** Which ends start the flow. An empty list lets all pass. */
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

/** Reads the trigger's parameters. */
export const pollSettings = z
	.object({
		event: z.string(),
		actions: z.array(z.string()),
		results: z.array(z.string()),
		serviceKey: optionally(String),
		options: z.object({
			lookBackMinutes: numeric(z.number().min(1).max(300).default(15)),
		}),
	})
	.transform(({ options, serviceKey, ...values }) => {
		const choice = events[values.event] ?? values;
		return {
			/** Applied by the platform. */
			filters: { serviceKey },
			/** Applied here. */
			isWanted: (end?: End) => end !== undefined && isChosen(end, choice),
			/** How long after its end a transaction may appear. */
			lookBackMs: options.lookBackMinutes * 60_000,
		};
	});

function isChosen({ action, result }: End, { actions, results }: Choice): boolean {
	return (
		(actions.length === 0 || actions.includes(action)) &&
		(results.length === 0 || results.includes(result))
	);
}
