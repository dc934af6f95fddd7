import type { INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';
import type { Cursor } from './window';

/** The data that n8n saves with the workflow when a poll passes ends on. */
interface Stored extends Partial<Cursor> {
	/** The start of the last poll that passed ends on: n8n may not have stored its execution. */
	before?: Partial<Cursor>;
}

/** Whether n8n couldn't store the last execution that this process started for a trigger. */
const lastExecutions = new Map<string, { isLost: boolean }>();

/** The start of a poll: where the last one ended, or where it began if n8n may not have stored its execution. */
export function pollStart(trigger: string, { before, since, ends }: Stored): Partial<Cursor> {
	const isKept = lastExecutions.get(trigger)?.isLost === false;
	return isKept || !before ? { since, ends } : before;
}

/** Stores the cursor of a poll that began at `start`, and passes its output on. */
export function passOn(
	context: IPollFunctions,
	trigger: string,
	start: Partial<Cursor>,
	cursor: Cursor,
	output: INodeExecutionData[][] | null,
): void {
	const stored: Stored = context.getWorkflowStaticData('node');
	const isAgain = start === stored.before;
	Object.assign(stored, cursor);
	if (!output && !isAgain) return;
	// The last execution may have been lost while this poll was searching.
	const last = { isLost: !isAgain && lastExecutions.get(trigger)?.isLost === true };
	lastExecutions.set(trigger, last);
	if (!last.isLost) stored.before = output ? start : undefined;
	if (!output) return;
	// n8n saves the cursor before it stores the execution, and rejects this when it can't.
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	done.promise.catch(() => {
		last.isLost = true;
	});
	context.__emit(output, undefined, done);
}
