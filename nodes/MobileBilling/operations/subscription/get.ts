import { requiredTextSchema } from '../../../../platform/input';
import { hasId, readId } from '../../../../platform/search';
import { subscriptionIdField } from '../fields';
import { getOperation } from '../search';
import { subscriptions } from './getMany';

/** Finds a subscription by its ID (contract, “Query APIs”, 10). */
export const get = getOperation(subscriptions, {
	action: 'Get subscription',
	description: 'Get a subscription by its ID at the platform',
	noun: 'subscription',
	idField: subscriptionIdField,
	idSchema: requiredTextSchema,
	filterOf: (subscriptionId) => ({ subscriptionId: readId(subscriptionId) }),
	isIt: ({ subscriptionId }, id) => hasId(subscriptionId, id),
});
