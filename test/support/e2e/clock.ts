import { setTimeout as sleep } from 'node:timers/promises';
import { DateTime } from 'luxon';

/** Waits for the end of a period that is too near for a test. */
async function passEnd(leftMs: number, neededMs: number): Promise<void> {
	if (leftMs < neededMs) await sleep(leftMs);
}

/** Waits if the current ten minutes end soon. */
export async function passTenMinutes(): Promise<void> {
	const period = 600_000;
	await passEnd(period - (Date.now() % period), 20_000);
}

/** Waits if midnight is near; the timeout of the hook has to be more than two minutes. */
export async function passMidnight(zone: string): Promise<void> {
	const now = DateTime.now().setZone(zone);
	await passEnd(now.plus({ days: 1 }).startOf('day').toMillis() - now.toMillis(), 120_000);
}
