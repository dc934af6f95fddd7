import { LoadOptionsContext } from 'n8n-core';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import type { CredentialsInMemory } from './credentialsHelper';
import { additionalDataWith, nodeOf, workflowOf } from './n8n';

/** What the editor shows for a field “From List”, fetched as n8n's server fetches it. */
export async function searchList(
	type: INodeType,
	method: string,
	credentials: CredentialsInMemory,
	{ parameters, filter }: { parameters: INodeParameters; filter?: string },
) {
	const search = type.methods?.listSearch?.[method];
	if (!search) throw new Error(`no list ${method}`);
	const node = nodeOf(type, credentials, parameters);
	const additionalData = {
		...additionalDataWith(credentials),
		currentNodeParameters: parameters,
	};
	const context = new LoadOptionsContext(workflowOf([node], [type]), node, additionalData, '');
	return await search.call(context, filter);
}
