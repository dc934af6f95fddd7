import { linkOperation } from '../identificationLink';

/** The address that tells whether a customer has a subscription (contract, “Payments and subscriptions”, 9). */
export const createIdentificationLink = linkOperation('subIdentify', {
	action: 'Create subscription identification link',
	description: 'Make a link that tells whether a customer has a subscription',
});
