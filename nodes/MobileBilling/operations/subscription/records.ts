import { hasId, readId } from '../../../../platform/search';
import { subscriptionIdField } from '../fields';
import { getOperation, searchOperation, type Search } from '../search';
import { choiceFilter, searchedOnly, filter } from '../searchFilters';

const periodLabels = { DAY: 'Day', MONTH: 'Month', WEEK: 'Week' };
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
		...searchedOnly('text', 'currency', 'merchant', 'operator', 'provider', 'providerReference'),
		...searchedOnly('text', 'service', 'serviceKey'),
		...searchedOnly('country', 'country'),
		...searchedOnly('phone', 'msisdn'),
		...searchedOnly('time', 'lastCharge'),
		...searchedOnly('number', 'periodAmount'),
		...searchedOnly('localRange', 'timeSubscribedLocal', 'timeUnsubscribedLocal'),
		active: filter('flag', 'Active', 'Whether to find active or inactive ones'),
		optInTrid: filter('id', 'Opt-In Transaction ID', 'ID of the first transaction'),
		period: choiceFilter('Period', 'Unit of the renewal interval', periodLabels, 'MONTH'),
		price: filter('priceRange', 'Price', 'Price of a renewal with VAT'),
		subscriptionControl: choiceFilter(
			'Controlled By',
			'The controller of renewals',
			controllers,
			'SYSTEM',
		),
		subscriptionId: filter('id', 'Subscription ID', 'ID at the platform'),
		timeSubscribed: filter('timeRange', 'Subscribed', 'Time of the opt-in'),
		timeToExpire: filter('timeRange', 'Expires', 'End of the validity'),
		timeUnsubscribed: filter('timeRange', 'Unsubscribed', 'Time of the opt-out'),
		userId: filter('text', 'User ID', 'Your ID of the customer', 'customer-4711'),
	},
};

export const getMany = searchOperation(subscriptions);

export const get = getOperation(subscriptions);
