import { isTransaction, transactionFilter } from '../../../../platform/search';
import { actions, actionStatuses } from '../../../../platform/vocabulary';
import { transactionIdField } from '../fields';
import { getOperation, searchOperation, type Search } from '../search';
import { choiceFilter, searchedOnly, filter } from '../searchFilters';

const states = {
	CANCELED: 'Canceled',
	EXECUTING: 'Executing',
	FAILED: 'Failed',
	FINISHED: 'Finished',
	PENDING: 'Pending',
	SCHEDULED: 'Scheduled',
	SKIPPED: 'Skipped',
};
const billingTypes = {
	DMB: 'Direct Mobile Billing',
	MO: 'Mobile Originated',
	MT: 'Mobile Terminated',
};
const channels = { API: 'API', SEP: 'SEP', SMS: 'SMS' };
const notificationStatuses = {
	DELIVERED: 'Delivered',
	EXCLUDED: 'Excluded',
	FAILED: 'Failed',
	PENDING: 'Pending',
	REJECTED: 'Rejected',
};
const results = { ...actionStatuses, null: 'None Yet' };
const errorAbout = 'Why it failed, such as CANCELED_BY_USER, WRONG_PIN or SUBSCRIBER_BLACKLISTED';
const referenceAbout = 'Your reference from the start of the payment';

/** The transaction record, and how it is searched (contract, “Query APIs”). */
export const transactions: Search = {
	kind: 'transactions',
	simplify: [
		...['transactionId', 'clientReference', 'msisdn', 'operator', 'action', 'status', 'price'],
		...['currency', 'errorType', 'timeCharged'],
	],
	byId: {
		description: 'Get a transaction by its ID, plain or encrypted',
		idField: transactionIdField,
		filterOf: transactionFilter,
		isIt: isTransaction,
	},
	fields: {
		...searchedOnly('text', 'comment', 'currency', 'encryptedTransactionId', 'errorMessage'),
		...searchedOnly(
			'text',
			'finishedBy',
			'ip',
			'keyword',
			'merchantName',
			'moMessage',
			'mtMessage',
		),
		...searchedOnly('text', 'operator', 'pinIdentification', 'provider', 'reference', 'serviceKey'),
		...searchedOnly('text', 'serviceName', 'shortCode'),
		...searchedOnly('country', 'country'),
		...searchedOnly('phone', 'msisdn'),
		...searchedOnly('number', 'amount'),
		...searchedOnly('price', 'endUserPrice', 'price', 'servicePrice'),
		...searchedOnly('time', 'executionTime', 'timeNotified'),
		...searchedOnly('localRange', 'timeChargedLocal'),
		action: choiceFilter('Action', 'The action of the transaction', actions),
		actionStatus: choiceFilter('Action Status', 'How the transaction ended', results, 'FAILED'),
		billingType: choiceFilter('Billing Type', 'The billing technology', billingTypes),
		errorType: filter('text', 'Error Type', errorAbout, 'NOT_ENOUGH_CREDIT'),
		integrationSolution: choiceFilter('Channel', 'How the transaction was started', channels),
		merchantNotificationStatus: choiceFilter(
			'Notification Status',
			'Whether you were notified',
			notificationStatuses,
			'FAILED',
		),
		merchantReference: filter('text', 'Client Reference', referenceAbout, 'order-17'),
		subscriptionId: filter('id', 'Subscription ID', 'ID at the platform'),
		timeCharged: filter('timeRange', 'Charged', 'Time of the charge'),
		timeUpdated: filter('timeRange', 'Updated', 'End of its life-cycle'),
		transactionId: filter('id', 'Transaction ID', 'ID at the platform'),
		transactionState: choiceFilter(
			'State',
			'The current state of the transaction',
			states,
			'FINISHED',
		),
	},
};

export const getMany = searchOperation(transactions);

export const get = getOperation(transactions);
