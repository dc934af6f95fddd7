import { z } from 'zod';
import { identificationLink } from '../../../../platform/identification';
import { normalizeReturnUrl, serviceKeySchema } from '../../../../platform/identifiers';
import { normalized } from '../../../../platform/input';
import { optionalServiceKeyField } from '../../../engine/fields';
import { localOperation } from '../../../engine/operation';

/** Makes the address that identifies a customer by redirecting their browser (contract, “Payments and subscriptions”, 9). */
export const createIdentificationLink = localOperation({
	value: 'createIdentificationLink',
	name: 'Create Identification Link',
	action: 'Create an identification link',
	description:
		"Make the address to send a customer's browser to, so that the platform tells who they are. Ask your operator's technical team before you use it.",
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
			description: 'Where the customer comes back to; its own query comes back too',
		},
	],
	params: z.object({ serviceKey: serviceKeySchema, returnurl: normalized(normalizeReturnUrl) }),
	compute: ({ serviceKey, returnurl }, { service, baseUrl, now }) => ({
		records: [
			{
				link: identificationLink(baseUrl, { apikey: serviceKey, returnurl }, service, now),
				signed: service.signingSecret !== '',
			},
		],
	}),
});
