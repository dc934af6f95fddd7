import pLimit from 'p-limit';
import type { IDataObject, INode, INodeParameters, IRun } from 'n8n-workflow';
import type { CredentialsInMemory } from '../../support/credentialsHelper';
import { loggedIn } from '../../support/gifting';
import { Platform } from '../../support/platform';
import { runNode } from '../../support/runNode';
import type { Subject } from './samples';

/** What differs between runs of an operation. */
interface SubjectRun {
	credentials: CredentialsInMemory;
	items: IDataObject[];
	/** These replace the sample's. */
	parameters?: INodeParameters;
	options: INodeParameters;
	settings?: Partial<INode>;
}

/** Runs an operation with its sample in n8n's engine, which continues after a failure unless the settings say otherwise. */
export async function runSubject(
	{ node, resource, operation, sample }: Subject,
	{ credentials, items, parameters, options, settings }: SubjectRun,
): Promise<IRun> {
	return await runNode({
		node,
		credentials,
		items,
		parameters: {
			resource,
			operation: operation.value,
			...sample.parameters,
			...parameters,
			options,
		},
		settings: { onError: 'continueRegularOutput', ...settings },
	});
}

const oneByOne = pLimit(1);

/** A platform and a login of its own for each cell; one begins after the other, so that no cell delays another's logins. */
export async function startPlatform() {
	return await oneByOne(async () => {
		const platform = await Platform.start();
		return { platform, credentials: await loggedIn(platform) };
	});
}
