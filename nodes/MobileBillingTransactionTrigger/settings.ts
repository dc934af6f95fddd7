import { z } from 'zod';
import { normaliseCountry } from '../../platform/country';
import { checked, optionally } from '../../platform/input';
import { normaliseOperatorCode } from '../../platform/operatorCode';
import { normaliseServiceKey } from '../../platform/serviceKey';
import { millisecondsOfUtcTime, normaliseUtcTime } from '../../platform/times';
import { actionGroups, passesFilter, transactionEvents } from '../../platform/transactionEvents';
import type { Poll } from '../engine/poll';

const minute = 60_000;

/** Reads what the trigger is set to. `timezone` is the workflow's. */
export const pollSettings = z
	.object({
		event: z.string(),
		actions: z.array(z.string()),
		results: z.array(z.string()),
		serviceKey: optionally(normaliseServiceKey),
		start: z.enum(['now', 'date']),
		startDate: z.unknown(),
		options: z.object({
			country: optionally(normaliseCountry),
			operator: optionally(normaliseOperatorCode),
			lookBack: z.coerce.number().min(1).max(1440).default(15),
		}),
		timezone: z.string(),
	})
	.transform(
		checked('startDate', (set): Poll => {
			const { serviceKey } = set;
			const { country, operator, lookBack } = set.options;
			const filter = transactionEvents[set.event] ?? {
				actions: set.actions.flatMap((group) => actionGroups[group] ?? []),
				results: set.results,
			};
			const startDate =
				set.start === 'date'
					? millisecondsOfUtcTime(normaliseUtcTime(set.startDate, set.timezone))
					: undefined;
			return {
				filters: {
					...(serviceKey && { serviceKey }),
					...(operator && { operator }),
					...(country && { country }),
				},
				wanted: (record) => passesFilter(record, filter),
				startAt: startDate,
				overlap: lookBack * minute,
			};
		}),
	);
