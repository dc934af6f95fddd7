import type { IExecuteFunctions } from 'n8n-workflow';
import type { Service } from '../../platform/service';
import { alreadyServed } from './alreadyServed';
import type { Ending, Operation, RemoteOperation } from './operation';
import type { RunOptions } from './options';
import type { ItemParameters } from './parameters';
import { localPerformer, remotePerformer } from './perform';
import { ensurePoolsCover } from './poolsCover';
import { runNameOf } from './retryMemory';
import { Families, Written } from './written';

/** What a run knows before its first item. */
export interface Preparation {
	/** Items that need not be sent. */
	settled: Map<number, Ending>;
	/**
	 * @param lookFirst whether an earlier try of this item may have been done
	 * @throws PlatformError or LoginError
	 */
	perform(itemIndex: number, lookFirst: boolean): Promise<Ending>;
}

/**
 * Gets a run ready: connects, names what will be sent, and reads what the person wants known before anything is sent.
 *
 * @param isDone whether an earlier try has dealt with the item
 * @throws PlatformError or LoginError when the whole list is refused
 */
export async function prepare(
	context: IExecuteFunctions,
	operation: Operation,
	services: Service[],
	options: RunOptions,
	parameters: ItemParameters[],
	isDone: (itemIndex: number) => boolean,
): Promise<Preparation> {
	if (operation.effect === 'local') {
		const compute = await localPerformer(context, operation, services);
		return {
			settled: new Map(),
			perform: async (itemIndex) => await compute(parameters[itemIndex]?.params),
		};
	}
	const { perform, ask } = await remotePerformer(context, operation, services, options);
	const items = writtenItems(context, operation, parameters);
	const { trace, once, cover } = operation;
	const open = new Map(
		[...items].filter(([index]) => !isDone(index)).map(([index, { params }]) => [index, params]),
	);
	const settled = trace && once ? await alreadyServed(trace, once, open, ask) : new Map();
	for (const index of settled.keys()) open.delete(index);
	if (cover) await ensurePoolsCover(cover, [...open.values()], ask);
	return {
		settled,
		perform: (itemIndex, lookFirst) => {
			const item = items.get(itemIndex);
			if (item === undefined) throw new Error(`Item ${itemIndex} was refused before`);
			return perform(item, lookFirst);
		},
	};
}

/** The items that can be sent, by index, each with a reference. */
function writtenItems(
	context: IExecuteFunctions,
	{ trace }: RemoteOperation,
	parameters: ItemParameters[],
): Map<number, Written> {
	const families = trace && new Families(trace);
	const run = trace ? runNameOf(context) : '';
	const items = new Map<number, Written>();
	for (const [itemIndex, { params, error }] of parameters.entries()) {
		if (error) continue;
		const item =
			trace && families
				? families.add(trace.withReference(params, { run, itemIndex }))
				: new Written(params);
		items.set(itemIndex, item);
	}
	return items;
}
