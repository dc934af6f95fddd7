import { linkOperation } from '../identificationLink';

/** The address that tells whether a customer has a subscription (contract, “Payments and subscriptions”, 9). */
export const createIdentificationLink = linkOperation('subIdentify', {
	action: 'Create an identification link',
	description:
		"Make the address to send a customer's browser to, so that the platform tells who they are. Ask your operator's technical team before you use it.",
});
