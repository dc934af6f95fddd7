import type { CredentialImport } from '../host/import';

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

/** The credential “Mobile Billing Service API” under the name that the ready workflows ask for. */
export function serviceCredential(): CredentialImport {
	return {
		id: 'mobileBillingServiceDemo',
		name: 'Mobile Billing service',
		type: 'mobileBillingServiceApi',
		data: demoService,
	};
}
