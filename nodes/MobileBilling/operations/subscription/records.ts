import { hasId, readId } from '../../../../platform/search';
import { subscriptionIdField } from '../fields';
import { getOperation, searchOperation, type Search } from '../search';
import { select, unlisted, match } from '../searchFilters';

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
		...unlisted('text', 'currency', 'merchant', 'operator', 'provider', 'providerReference'),
		...unlisted('text', 'service', 'serviceKey'),
		...unlisted('country', 'country'),
		...unlisted('phone', 'msisdn'),
		...unlisted('time', 'lastCharge'),
		...unlisted('number', 'periodAmount'),
		...unlisted('localRange', 'timeSubscribedLocal', 'timeUnsubscribedLocal'),
		active: match('flag', 'Active', 'Whether to find active or inactive ones'),
		optInTrid: match('id', 'Opt-In Transaction ID', 'ID of the first transaction'),
		period: select('Period', 'Unit of the renewal interval', periodLabels, 'MONTH'),
		price: match('priceRange', 'Price', 'Price of a renewal with VAT'),
		subscriptionControl: select(
			'Controlled By',
			'The controller of renewals',
			controllers,
			'SYSTEM',
		),
		subscriptionId: match('id', 'Subscription ID', 'ID at the platform'),
		timeSubscribed: match('timeRange', 'Subscribed', 'Time of the opt-in'),
		timeToExpire: match('timeRange', 'Expires', 'End of the validity'),
		timeUnsubscribed: match('timeRange', 'Unsubscribed', 'Time of the opt-out'),
		userId: match('text', 'User ID', 'Your ID of the customer', 'customer-4711'),
	},
};

export const getMany = searchOperation(subscriptions);

export const get = getOperation(subscriptions);
