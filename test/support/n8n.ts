import {
	NodeHelpers,
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type IHttpRequestHelper,
	type IWorkflowExecuteAdditionalData,
	type WorkflowParameters,
} from 'n8n-workflow';
import type { CredentialsInMemory } from './credentialsHelper';

// n8n logs every error of a node; here the tests look at them.
process.env.N8N_LOG_LEVEL ??= 'silent';

/** n8n's engine takes more than half a second to load, and many tests that could run a node don't. */
export const n8nCore = async () => await import('n8n-core');

/** A type of node for tests, with no fields. */
export const plainType = (name: string, own: Partial<INodeType> = {}): INodeType => ({
	description: {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	...own,
});

/** A workflow of these nodes, for the parts of n8n's engine that need one. */
export function workflowOf(
	nodes: INode[],
	types: INodeType[],
	connections: WorkflowParameters['connections'] = {},
	staticData: IDataObject = {},
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
		staticData,
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
	type: INodeType,
	credentials: CredentialsInMemory,
	parameters: INode['parameters'],
): INode {
	const { name, version } = type.description;
	return {
		id: 'node-under-test',
		name: 'Node',
		type: name,
		typeVersion: Array.isArray(version) ? Math.max(...version) : version,
		position: [200, 0],
		parameters: placed(type, parameters),
		credentials: Object.fromEntries(
			Object.keys(credentials.stored).map((type) => [type, { id: type, name: type }]),
		),
	};
}

/** Puts each value into the collection that has its field: tests name only the field. */
function placed({ description }: INodeType, parameters: INodeParameters): INodeParameters {
	const isOwn = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
		['resource', 'operation'].every((key) => show[key]?.includes(String(parameters[key])) ?? true);
	const own = description.properties.filter(isOwn);
	const { options = {}, additionalFields = {}, ...others } = parameters;
	const values = Object.assign({}, options, additionalFields, others) as INodeParameters;
	const result: INodeParameters = {};
	for (const [name, value] of Object.entries(values)) {
		const [last = name, ...outer] = (pathTo(name, own) ?? ['options', name]).reverse();
		const inner = outer
			.reverse()
			.reduce<INodeParameters>((within, key) => (within[key] ??= {}) as INodeParameters, result);
		inner[last] = value;
	}
	return result;
}

function pathTo(name: string, fields: INodeProperties[]): string[] | undefined {
	if (fields.some((field) => field.name === name)) return [name];
	const collections = fields.filter((field) => /collection$/i.test(field.type));
	for (const { name: collection, options = [] } of collections) {
		for (const option of options) {
			const isGroup = 'values' in option;
			const inner = isGroup ? option.values : 'type' in option ? [option] : [];
			const path = pathTo(name, inner);
			if (path) return [collection, ...(isGroup ? [option.name] : []), ...path];
		}
	}
	return undefined;
}

/** The additional data that n8n's server passes to its engine. */
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
export async function httpHelperOf(credentials: CredentialsInMemory): Promise<IHttpRequestHelper> {
	const { LoadOptionsContext } = await n8nCore();
	const bystander = plainType('bystander');
	const node = nodeOf(bystander, credentials, {});
	const workflow = workflowOf([node], [bystander]);
	const { helpers } = new LoadOptionsContext(workflow, node, additionalDataWith(credentials), '');
	return { helpers: { httpRequest: helpers.httpRequest } };
}

/** The choices of a field “From List”, fetched as by n8n's server. */
export async function searchList(
	type: INodeType,
	method: string,
	credentials: CredentialsInMemory,
	{ parameters, filter }: { parameters: INodeParameters; filter?: string },
) {
	const search = type.methods?.listSearch?.[method];
	if (!search) throw new Error(`no list ${method}`);
	const { LoadOptionsContext } = await n8nCore();
	const node = nodeOf(type, credentials, parameters);
	const additionalData = { ...additionalDataWith(credentials), currentNodeParameters: parameters };
	const context = new LoadOptionsContext(workflowOf([node], [type]), node, additionalData, '');
	return await search.call(context, filter);
}
