import type { Outcomes } from '../../../platform/answer';
import type { ShownOperation } from './operation';
import { isWrite } from './options';

/** The outcomes of an operation in the order of their outputs; one with a Mode has its own for Only Check. */
export function outcomesOf(operation: ShownOperation): Outcomes | undefined {
	const { outcomes } = operation;
	if (!outcomes || !isWrite(operation)) return outcomes;
	const { unknown, ...known } = outcomes;
	return { ...known, checked: 'Checked', ...(unknown && { unknown }) };
}
