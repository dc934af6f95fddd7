import { z } from 'zod';
import {
	identificationLink,
	type IdentificationPage,
	readReturnUrl,
} from '../../../platform/identification';
import { serviceKeySchema } from '../../../platform/identifiers';
import { normalized } from '../../../platform/input';
import { optionalServiceKeyField } from '../../engine/panel/fields';
import { localOperation } from '../../engine/panel/operation';

/** Makes the operation that makes the address of one of the platform's pages, to which a customer is redirected. */
function linkOperation(page: IdentificationPage, words: { action: string; description: string }) {
	return localOperation({
		value: 'createIdentificationLink',
		name: 'Create Identification Link',
		...words,
		effect: 'local',
		costs: 'nothing',
		usesAccount: true,
		fields: [
			optionalServiceKeyField,
			{
				displayName: 'Return URL',
				name: 'returnurl',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. https://shop.example/back?article=9',
				description: 'The address for the return; its query is kept',
			},
		],
		params: z.object({ serviceKey: serviceKeySchema, returnurl: normalized(readReturnUrl) }),
		compute: ({ serviceKey, returnurl }, { service, baseUrl, now }) => ({
			records: [
				{
					link: identificationLink(baseUrl, page, { apikey: serviceKey, returnurl }, service, now),
					signed: service.signingSecret !== '',
				},
			],
		}),
	});
}

/** The address that tells who a customer is, by their mobile data connection (public facts, “Identify a user”). */
export const createCustomerLink = linkOperation('userIdentify', {
	action: 'Create customer identification link',
	description: 'Make a link that identifies a customer by their mobile data connection',
});

/** The address that tells whether a customer has a subscription (contract, “Payments and subscriptions”, 9). */
export const createSubscriptionLink = linkOperation('subIdentify', {
	action: 'Create subscription identification link',
	description: 'Make a link that tells whether a customer has a subscription',
});
