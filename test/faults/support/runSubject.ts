import type { IDataObject, INode, INodeParameters, IRun } from 'n8n-workflow';
import type { CredentialsInMemory } from '../../support/credentialsHelper';
import { runNode } from '../../support/runNode';
import type { Sample, Subject } from './samples';

/** What tells one run of an operation from another. */
interface Manner {
	credentials: CredentialsInMemory;
	items: IDataObject[];
	/** In the place of the sample's. */
	parameters?: INodeParameters;
	options: INodeParameters;
	settings?: Partial<INode>;
}

/** Runs an operation with its sample in n8n's engine, which goes on after a failure unless the settings say otherwise. */
export async function runSubject(
	subject: Subject,
	sample: Sample,
	{ credentials, items, parameters, options, settings }: Manner,
): Promise<IRun> {
	return await runNode({
		node: subject.node,
		credentials,
		items,
		parameters: {
			resource: subject.resource,
			operation: subject.operation.value,
			...sample.parameters,
			...parameters,
			options,
		},
		settings: settings ?? { onError: 'continueRegularOutput' },
	});
}
