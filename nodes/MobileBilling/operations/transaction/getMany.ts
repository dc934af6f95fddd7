import { searchOperation, type Search } from '../search';

/** The transaction record, and how it is searched (contract, “Query APIs”). */
export const transactions: Search = {
	action: 'Get many transactions',
	description: 'Search transactions, with filters on any of their fields',
	path: '/v1/transactions',
	begun: 'timeCharged',
	shown: [
		'transactionId',
		'action',
		'transactionState',
		'actionStatus',
		'msisdn',
		'operator',
		'serviceKey',
		'endUserPrice',
		'errorType',
		'timeCharged',
	],
	fields: {
		action: {
			// The contract's own spellings, odd ones too.
			kind: [
				'CHARGE',
				'SUB_START',
				'SUB_RENEW',
				'SUB_REMIND',
				'SUB_IDENTIFY',
				'SUB CANCEL',
				'SUB_ADMIN CANCEL',
				'REFUND',
			],
			label: 'Action',
			about: 'What the transaction did',
		},
		actionStatus: {
			kind: ['FAILED', 'COMPLETED', 'CANCELED'],
			label: 'Action Status',
			about: 'How it ended',
		},
		amount: { kind: 'number' },
		billingType: {
			kind: ['DMB', 'MO', 'MT'],
			label: 'Billing Type',
			about: 'The billing technology',
		},
		endUserPrice: { kind: 'number' },
		errorType: {
			kind: 'text',
			label: 'Error Type',
			about: 'Such as CANCELED_BY_USER, WRONG_PIN, SUBSCRIBER_BLACKLISTED, NOT_ENOUGH_CREDIT',
			example: 'NOT_ENOUGH_CREDIT',
		},
		executionTime: { kind: 'time' },
		integrationSolution: {
			kind: ['API', 'SEP', 'SMS'],
			label: 'Channel',
			about: 'Where it was started',
		},
		merchantNotificationStatus: {
			kind: ['FAILED', 'REJECTED', 'EXCLUDED', 'PENDING', 'DELIVERED'],
			label: 'Notification Status',
			about: 'Whether you were notified',
		},
		merchantReference: {
			kind: 'text',
			label: 'Client Reference',
			about: 'Your reference from the start of the payment',
			example: 'order-17',
		},
		price: { kind: 'number' },
		servicePrice: { kind: 'number' },
		subscriptionId: { kind: 'number', label: 'Subscription ID', about: 'Its ID at the platform' },
		timeCharged: { kind: 'timeRange', label: 'Charged', about: 'Time of the charge' },
		timeChargedLocal: { kind: 'localRange' },
		timeNotified: { kind: 'time' },
		timeUpdated: { kind: 'timeRange', label: 'Updated', about: 'End of its life-cycle' },
		transactionId: { kind: 'number', label: 'Transaction ID', about: 'Its ID at the platform' },
		transactionState: {
			kind: ['FINISHED', 'EXECUTING', 'PENDING', 'FAILED', 'CANCELED', 'SKIPPED', 'SCHEDULED'],
			label: 'State',
			about: 'The current state of the transaction',
		},
	},
};

/** Searches transactions (contract, “Query APIs”, 11). */
export const getMany = searchOperation(transactions);
