import { LoadOptionsContext } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type INode,
	type INodeType,
	type IHttpRequestHelper,
	type IWorkflowExecuteAdditionalData,
	type WorkflowParameters,
} from 'n8n-workflow';
import type { CredentialsInMemory } from './credentialsHelper';

// n8n logs every error of a node; here the tests look at them.
process.env.N8N_LOG_LEVEL ??= 'silent';

/** A workflow of these nodes, for the parts of n8n's engine that want one. */
export function workflowOf(
	nodes: INode[],
	types: INodeType[],
	connections: WorkflowParameters['connections'] = {},
): Workflow {
	const typeOf = (name: string) => {
		const type = types.find(({ description }) => description.name === name);
		if (!type) throw new Error(`no node type ${name}`);
		return type;
	};
	return new Workflow({
		id: 'workflow-under-test',
		nodes,
		connections,
		active: false,
		nodeTypes: {
			getByName: typeOf,
			getByNameAndVersion: (name) => NodeHelpers.getVersionedNodeType(typeOf(name)),
			getKnownTypes: () => ({}),
		},
		settings: { executionOrder: 'v1' },
	});
}

/** The newest version of a node, with all its credentials set. */
export function nodeOf(
	{ description: { name, version } }: INodeType,
	credentials: CredentialsInMemory,
	parameters: INode['parameters'],
): INode {
	return {
		id: 'node-under-test',
		name: 'Node',
		type: name,
		typeVersion: Array.isArray(version) ? Math.max(...version) : version,
		position: [200, 0],
		parameters,
		credentials: Object.fromEntries(
			Object.keys(credentials.stored).map((type) => [type, { id: type, name: type }]),
		),
	};
}

/** What n8n's server hands to its engine. */
export function additionalDataWith(
	credentialsHelper: CredentialsInMemory,
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1/',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		webhookBaseUrl: 'http://127.0.0.1/webhook',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		hooks: { runHook: () => Promise.resolve(), addHandler: () => undefined },
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** n8n's HTTP client, as it hands it to a credential's `preAuthentication`. */
export function httpHelperOf(credentials: CredentialsInMemory): IHttpRequestHelper {
	const bystander: INodeType = {
		description: {
			displayName: 'Bystander',
			name: 'bystander',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'Bystander' },
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
		},
	};
	const node = nodeOf(bystander, credentials, {});
	const workflow = workflowOf([node], [bystander]);
	const { helpers } = new LoadOptionsContext(workflow, node, additionalDataWith(credentials), '');
	return { helpers: { httpRequest: helpers.httpRequest } };
}
