import { hasId, readId } from '../../../../platform/search';
import { subscriptionIdField } from '../fields';
import { getOperation, searchOperation, type Search } from '../search';
import { choice, fieldsOf, shown } from '../searchFilters';

const periods = { DAY: 'Day', MONTH: 'Month', WEEK: 'Week' };
const controllers = { MERCHANT: 'Merchant', PROVIDER: 'Provider or Operator', SYSTEM: 'Platform' };

/** The subscription record, and how it is searched (contract, “Query APIs”). */
export const subscriptions: Search = {
	kind: 'subscriptions',
	simplify: [
		...['subscriptionId', 'msisdn', 'userId', 'serviceKey', 'operator', 'active', 'price'],
		...['currency', 'timeSubscribed', 'timeToExpire'],
	],
	byId: {
		description: 'Get a subscription by its ID at the platform',
		idField: subscriptionIdField,
		filterOf: (subscriptionId) => ({ subscriptionId: readId(subscriptionId) }),
		isIt: ({ subscriptionId }, id) => hasId(subscriptionId, id),
	},
	fields: {
		...fieldsOf('text', 'currency', 'merchant', 'operator', 'provider', 'providerReference'),
		...fieldsOf('text', 'service', 'serviceKey'),
		...fieldsOf('country', 'country'),
		...fieldsOf('phone', 'msisdn'),
		...fieldsOf('time', 'lastCharge'),
		...fieldsOf('number', 'periodAmount'),
		...fieldsOf('localRange', 'timeSubscribedLocal', 'timeUnsubscribedLocal'),
		active: shown('flag', 'Active', 'Whether to find active or inactive ones'),
		optInTrid: shown('id', 'Opt-In Transaction ID', 'ID of the first transaction'),
		period: choice('Period', 'Unit of the renewal interval', periods, 'MONTH'),
		price: shown('priceRange', 'Price', 'Price of a renewal with VAT'),
		subscriptionControl: choice(
			'Controlled By',
			'The controller of renewals',
			controllers,
			'SYSTEM',
		),
		subscriptionId: shown('id', 'Subscription ID', 'ID at the platform'),
		timeSubscribed: shown('timeRange', 'Subscribed', 'Time of the opt-in'),
		timeToExpire: shown('timeRange', 'Expires', 'End of the validity'),
		timeUnsubscribed: shown('timeRange', 'Unsubscribed', 'Time of the opt-out'),
		userId: shown('text', 'User ID', 'Your ID of the customer', 'customer-4711'),
	},
};

export const getMany = searchOperation(subscriptions);

export const get = getOperation(subscriptions);
