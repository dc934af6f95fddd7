import { z } from 'zod';
import { text } from '../../../platform/fieldHead';
import { identificationNames } from '../../../platform/customerReturn';
import { normalizeReturnUrl, serviceKeySchema } from '../../../platform/identifiers';
import { InputError, normalized } from '../../../platform/input';
import { withSignature } from '../../../platform/signature';
import { unixSecondsOf } from '../../../platform/times';
import { optionalServiceKeyField } from '../../engine/panel/fields';
import { localOperation } from '../../engine/panel/operation';

/** Reads the Return URL. @throws InputError for a parameter with a name that the platform uses in returns */
function readReturnUrl(value: unknown): string {
	const address = normalizeReturnUrl(value);
	const names = [...new URL(address).searchParams.keys()];
	const taken = names.find((name) => identificationNames.includes(name));
	if (taken === undefined) return address;
	throw new InputError(
		`must not have the parameter “${taken}”, which the platform adds`,
		'Rename the parameter of your Return URL.',
	);
}

/** Defines an operation that makes the address of one of the platform's pages, for redirecting a customer. */
function linkOperation(page: string, words: { action: string; description: string }) {
	return localOperation({
		value: 'createIdentificationLink',
		name: 'Create Identification Link',
		...words,
		usesAccount: true,
		fields: [
			optionalServiceKeyField,
			{
				...text('Return URL', 'returnurl', 'https://shop.example/back?article=9'),
				required: true,
				description: 'The address to which the customer returns; its query is kept',
			},
		],
		params: z.object({ serviceKey: serviceKeySchema, returnurl: normalized(readReturnUrl) }),
		compute: ({ serviceKey: apikey, returnurl }, { service, baseUrl, now }) => {
			const query = withSignature({ apikey, returnurl, timestamp: unixSecondsOf(now) }, service);
			const link = `${baseUrl}/payment/pages/${page}.jsf?${new URLSearchParams(query).toString()}`;
			return { records: [{ link, signed: service.signingSecret !== '' }] };
		},
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
