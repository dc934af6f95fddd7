import type { IExecuteFunctions } from 'n8n-workflow';
import type { Outcomes } from '../../platform/answer';
import type { Operation } from './operation';

const dryRun = {
	name: 'Dry Run',
	nextStep: 'Nothing was sent: see wouldSend. Switch off Dry Run to send it.',
};

/** The outcomes of an operation in the order of their outputs; one that can be tried out has its own for that. */
export function outcomesOf({ effect, outcomes }: Operation): Outcomes | undefined {
	if (!outcomes || (effect !== 'write' && effect !== 'attempt')) return outcomes;
	const { unknown, ...known } = outcomes;
	return { ...known, dryRun, ...(unknown && { unknown }) };
}

/** Whether each outcome has an output of its own. */
export function isSplitByOutcome(context: IExecuteFunctions): boolean {
	return context.getNodeParameter('options.splitByOutcome', 0, false) === true;
}
