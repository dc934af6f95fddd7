import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { serviceKeySchema } from '../../../../platform/identifiers';
import { requiredTextSchema } from '../../../../platform/input';
import { optionalServiceKeyField } from '../../../engine/panel/fields';
import { subscriptionIdField } from '../fields';

const shownFor = (cancelBy: string) => ({ displayOptions: { show: { cancelBy: [cancelBy] } } });

/** The fields of Subscription: Cancel. */
export const cancelFields: INodeProperties[] = [
	optionalServiceKeyField,
	{
		displayName: 'Cancel By',
		name: 'cancelBy',
		type: 'options',
		options: [
			{ name: 'Subscription ID', value: 'subscriptionId' },
			{ name: 'User ID', value: 'userId' },
		],
		default: 'subscriptionId',
		description: 'Which ID identifies the subscription',
	},
	{ ...subscriptionIdField, ...shownFor('subscriptionId') },
	{
		displayName: 'User ID',
		name: 'userId',
		type: 'string',
		default: '',
		required: true,
		...shownFor('userId'),
		placeholder: 'e.g. customer-4711',
		description: 'The user ID of the payment, else the phone number; sent as entered',
	},
];

export const cancelParams = z
	.discriminatedUnion('cancelBy', [
		z.object({
			cancelBy: z.literal('subscriptionId'),
			serviceKey: serviceKeySchema,
			subscriptionId: requiredTextSchema,
		}),
		z.object({
			cancelBy: z.literal('userId'),
			serviceKey: serviceKeySchema,
			userId: requiredTextSchema,
		}),
	])
	.transform((typed) => ({
		serviceKey: typed.serviceKey,
		/** The field of the record that `id` is. */
		by: typed.cancelBy,
		id: typed.cancelBy === 'userId' ? typed.userId : typed.subscriptionId,
	}));

export type CancelParams = z.infer<typeof cancelParams>;
