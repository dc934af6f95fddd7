import {
	NodeApiError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IN8nHttpFullResponse,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { logInHeader } from '../../../platform/account';

// Behavior of n8n that the engine relies on and n8n doesn't promise: test/engine/internals.test.ts compares it with n8n's
// own code. The credential's half of `logInBy` is `authenticate` in credentials/MobileBillingApi.credentials.ts, which
// throws at the header; test/credentials/requests.test.ts tests it.

export type Context =
	IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** A choice from a list, and the name that the editor stores with it to show it again. */
export function pickedIn(parameter: unknown): { value: string; name: string } | undefined {
	const { value, cachedResultName } = (parameter ?? {}) as Record<string, unknown>;
	if (typeof value !== 'string' || typeof cachedResultName !== 'string') return undefined;
	return { value, name: cachedResultName };
}

/** Whether an AI agent calls the node: in a context of its own (n8n-core, SupplyDataContext), or as a node made a tool. */
export function isTool(context: IExecuteFunctions): boolean {
	return 'getNextRunIndex' in context || context.getNode().type.endsWith('Tool');
}

const shared = new WeakMap<object, unknown>();

/** The data that a node and its repetitions by n8n (Retry On Fail) share: the values of its first item are the same object. */
export function sharedByRetries<Shared>(context: IExecuteFunctions, make: () => Shared): Shared {
	const values = context.getInputData()[0]?.json ?? {};
	const known = (shared.get(values) as Shared | undefined) ?? make();
	shared.set(values, known);
	return known;
}

/** Sends with a copy of a credential; `signal` in the place of the execution's, which n8n's helper asks its context for. */
export function requestWith(
	context: Context,
	type: string,
	options: IHttpRequestOptions,
	data: ICredentialDataDecryptedObject,
	signal?: AbortSignal,
): Promise<IN8nHttpFullResponse> {
	const caller = Object.create(context) as IExecuteFunctions;
	caller.getExecutionCancelSignal = () => signal;
	const credentialsDecrypted = { id: '', name: '', type, data };
	return context.helpers.httpRequestWithAuthentication.call(caller, type, options, {
		credentialsDecrypted,
	}) as Promise<IN8nHttpFullResponse>;
}

/**
 * Has n8n log in and store the tokens, also in `data`, and gives what it threw. The header makes `authenticate` of the
 * credential throw, so that no request leaves.
 */
export async function logInBy(
	context: Context,
	type: string,
	url: string,
	data: ICredentialDataDecryptedObject,
): Promise<unknown> {
	data.accessToken = '';
	const options: IHttpRequestOptions = { url, headers: { [logInHeader]: 'true' } };
	return await requestWith(context, type, options, data).catch(unwrapped);
}

/** The original error within n8n's, which holds the request with its secrets. */
export function unwrapped(error: unknown): unknown {
	return error instanceof NodeApiError && error.cause instanceof Error ? error.cause : error;
}
