import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialType,
	type INodeType,
	type NodeApiError,
} from 'n8n-workflow';
import type { CredentialsInMemory } from './credentialsHelper';
import { additionalDataWith, nodeOf, workflowOf } from './n8n';

/** What the person who pressed “Test” reads. */
export interface Verdict {
	status: 'OK' | 'Error';
	message: string;
}

/**
 * n8n's test of a stored credential: the request of its `test` sent by n8n's real routing node, and the answer turned
 * into words as n8n's `CredentialsTester` (server package, 2.41.1) turns it.
 */
export async function testCredential(
	type: ICredentialType,
	credentials: CredentialsInMemory,
): Promise<Verdict> {
	if (!type.test) throw new Error('this credential has no test');
	const { request, rules = [] } = type.test;
	const tester: INodeType = {
		description: {
			displayName: 'No Operation',
			name: 'noOp',
			group: ['organization'],
			version: 1,
			description: '',
			defaults: { name: 'No Operation' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: type.name, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
			],
		},
	};
	const node = nodeOf(tester, credentials, {});
	const workflow = workflowOf([node], [tester]);
	const context = new ExecuteContext(
		workflow,
		node,
		additionalDataWith(credentials),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const data = credentials.decrypted(type.name);
	const routing = new RoutingNode(context, tester, { id: '1', name: '1', type: type.name, data });
	await workflow.expression.acquireIsolate();
	try {
		await routing.runNode();
	} catch (error) {
		return { status: 'Error', message: wordsOf(error as NodeApiError, rules) };
	} finally {
		await workflow.expression.releaseIsolate();
	}
	return { status: 'OK', message: 'Connection successful!' };
}

interface FailedRequest {
	code?: string;
	response?: { status: number; statusText?: string };
}

function wordsOf(
	error: NodeApiError,
	rules: NonNullable<NonNullable<ICredentialType['test']>['rules']>,
): string {
	const { response, code } = (error.cause ?? {}) as FailedRequest;
	if (response) {
		const { status, statusText } = response;
		for (const rule of rules) {
			if (rule.type === 'responseCode' && rule.properties.value === status) {
				return rule.properties.message;
			}
		}
		if (status < 199 || status > 299) return statusText ?? `Received HTTP status code: ${status}`;
	} else if (code) {
		return code;
	}
	return error.message;
}
