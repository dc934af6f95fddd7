import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { PlatformRecord } from '../../platform/answer';
import {
	normalizeCountry,
	normalizeOperatorCode,
	normalizeServiceKey,
} from '../../platform/identifiers';
import { checked, optionally } from '../../platform/input';
import { millisecondsOfUtcTime, normalizeUtcTime } from '../../platform/times';
import { actionGroups, passesFilter, transactionEvents } from '../../platform/transactionEvents';

/** What a polling trigger is set to. */
export interface PollSettings {
	/** Filters the platform applies: service key, operator, country. */
	filters: IDataObject;
	/** Filters applied here. */
	isWanted: (record: PlatformRecord) => boolean;
	/** Where the first poll starts, Unix milliseconds; undefined means now. */
	startAt?: number;
	/** Milliseconds after its update time within which a transaction may appear. */
	overlap: number;
}

const minute = 60_000;

/** Reads the trigger's parameters; `timezone` is the workflow's. */
export const pollSettings = z
	.object({
		event: z.string(),
		actions: z.array(z.string()),
		results: z.array(z.string()),
		serviceKey: optionally(normalizeServiceKey),
		start: z.enum(['now', 'date']),
		startDate: z.unknown(),
		options: z.object({
			country: optionally(normalizeCountry),
			operator: optionally(normalizeOperatorCode),
			lookBack: z.coerce.number().min(1).max(1440).default(15),
		}),
		timezone: z.string(),
	})
	.transform(
		checked('startDate', (values): PollSettings => {
			const { serviceKey, start, startDate, timezone } = values;
			const { country, operator, lookBack } = values.options;
			const filter = transactionEvents[values.event] ?? {
				actions: values.actions.flatMap((group) => actionGroups[group] ?? []),
				results: values.results,
			};
			return {
				filters: { serviceKey, operator, country },
				isWanted: (record) => passesFilter(record, filter),
				startAt:
					start === 'date'
						? millisecondsOfUtcTime(normalizeUtcTime(startDate, timezone))
						: undefined,
				overlap: lookBack * minute,
			};
		}),
	);
