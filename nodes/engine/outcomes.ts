import type { Outcomes } from '../../platform/answer';
import type { ShownOperation } from './operation';

const dryRun = {
	name: 'Dry Run',
	nextStep: 'Nothing was sent: see wouldSend. Switch off Dry Run to send it.',
};

/** The outcomes of an operation in the order of their outputs; one that can be tried out has its own for that. */
export function outcomesOf({ effect, outcomes }: ShownOperation): Outcomes | undefined {
	if (!outcomes || (effect !== 'write' && effect !== 'attempt')) return outcomes;
	const { unknown, ...known } = outcomes;
	return { ...known, dryRun, ...(unknown && { unknown }) };
}
