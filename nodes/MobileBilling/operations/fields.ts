import type { INodeProperties } from 'n8n-workflow';
import { text } from '../../../platform/fieldHead';

/** A transaction's ID at the platform: digits, or the encrypted ID of a notification. */
export const transactionIdField: INodeProperties = {
	...text('Transaction ID', 'transactionId', '700000123'),
	required: true,
	description: "The transaction's ID at the platform, plain or encrypted",
};

export const subscriptionIdField: INodeProperties = {
	...text('Subscription ID', 'subscriptionId', '700000123'),
	required: true,
	description: "The subscription's ID at the platform",
};
