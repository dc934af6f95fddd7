import {
	actions,
	actionStatuses,
	billingTypes,
	channels,
	notificationStatuses,
	transactionStates,
} from '../../../../platform/enumerations';
import { searchOperation, type Search } from '../search';
import { textFields } from '../searchFilters';

/** The transaction record, and how it is searched (contract, “Query APIs”). */
export const transactions: Search = {
	action: 'Get many transactions',
	description: 'Search transactions, with filters on any of their fields',
	kind: 'transactions',
	begun: 'timeCharged',
	simplify: [
		'transactionId',
		'clientReference',
		'msisdn',
		'operator',
		'action',
		'status',
		'price',
		'currency',
		'errorType',
		'timeCharged',
	],
	fields: {
		...textFields('comment', 'currency', 'encryptedTransactionId', 'errorMessage'),
		...textFields('finishedBy', 'ip', 'keyword', 'merchantName', 'moMessage', 'mtMessage'),
		...textFields('operator', 'pinIdentification', 'provider', 'reference', 'serviceName'),
		...textFields('shortCode'),
		country: { kind: 'country' },
		msisdn: { kind: 'phone' },
		serviceKey: { kind: 'text' },
		action: {
			kind: 'choice',
			words: actions,
			label: 'Action',
			about: 'The action of the transaction',
		},
		actionStatus: {
			kind: 'choice',
			words: { ...actionStatuses, null: 'None Yet' },
			initial: 'FAILED',
			label: 'Action Status',
			about: 'How the transaction ended',
		},
		amount: { kind: 'number' },
		billingType: {
			kind: 'choice',
			words: billingTypes,
			label: 'Billing Type',
			about: 'The billing technology',
		},
		endUserPrice: { kind: 'price' },
		errorType: {
			kind: 'text',
			label: 'Error Type',
			about: 'Why it failed, such as CANCELED_BY_USER, WRONG_PIN or SUBSCRIBER_BLACKLISTED',
			example: 'NOT_ENOUGH_CREDIT',
		},
		executionTime: { kind: 'time' },
		integrationSolution: {
			kind: 'choice',
			words: channels,
			label: 'Channel',
			about: 'The channel in which the transaction was started',
		},
		merchantNotificationStatus: {
			kind: 'choice',
			words: notificationStatuses,
			initial: 'FAILED',
			label: 'Notification Status',
			about: 'Whether you were notified',
		},
		merchantReference: {
			kind: 'text',
			label: 'Client Reference',
			about: 'Your reference from the start of the payment',
			example: 'order-17',
		},
		price: { kind: 'price' },
		servicePrice: { kind: 'price' },
		subscriptionId: { kind: 'id', label: 'Subscription ID', about: 'ID at the platform' },
		timeCharged: { kind: 'timeRange', label: 'Charged', about: 'Time of the charge' },
		timeChargedLocal: { kind: 'localRange' },
		timeNotified: { kind: 'time' },
		timeUpdated: { kind: 'timeRange', label: 'Updated', about: 'End of its life-cycle' },
		transactionId: { kind: 'id', label: 'Transaction ID', about: 'ID at the platform' },
		transactionState: {
			kind: 'choice',
			words: transactionStates,
			initial: 'FINISHED',
			label: 'State',
			about: 'The current state of the transaction',
		},
	},
};

/** Searches transactions (contract, “Query APIs”, 11). */
export const getMany = searchOperation(transactions);
