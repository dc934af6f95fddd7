import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { field, text } from '../../../../platform/fieldHead';
import { flagIn, isObject, type Outcomes } from '../../../../platform/answer';
import { serviceKeySchema } from '../../../../platform/identifiers';
import { requiredTextSchema } from '../../../../platform/input';
import { hasId, readId, recordsFound, searchRequest } from '../../../../platform/search';
import { withSignature } from '../../../../platform/signature';
import { readDecision, readRefusal } from '../../../../platform/verdict';
import type { Reconciliation } from '../../../engine/core/exchange';
import { optionalServiceKeyField } from '../../../engine/panel/fields';
import { remoteOperation } from '../../../engine/panel/operation';
import { subscriptionIdField } from '../fields';

const shownFor = (cancelBy: string) => ({ displayOptions: { show: { cancelBy: [cancelBy] } } });

const cancelFields: INodeProperties[] = [
	optionalServiceKeyField,
	{
		...field('options', 'Cancel By', 'cancelBy', 'subscriptionId'),
		options: [
			{ name: 'Subscription ID', value: 'subscriptionId' },
			{ name: 'User ID', value: 'userId' },
		],
		description: 'Which ID identifies the subscription',
	},
	{ ...subscriptionIdField, ...shownFor('subscriptionId') },
	{
		...text('User ID', 'userId', 'customer-4711'),
		required: true,
		...shownFor('userId'),
		description: 'The user ID of the payment, else the phone number; sent as entered',
	},
];

const cancelParams = z
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
		/** The field of the record that has `id`. */
		by: typed.cancelBy,
		id: typed.cancelBy === 'userId' ? typed.userId : typed.subscriptionId,
	}));

type CancelParams = z.infer<typeof cancelParams>;

/** Proves a cancellation by the subscription search (contract, “Query APIs”, 10): nothing is active any more. */
const cancelReconciliation: Reconciliation<CancelParams> = {
	key: ({ serviceKey, by, id }) => ({ serviceKey, reference: `cancel ${by} ${id}` }),
	request: ({ serviceKey, by, id }) => {
		const own = by === 'subscriptionId' ? readId(id) : id;
		return searchRequest('subscriptions', { serviceKey, [by]: own });
	},
	read: (answer, { by, id }) => {
		const own = recordsFound(answer)?.filter((record) => hasId(record[by], id)) ?? [];
		if (own.some(({ active }) => flagIn(active) === true)) return { state: 'notDone' };
		// An older platform shows only one record, and a user may have had several subscriptions.
		const isWhole = by === 'subscriptionId' || Array.isArray(answer.body);
		const isEnded = isWhole && own.every(({ active }) => flagIn(active) === false);
		const ended = own.map(({ timeUnsubscribed }) => String(timeUnsubscribed)).sort();
		const record = own.find(({ timeUnsubscribed }) => String(timeUnsubscribed) === ended.at(-1));
		return record && isEnded ? { state: 'done', record } : { state: 'unclear' };
	},
	result: (record) => ({ records: [record], outcome: 'canceled' }),
	isDeclined: ({ outcome }) => outcome !== 'canceled',
};

const outcomes = {
	canceled: 'Canceled',
	alreadyBeingCanceled: 'In Progress',
	noSuchSubscription: 'Not Found',
	unknown: 'Other',
} satisfies Outcomes;

export const cancel = remoteOperation({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel subscription',
	description: 'End a subscription so that it no longer renews',
	effect: 'write',
	fields: cancelFields,
	params: cancelParams,
	outcomes,
	simplify: [
		...['serviceKey', 'subscriptionId', 'userId', 'msisdn', 'operator', 'timeUnsubscribed'],
		...['errorType', 'errorMessage'],
	],
	reconcile: cancelReconciliation,
	wouldDo: ({ by, id }, service) => {
		const subscription = by === 'userId' ? `the subscription of user ${id}` : `subscription ${id}`;
		return `cancel ${subscription} of service ${service}`;
	},
	request: ({ serviceKey, by, id }, { service }) => ({
		method: 'POST',
		path: '/api/payment/1_4/unsubscribe',
		body: withSignature({ apikey: serviceKey, [by.toLowerCase()]: id }, service),
	}),
	parse: (answer, { serviceKey, by, id }) => {
		const { status, body } = answer;
		const asked = { serviceKey, [by]: id };
		const isUnknown = /subscription does not exist/i.test(readRefusal(body).words ?? '');
		if (status === 400 && isObject(body) && isUnknown)
			return { outcome: 'noSuchSubscription', records: [{ ...body, ...asked }] };
		const decided = { accepted: 'canceled', notAcceptable: 'alreadyBeingCanceled' };
		return readDecision(answer, decided, asked);
	},
});
