import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IExecuteFunctions,
	INodeCredentialTestResult,
	IPollFunctions,
} from 'n8n-workflow';
import { accountOf } from '../../platform/account';
import { normalizeServiceKey } from '../../platform/identifiers';
import { serviceOf, servicesOf, type Service } from '../../platform/service';

type CredentialReader = IExecuteFunctions | IPollFunctions;

export const accountCredential = 'mobileBillingApi';
export const serviceCredential = 'mobileBillingServiceApi';

/** The services of the service credential, the main one first; an empty one when the node has no such credential. */
export async function servicesIn(context: CredentialReader): Promise<Service[]> {
	return servicesOf(await optional(context, serviceCredential));
}

/** The account's base address, or '' when the node has no account. */
export async function baseUrlIn(context: CredentialReader): Promise<string> {
	return accountOf(await optional(context, accountCredential)).baseUrl;
}

async function optional(context: CredentialReader, type: string): Promise<object> {
	return context.getNode().credentials?.[type] ? await context.getCredentials(type) : {};
}

/**
 * The test of the service credential. No call of the platform tries these values without charging somebody, so they
 * are checked for what people get wrong when they copy them.
 */
export async function checkServiceCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const message = faultIn(credential.data ?? {});
	return await Promise.resolve(
		message === undefined
			? {
					status: 'OK',
					message: 'The values are well formed. The platform sees them at first use.',
				}
			: { status: 'Error', message },
	);
}

function faultIn(data: object): string | undefined {
	const { serviceKey, signingSecret, panelUsername, panelPasswordHash } = serviceOf(data);
	try {
		normalizeServiceKey(serviceKey);
	} catch (error) {
		return (error as Error).message;
	}
	if (signingSecret !== signingSecret.trim()) {
		return 'Signature Key begins or ends with a space. Copy it again without';
	}
	if ((panelUsername === '') !== (panelPasswordHash === '')) {
		return 'Panel User Name and Panel Password Hash go together: fill in both or none';
	}
	return undefined;
}
