import { z } from 'zod';

/** The history that the sandbox has at the start. */
export const historySettings = {
	history: z
		.number()
		.int()
		.min(0)
		.max(1_000_000)
		.describe('transactions of Demo Merchant that are there at the start'),
	historyDays: z.number().int().min(1).max(3660).describe('days over which they are spread'),
	historySeed: z.number().int().describe('the same seed, the same history'),
};

export const HISTORY_DEFAULTS = { history: 0, historyDays: 365, historySeed: 1 };
