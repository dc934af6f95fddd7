import type { IExecuteFunctions } from 'n8n-workflow';
import type { Service } from '../../platform/service';
import { alreadyServed, recipientOf } from './alreadyServed';
import type { Ending, Operation } from './operation';
import type { RunOptions } from './options';
import type { ItemParameters } from './parameters';
import { localPerformer, remotePerformer } from './perform';
import { cancelled } from './platformError';
import { ensurePoolsCover } from './poolsCover';
import { Listed, listedTwice } from './repeats';
import type { Result } from './results';
import { runNameOf } from './retryMemory';
import { takeTurns, type Turns } from './turns';
import { WrittenList } from './written';

/** What a run knows before its first item. */
export interface Preparation {
	/** Items that need not be sent; where an earlier try may have been done, unless it was not. */
	settled: Map<number, Ending>;
	/**
	 * @param lookFirst whether an earlier try of this item may have been done
	 * @throws PlatformError or LoginError
	 */
	perform(itemIndex: number, lookFirst: boolean): Promise<Ending>;
	/** Those of the run with its recipients. */
	turns: Pick<Turns, 'end' | 'endAll'>;
}

/**
 * Gets a run ready: connects, names what will be sent, and reads what the person wants known before anything is sent.
 *
 * @param earlier what became of an item at an earlier try
 * @throws PlatformError or LoginError when the whole list is refused
 */
export async function prepare(
	context: IExecuteFunctions,
	operation: Operation,
	services: Service[],
	options: RunOptions,
	parameters: ItemParameters[],
	earlier: (itemIndex: number) => Result | undefined,
): Promise<Preparation> {
	if (operation.effect === 'local') {
		const compute = await localPerformer(context, operation, services);
		return {
			settled: new Map(),
			perform: async (itemIndex) => await compute(parameters[itemIndex]?.params),
			turns: takeTurns({ host: '', run: '', settlingTime: 0 }, new Map()),
		};
	}
	const { perform, ask, host } = await remotePerformer(context, operation, services, options);
	const { trace, once, cover, attemptOf } = operation;
	const settled = new Map<number, Ending>();
	const isDone = (index: number) => earlier(index)?.ending !== undefined;
	const isLeftOut = (index: number) => {
		const tried = earlier(index);
		if (tried?.mayBeDone) return false;
		return settled.has(index) || (tried?.ending !== undefined && !tried.wasSent);
	};
	const run = trace ? runNameOf(context) : '';
	const list = new WrittenList(parameters, trace, isLeftOut, run);
	for (const [index, ending] of attemptOf ? repeatedAttempts(list, attemptOf) : []) {
		settled.set(index, ending);
	}
	const open = (isMeant: (params: unknown, index: number) => boolean) =>
		list.those((params, index) => !isDone(index) && !settled.has(index) && isMeant(params, index));
	const wanted = once ? open(once.isWanted) : new Map<number, unknown>();
	const recipients = new Map<number, string[]>();
	if (trace && once && !options.dryRun) {
		for (const [index, params] of wanted) recipients.set(index, recipientOf(trace, once, params));
	}
	const turns = takeTurns({ host, run, settlingTime: options.settlingTime }, recipients);
	let isReady = false;
	try {
		const signal = context.getExecutionCancelSignal();
		const began = Date.now();
		await turns.come(signal);
		if (signal?.aborted) throw cancelled();
		tellOfWait(context, Date.now() - began);
		const served = trace && once && (await alreadyServed(trace, once, wanted, ask));
		for (const [index, ending] of served ?? []) {
			settled.set(index, ending);
			// What an earlier try may have sent is looked for once more when the item comes.
			if (!earlier(index)?.mayBeDone) turns.end(index, false);
		}
		if (cover) {
			// What an earlier try may have given is out of the pools already.
			const isNew = (params: unknown, index: number) =>
				!earlier(index)?.mayBeDone && cover.isWanted(params);
			await ensurePoolsCover(cover, open(isNew), ask);
		}
		isReady = true;
	} finally {
		if (!isReady) turns.endAll();
	}
	return {
		settled,
		perform: (itemIndex, lookFirst) =>
			perform(
				list.at(itemIndex),
				lookFirst ? { servedBesides: settled.get(itemIndex) } : undefined,
			),
		turns,
	};
}

/** Says below the items why this took longer than usual. */
function tellOfWait(context: IExecuteFunctions, milliseconds: number): void {
	if (milliseconds < 1000) return;
	// A context that is no node's own may lack it.
	(context as Partial<IExecuteFunctions>).addExecutionHints?.({
		message: `Waited ${Math.round(milliseconds / 1000)} s before the first item, because another run was giving to the same customers or had just done so: now the platform shows who was given.`,
		location: 'outputPane',
	});
}

/** Of attempts that are the same only the first is sent, in every try of the node: each uses one up. */
function repeatedAttempts(
	list: WrittenList,
	attemptOf: (params: unknown) => string,
): [number, Ending][] {
	const listed = new Listed();
	const repeated: [number, Ending][] = [];
	for (const [itemIndex, params] of list.those(() => true)) {
		const first = listed.enter(itemIndex, [attemptOf(params)]);
		if (first !== undefined) repeated.push([itemIndex, secondAttempt(first)]);
	}
	return repeated;
}

function secondAttempt(first: number): Ending {
	return {
		records: [{ skipped: listedTwice(first) }],
		outcome: 'unknown',
		nextStep:
			'The list holds the same twice, so nothing was sent for this row: look at what became of the other.',
	};
}
