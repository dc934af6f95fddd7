import { isObject, textIn, type Outcomes } from '../../../../platform/answer';
import { readDecision } from '../../../../platform/decision';
import { withSignature } from '../../../../platform/signature';
import { remoteOperation } from '../../../engine/panel/operation';
import { cancelFields, cancelParams } from './cancelFields';
import { cancelReconciliation } from './cancelLedger';

const outcomes = {
	canceled: 'Canceled',
	alreadyBeingCanceled: 'In Progress',
	noSuchSubscription: 'Not Found',
	unknown: 'Other',
} satisfies Outcomes;

/** Ends a subscription (public facts, “Cancel a subscription”). */
export const cancel = remoteOperation({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel subscription',
	description: 'End a subscription so that it no longer renews',
	effect: 'write',
	costs: 'nothing',
	fields: cancelFields,
	params: cancelParams,
	outcomes,
	simplify: [
		'serviceKey',
		'subscriptionId',
		'userId',
		'msisdn',
		'operator',
		'timeUnsubscribed',
		'errorType',
		'errorMessage',
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
		const decision = isUnknown(answer.status, answer.body)
			? ({ outcome: 'noSuchSubscription', said: answer.body } as const)
			: readDecision(answer, { accepted: 'canceled', notAcceptable: 'alreadyBeingCanceled' });
		if (!decision || 'refused' in decision) return decision;
		const { outcome, said } = decision;
		return { outcome, records: [{ ...said, serviceKey, [by]: id }] };
	},
});

function isUnknown(status: number, body: unknown): body is Record<string, unknown> {
	if (status !== 400 || !isObject(body)) return false;
	return /subscription does not exist/i.test(textIn(body.errorMessage) ?? '');
}
