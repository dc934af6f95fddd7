import { isTransaction, transactionFilter } from '../../../../platform/search';
import { actions, actionStatuses } from '../../../../platform/vocabulary';
import { transactionIdField } from '../fields';
import { getOperation, searchOperation, type Search } from '../search';
import { choice, fieldsOf, shown } from '../searchFilters';

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
		...fieldsOf('text', 'comment', 'currency', 'encryptedTransactionId', 'errorMessage'),
		...fieldsOf('text', 'finishedBy', 'ip', 'keyword', 'merchantName', 'moMessage', 'mtMessage'),
		...fieldsOf('text', 'operator', 'pinIdentification', 'provider', 'reference', 'serviceKey'),
		...fieldsOf('text', 'serviceName', 'shortCode'),
		...fieldsOf('country', 'country'),
		...fieldsOf('phone', 'msisdn'),
		...fieldsOf('number', 'amount'),
		...fieldsOf('price', 'endUserPrice', 'price', 'servicePrice'),
		...fieldsOf('time', 'executionTime', 'timeNotified'),
		...fieldsOf('localRange', 'timeChargedLocal'),
		action: choice('Action', 'The action of the transaction', actions),
		actionStatus: choice('Action Status', 'How the transaction ended', results, 'FAILED'),
		billingType: choice('Billing Type', 'The billing technology', billingTypes),
		errorType: shown('text', 'Error Type', errorAbout, 'NOT_ENOUGH_CREDIT'),
		integrationSolution: choice('Channel', 'How the transaction was started', channels),
		merchantNotificationStatus: choice(
			'Notification Status',
			'Whether you were notified',
			notificationStatuses,
			'FAILED',
		),
		merchantReference: shown('text', 'Client Reference', referenceAbout, 'order-17'),
		subscriptionId: shown('id', 'Subscription ID', 'ID at the platform'),
		timeCharged: shown('timeRange', 'Charged', 'Time of the charge'),
		timeUpdated: shown('timeRange', 'Updated', 'End of its life-cycle'),
		transactionId: shown('id', 'Transaction ID', 'ID at the platform'),
		transactionState: choice('State', 'The current state of the transaction', states, 'FINISHED'),
	},
};

export const getMany = searchOperation(transactions);

export const get = getOperation(transactions);
