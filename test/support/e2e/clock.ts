import { setTimeout as sleep } from 'node:timers/promises';
import { DateTime } from 'luxon';

/** Waits until a period is over that has less left than a test needs. */
async function passEnd(leftMs: number, neededMs: number): Promise<void> {
	if (leftMs < neededMs) await sleep(leftMs);
}

/** Passes an end of ten minutes that is near. */
export async function passTenMinutes(): Promise<void> {
	const period = 600_000;
	await passEnd(period - (Date.now() % period), 20_000);
}

/** Passes a midnight that is near: a hook that waits for it needs more than two minutes. */
export async function passMidnight(zone: string): Promise<void> {
	const now = DateTime.now().setZone(zone);
	await passEnd(now.plus({ days: 1 }).startOf('day').toMillis() - now.toMillis(), 120_000);
}
