/** A credential as n8n imports it; the data in plain text. */
export type CredentialImport = Record<'id' | 'name' | 'type', string> & { data: object };

/** The sandbox's demo merchant; invented, and known to everybody. */
export const demoAccount = {
	clientId: 'demo-client',
	clientSecret: 'demo-secret',
	username: 'demo-merchant',
	password: 'demo-password',
};

const keyOf = (serviceKey: string, name: string, signingAlgorithm: string) => ({
	serviceKey,
	signingSecret: `demo-signing-key-${name}`,
	signingAlgorithm,
});

/** The sandbox's content service; its keys are invented, and known to everybody. */
export const demoService = {
	...keyOf('GAMECLUB04', 'gameclub', 'sha1'),
	moreServices: { service: [keyOf('NEWSDAILY05', 'newsdaily', 'sha256')] },
	panelUsername: '',
	panelPasswordHash: '',
};

/** The login of the forms that plan and give; invented, and known to everybody. */
export const formLogin = { username: 'manager', password: 'demo-form-password' };

/** The values of the credential “Mobile Billing API” for the sandbox. */
export const accountData = (sandboxUrl: string) => ({
	advanced: true,
	authUrl: sandboxUrl,
	baseUrl: sandboxUrl,
	giftHeader: 'token',
	...demoAccount,
});

/** The credentials that the ready workflows name, filled in for the sandbox. */
export const readyCredentials = (sandboxUrl: string): CredentialImport[] => [
	{
		id: 'mobileBillingDemo',
		name: 'Mobile Billing account',
		type: 'mobileBillingApi',
		data: accountData(sandboxUrl),
	},
	{
		id: 'mobileBillingServiceDemo',
		name: 'Mobile Billing service',
		type: 'mobileBillingServiceApi',
		data: demoService,
	},
	{
		id: 'campaignFormLogin',
		name: 'Campaign form login',
		type: 'httpBasicAuth',
		data: { user: formLogin.username, password: formLogin.password },
	},
];
