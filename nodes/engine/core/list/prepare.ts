import type { ItemResult } from '../exchange';
import type { Send } from '../request/send';
import { lookUpEach, skipDone } from './records';
import type { ListRun, PlannedItem } from './listRun';

/**
 * Finds the results of items that were done before, by index, and checks the list of the others. Everything is read
 * before anything is sent. @throws PlatformError when the whole list is refused
 */
export async function prepare(
	run: ListRun,
	planned: PlannedItem[],
	query: Send,
): Promise<Map<number, ItemResult>> {
	const { operation, clock, onlyCheck } = run;
	const followUp: Send = async (request) => await query({ ...request, isFollowUp: true });
	const left = planned.filter(({ result, doubted }) => !result && !doubted);
	if (onlyCheck && left.length > 0) {
		const all = left.map(({ params }) => params);
		await operation.checkFurther?.(all, followUp);
	}
	const skipped = await skipDone(run, left, followUp);
	const typed = left.filter(({ isTyped }) => isTyped);
	const found = new Map([...skipped, ...(await lookUpEach(run, typed, followUp))]);
	const sending = left.filter(({ index }) => !found.has(index));
	// A key that is listed twice is sent once.
	const once = new Map(sending.map(({ key, index, params }) => [key ?? index, params]));
	const items = [...once.values()];
	await operation.checkList?.(items, followUp, clock.now());
	return found;
}
