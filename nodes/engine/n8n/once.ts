import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** The property of a trigger's item that names its events; it's removed before the item is passed on. */
const keysProperty = 'eventKeys';

/** Entries that n8n keeps for each trigger, two for each event: less than 150 kB in one row of its database. */
const maxKept = 5_000;

/** The last check of each trigger in this process: n8n reads and writes its list without a lock. */
const lastChecks = new Map<string, Promise<unknown>>();

/** The ID of a trigger within this n8n. */
export function triggerOf(context: Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'>): string {
	return `${context.getWorkflow().id}/${context.getNode().id}`;
}

/** The item of a trigger, with the keys by which `passOnce` recognizes its events. */
export function onceFor(eventKeys: string[], json: object): INodeExecutionData {
	return {
		json: json as IDataObject,
		[keysProperty]: Object.fromEntries(eventKeys.map((key) => [key, 1])),
	};
}

/**
 * Passes on items whose events no earlier execution has passed on, by n8n's store behind *Remove Duplicates*. n8n runs
 * this after it stored the execution. A test and a retry pass everything on. @throws what n8n's database throws
 */
export async function passOnce(
	context: IExecuteFunctions,
	outputs = 1,
): Promise<INodeExecutionData[][]> {
	const inputs = Array.from({ length: outputs }, (_, at) => context.getInputData(at));
	const keys = [...new Set(inputs.flat().flatMap(keysOf))];
	const isLive = ['webhook', 'trigger'].includes(context.getMode());
	const isKnown = isLive && keys.length > 0 ? await passedBefore(context, keys) : () => false;
	return inputs.map((items) => {
		return items.filter((item) => !keysOf(item).some(isKnown)).map(withoutKeys);
	});
}

/**
 * Records events, and tells which of them an earlier execution has passed on. Each event has a second entry with the
 * execution's ID: if that is known, too, this execution itself recorded the event.
 */
async function passedBefore(context: IExecuteFunctions, keys: string[]) {
	const trigger = triggerOf(context);
	const ownEntry = (key: string) => `${key} ${context.getExecutionId()}`;
	const entries = keys.flatMap((key) => [key, ownEntry(key)]);
	const record = async () =>
		await context.helpers.checkProcessedAndRecord(entries, 'node', {
			mode: 'entries',
			maxEntries: maxKept,
		});
	// Two processes may both make the first entry of a trigger, and n8n takes one of them.
	const recordOrRepeat = async () => await record().catch(record);
	const check = (lastChecks.get(trigger) ?? Promise.resolve()).then(recordOrRepeat, recordOrRepeat);
	lastChecks.set(trigger, check);
	const processed = new Set((await check).processed);
	return (key: string) => processed.has(key) && !processed.has(ownEntry(key));
}

function withoutKeys(item: INodeExecutionData): INodeExecutionData {
	const kept = Object.entries(item).filter(([name]) => name !== keysProperty);
	return Object.fromEntries(kept) as INodeExecutionData;
}

function keysOf(item: INodeExecutionData): string[] {
	return Object.keys((item[keysProperty] as IDataObject | undefined) ?? {});
}
