import { pause } from './pause';

/** Whom runs of this process are serving, and the end of the run that does. */
const served = new Map<string, Promise<void>>();

/** How often a run that waits hears whether it was cancelled, in milliseconds. */
const look = 1000;

/**
 * Waits until no other run of this process serves one of these recipients, so that of two runs of one campaign the later
 * one sees what the first gave. Nothing is held while it waits, so that no two runs wait for each other.
 *
 * @param recipients names that are the same in every run
 * @returns what lets others have them
 */
export async function takeTurn(recipients: string[], signal?: AbortSignal): Promise<() => void> {
	const otherRun = () => served.get(recipients.find((name) => served.has(name)) ?? '');
	for (let end = otherRun(); end; end = otherRun()) {
		await Promise.race([end, pause(look, signal)]);
		// It sends nothing any more.
		if (signal?.aborted) return () => undefined;
	}
	let finish: () => void = () => undefined;
	const own = new Promise<void>((resolve) => {
		finish = resolve;
	});
	for (const name of recipients) served.set(name, own);
	return () => {
		for (const name of recipients) served.delete(name);
		finish();
	};
}
