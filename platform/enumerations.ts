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

/** The choices of a dropdown: words, and the platform's code in brackets. */
export function choicesOf(words: Record<string, string>): { name: string; value: string }[] {
	return Object.entries(words).map(([value, name]) => ({
		name: name === value ? name : `${name} (${value})`,
		value,
	}));
}
