import { z } from 'zod';
import { isSuccess } from '../../../../platform/answer';
import {
	identificationFields,
	readStatusAnswer,
	refineStatus,
	statusOutcomes,
} from '../../../../platform/identification';
import { requiredTextSchema } from '../../../../platform/input';
import { optionalServiceKeyField, simplifyField } from '../../../engine/panel/fields';
import { remoteOperation } from '../../../engine/panel/operation';

/** Asks whether a user has a subscription, server to server (contract, “Payments and subscriptions”, 8). */
export const checkStatus = remoteOperation({
	value: 'checkStatus',
	name: 'Check Status',
	action: 'Check subscription status',
	description: 'Check whether a customer has an active and paid subscription',
	effect: 'read',
	costs: 'nothing',
	isAwaited: true,
	fields: [
		optionalServiceKeyField,
		{
			displayName: 'User ID',
			name: 'userid',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. customer-4711',
			description:
				'The user ID of the payment, else the phone number like 33639981234; sent as entered',
		},
		simplifyField,
	],
	params: z.object({ serviceKey: requiredTextSchema, userid: requiredTextSchema }),
	outcomes: statusOutcomes,
	simplify: 'all',
	refine: refineStatus,
	request: ({ serviceKey, userid }, { service, now }) => ({
		method: 'POST',
		path: '/api/payment/1_4/subscription',
		body: identificationFields({ apikey: serviceKey, userid }, service, now),
	}),
	parse: ({ status, body }, { serviceKey }) => {
		const reading = isSuccess(status) ? readStatusAnswer(body) : undefined;
		if (reading === undefined || 'refused' in reading) return reading;
		return { outcome: reading.outcome, records: [reading.record], known: { serviceKey } };
	},
});
