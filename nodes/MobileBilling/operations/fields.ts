import type { INodeProperties } from 'n8n-workflow';

/** A transaction's ID at the platform: digits, or the encrypted ID of a notification. */
export const transactionIdField: INodeProperties = {
	displayName: 'Transaction ID',
	name: 'transactionId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 700000123',
	description: "The transaction's ID at the platform, plain or encrypted",
};

/** A subscription's ID at the platform. */
export const subscriptionIdField: INodeProperties = {
	displayName: 'Subscription ID',
	name: 'subscriptionId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 700000123',
	description: "The subscription's ID at the platform",
};
