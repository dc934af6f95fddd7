import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { accountOf } from '../../platform/account';
import { servicesOf, type Service } from '../../platform/service';

type CredentialReader = IExecuteFunctions | IPollFunctions;

export const accountCredential = 'mobileBillingApi';
export const serviceCredential = 'mobileBillingServiceApi';

/** The services of the credential the node is set to, the main one first; an empty one when it is set to none. */
export async function servicesIn(context: CredentialReader): Promise<Service[]> {
	return servicesOf(await optional(context, serviceCredential));
}

/** The account's base address without asking for more of it, or '' when the node is set to no account. */
export async function baseUrlIn(context: CredentialReader): Promise<string> {
	return accountOf(await optional(context, accountCredential)).baseUrl;
}

async function optional(context: CredentialReader, type: string): Promise<object> {
	return context.getNode().credentials?.[type] ? await context.getCredentials(type) : {};
}
