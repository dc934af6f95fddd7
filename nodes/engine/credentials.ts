import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { accountOf } from '../../platform/account';
import { serviceOf, type Service } from '../../platform/service';

type CredentialReader = IExecuteFunctions | IPollFunctions;

export const accountCredential = 'mobileBillingApi';
export const serviceCredential = 'mobileBillingServiceApi';

/** The service the node is set to, or an empty one: most operations can do without. */
export async function serviceIn(context: CredentialReader): Promise<Service> {
	return serviceOf(await optional(context, serviceCredential));
}

/** The account's base address without asking for more of it, or '' when the node is set to no account. */
export async function baseUrlIn(context: CredentialReader): Promise<string> {
	return accountOf(await optional(context, accountCredential)).baseUrl;
}

async function optional(context: CredentialReader, type: string): Promise<object> {
	return context.getNode().credentials?.[type] ? await context.getCredentials(type) : {};
}
