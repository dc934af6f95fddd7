/** The values that the contract shows, in its own spellings, and what they mean. */
export const actions = {
	CHARGE: 'Charge',
	REFUND: 'Refund',
	'SUB CANCEL': 'Subscription Canceled',
	'SUB_ADMIN CANCEL': 'Subscription Canceled by Operator',
	SUB_IDENTIFY: 'Subscription Identification',
	SUB_REMIND: 'Subscription Reminder',
	SUB_RENEW: 'Subscription Renewal',
	SUB_START: 'Subscription Start',
};

export const actionStatuses = { CANCELED: 'Canceled', COMPLETED: 'Completed', FAILED: 'Failed' };

export const transactionStates = {
	CANCELED: 'Canceled',
	EXECUTING: 'Executing',
	FAILED: 'Failed',
	FINISHED: 'Finished',
	PENDING: 'Pending',
	SCHEDULED: 'Scheduled',
	SKIPPED: 'Skipped',
};

export const billingTypes = {
	DMB: 'Direct Mobile Billing',
	MO: 'Mobile Originated',
	MT: 'Mobile Terminated',
};

export const channels = { API: 'API', SEP: 'SEP', SMS: 'SMS' };

export const notificationStatuses = {
	DELIVERED: 'Delivered',
	EXCLUDED: 'Excluded',
	FAILED: 'Failed',
	PENDING: 'Pending',
	REJECTED: 'Rejected',
};

export const periods = { DAY: 'Day', MONTH: 'Month', WEEK: 'Week' };

export const controllers = {
	MERCHANT: 'Merchant',
	PROVIDER: 'Provider or Operator',
	SYSTEM: 'Platform',
};

/** The choices of a dropdown: words, and the platform's code in brackets. */
export function choicesOf(words: Record<string, string>): { name: string; value: string }[] {
	return Object.entries(words).map(([value, name]) => ({
		name: name === value ? name : `${name} (${value})`,
		value,
	}));
}
