import { linkOperation } from '../identificationLink';

/** The address that tells who a customer is, by their mobile data connection (public facts, “Identify a user”). */
export const createIdentificationLink = linkOperation('userIdentify', {
	action: 'Create customer identification link',
	description: 'Make a link that identifies a customer by their mobile data connection',
});
