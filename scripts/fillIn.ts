import { demoOffer } from './payments/payments';

/** What of a node is filled in before the first run. */
interface Node {
	name: string;
	parameters: Record<string, unknown> & {
		assignments?: { assignments: { name: string; value: unknown }[] };
	};
}

const giftService = { serviceKey: { __rl: true, mode: 'id', value: 'LOYALTYDATA01' } };

/** What a person fills into the ready workflows, for the sandbox: by node, then by field or parameter. */
function filled(sandboxUrl: string): Record<string, Record<string, unknown>> {
	const { name, price, terms } = demoOffer;
	const inbox = (of: string) => `${sandboxUrl}/_sandbox/inbox/${of}`;
	return {
		'Ask for phone number': { formTitle: name, formDescription: `${terms}, on your phone bill.` },
		'Cancellation form': { formTitle: name },
		'Your offer': { name, price, terms },
		'Assign data gifts': giftService,
		'Assign data gift': giftService,
		'Alert the team': { url: inbox('alerts') },
		'Send report': { url: inbox('reconcile') },
	};
}

/** A ready workflow as it is after a person has filled it in for the sandbox. */
export function filledIn<Workflow extends object>(
	workflow: Workflow,
	sandboxUrl: string,
): Workflow {
	const changed = structuredClone(workflow);
	const values = filled(sandboxUrl);
	for (const { name, parameters = {} } of (changed as { nodes?: Node[] }).nodes ?? []) {
		const { assignments } = parameters.assignments ?? {};
		for (const [field, value] of Object.entries(values[name] ?? {})) {
			const assignment = assignments?.find((one) => one.name === field);
			if (assignment) assignment.value = value;
			else if (!assignments) parameters[field] = value;
		}
	}
	return changed;
}
