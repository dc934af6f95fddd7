import { z } from 'zod';
import { loopbackAddress } from './loopback';
import { ENCODINGS } from './message';

const share = z.number().min(0).max(1);
const weight = z.number().min(0);

/** Body of `POST /_sandbox/notifications/storm`. */
export const stormRequest = z
	.object({
		/** Genuine events; duplicates and forged ones come on top. */
		count: z.number().int().min(1).max(50_000),
		/** Events go round these. `url` stands in for a target's own, and before the service's. */
		targets: z
			.array(z.object({ serviceKey: z.string(), url: loopbackAddress.optional() }).strict())
			.min(1)
			.max(20),
		url: loopbackAddress.optional(),
		duplicates: share.default(0),
		tampered: share.default(0),
		encodings: z
			.array(z.enum(ENCODINGS))
			.min(1)
			.default([...ENCODINGS]),
		results: z
			.object({ success: weight, failed: weight, canceled: weight })
			.partial()
			.strict()
			.refine((weights) => Object.values(weights).some((one) => one > 0), 'one must be above 0')
			.default({ success: 0.7, failed: 0.2, canceled: 0.1 }),
		/** Replays the storm: the same seed, the same events with the same transaction ids. */
		seed: z.number().int().min(1).max(500_000).default(1),
		concurrency: z.number().int().min(1).max(200).default(20),
		timeoutMs: z.number().positive().max(600_000).default(30_000),
		retryMs: z.number().min(1).max(60_000).default(250),
		retryFactor: z.number().min(1).max(10).default(2),
		longestRetryMs: z.number().min(1).max(60_000).default(4000),
		/** The bound: what is not taken by then has failed. */
		maxSeconds: z.number().positive().max(7200).default(600),
	})
	.strict();

export type StormRequest = z.output<typeof stormRequest>;
