import { isTransaction, transactionFilter } from '../../../../platform/search';
import { actions, actionStatuses } from '../../../../platform/vocabulary';
import { transactionIdField } from '../fields';
import { getOperation, searchOperation, type Search } from '../search';
import { select, unlisted, match } from '../searchFilters';

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
		...unlisted('text', 'comment', 'currency', 'encryptedTransactionId', 'errorMessage'),
		...unlisted('text', 'finishedBy', 'ip', 'keyword', 'merchantName', 'moMessage', 'mtMessage'),
		...unlisted('text', 'operator', 'pinIdentification', 'provider', 'reference', 'serviceKey'),
		...unlisted('text', 'serviceName', 'shortCode'),
		...unlisted('country', 'country'),
		...unlisted('phone', 'msisdn'),
		...unlisted('number', 'amount'),
		...unlisted('price', 'endUserPrice', 'price', 'servicePrice'),
		...unlisted('time', 'executionTime', 'timeNotified'),
		...unlisted('localRange', 'timeChargedLocal'),
		action: select('Action', 'The action of the transaction', actions),
		actionStatus: select('Action Status', 'How the transaction ended', results, 'FAILED'),
		billingType: select('Billing Type', 'The billing technology', billingTypes),
		errorType: match('text', 'Error Type', errorAbout, 'NOT_ENOUGH_CREDIT'),
		integrationSolution: select('Channel', 'How the transaction was started', channels),
		merchantNotificationStatus: select(
			'Notification Status',
			'Whether you were notified',
			notificationStatuses,
			'FAILED',
		),
		merchantReference: match('text', 'Client Reference', referenceAbout, 'order-17'),
		subscriptionId: match('id', 'Subscription ID', 'ID at the platform'),
		timeCharged: match('timeRange', 'Charged', 'Time of the charge'),
		timeUpdated: match('timeRange', 'Updated', 'End of its life-cycle'),
		transactionId: match('id', 'Transaction ID', 'ID at the platform'),
		transactionState: select('State', 'The current state of the transaction', states, 'FINISHED'),
	},
};

export const getMany = searchOperation(transactions);

export const get = getOperation(transactions);
