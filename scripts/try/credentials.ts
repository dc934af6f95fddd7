import type { CredentialImport } from '../host/import';

/** The sandbox's demo merchant; invented, and known to everybody. */
export const demoAccount = {
	clientId: 'demo-client',
	clientSecret: 'demo-secret',
	username: 'demo-merchant',
	password: 'demo-password',
};

/** The sandbox's content service; its keys are invented, and known to everybody. */
export const demoService = {
	serviceKey: 'GAMECLUB04',
	signingSecret: 'demo-signing-key-gameclub',
	signingAlgorithm: 'sha1',
	moreServices: {
		service: [
			{
				serviceKey: 'NEWSDAILY05',
				signingSecret: 'demo-signing-key-newsdaily',
				signingAlgorithm: 'sha256',
			},
		],
	},
	panelUsername: '',
	panelPasswordHash: '',
};

/** What a CRM shows at the planning webhook; invented, and known to everybody. */
export const campaignKey = { name: 'X-Campaign-Key', value: 'demo-campaign-key' };

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

/** The credential “Mobile Billing Service API” under the name that the ready workflows ask for. */
export function serviceCredential(): CredentialImport {
	return {
		id: 'mobileBillingServiceDemo',
		name: 'Mobile Billing service',
		type: 'mobileBillingServiceApi',
		data: demoService,
	};
}

/** The credentials that the ready workflows name, filled in for the sandbox. */
export function readyCredentials(sandboxUrl: string): CredentialImport[] {
	return [
		accountCredential(sandboxUrl),
		serviceCredential(),
		{ id: 'campaignKey', name: 'Campaign key', type: 'httpHeaderAuth', data: campaignKey },
	];
}
