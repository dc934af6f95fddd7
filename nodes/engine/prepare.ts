import type { IExecuteFunctions } from 'n8n-workflow';
import type { Service } from '../../platform/service';
import { alreadyServed } from './alreadyServed';
import type { Ending, Operation } from './operation';
import type { RunOptions } from './options';
import type { ItemParameters } from './parameters';
import { localPerformer, remotePerformer } from './perform';
import { ensurePoolsCover } from './poolsCover';
import { runNameOf } from './retryMemory';
import { WrittenList } from './written';

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
	const { trace, once, cover, attemptOf } = operation;
	const list = new WrittenList(parameters, trace, trace ? runNameOf(context) : '');
	let settled = attemptOf ? listedBefore(parameters, attemptOf) : new Map<number, Ending>();
	const open = (isMeant: (params: unknown) => boolean) =>
		list.those((params, index) => !isDone(index) && !settled.has(index) && isMeant(params));
	if (trace && once) settled = await alreadyServed(trace, once, open(once.isWanted), ask);
	if (cover) await ensurePoolsCover(cover, [...open(cover.isWanted).values()], ask);
	return {
		settled,
		perform: (itemIndex, lookFirst) => perform(list.at(itemIndex), lookFirst),
	};
}

/** Of attempts that are the same only the first is sent: each uses one up. */
function listedBefore(
	parameters: ItemParameters[],
	attemptOf: (params: unknown) => string,
): Map<number, Ending> {
	const endings = new Map<number, Ending>();
	const firsts = new Map<string, number>();
	for (const [itemIndex, { params, error }] of parameters.entries()) {
		if (error) continue;
		const attempt = attemptOf(params);
		const first = firsts.get(attempt);
		if (first === undefined) firsts.set(attempt, itemIndex);
		else endings.set(itemIndex, repeated(first));
	}
	return endings;
}

function repeated(first: number): Ending {
	return {
		records: [{ skipped: `listed twice, see item ${first} of the input` }],
		outcome: 'unknown',
		nextStep:
			'The list holds the same twice, so nothing was sent for this row: look at what became of the other.',
	};
}
