import type { CredentialImport } from '../host/import';

/** The sandbox's demo merchant; invented, and known to everybody. */
export const demoAccount = {
	clientId: 'demo-client',
	clientSecret: 'demo-secret',
	username: 'demo-merchant',
	password: 'demo-password',
};

/** What a person would type into the credential “Mobile Billing API” for the sandbox. */
export function accountData(sandboxUrl: string): Record<string, string | boolean> {
	return {
		advanced: true,
		authUrl: sandboxUrl,
		baseUrl: sandboxUrl,
		giftHeader: 'token',
		...demoAccount,
	};
}

/** The credential under the name that the ready workflows ask for. */
export function accountCredential(sandboxUrl: string): CredentialImport {
	return {
		id: 'mobileBillingDemo',
		name: 'Mobile Billing account',
		type: 'mobileBillingApi',
		data: accountData(sandboxUrl),
	};
}
