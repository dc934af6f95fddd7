import { z } from 'zod';
import { text } from '../../../../platform/fieldHead';
import { flagIn, isObject, isSuccess, type Outcomes } from '../../../../platform/answer';
import { requiredTextSchema, shortened, tried } from '../../../../platform/input';
import { phoneAsEntered } from '../../../../platform/phoneNumber';
import { withSignature } from '../../../../platform/signature';
import { unixSecondsOf } from '../../../../platform/times';
import { readRefusal, verdictOn } from '../../../../platform/verdict';
import { optionalServiceKeyField, simplifyField } from '../../../engine/panel/fields';
import { remoteOperation } from '../../../engine/panel/operation';

const outcomes = {
	noSubscription: 'Inactive',
	renewalPending: 'Renewal Due',
	alreadyPaid: 'Already Paid',
	active: 'Active',
	unknown: 'Other',
} as const satisfies Outcomes;

/** The outcomes by `active` and `valid` (contract, “Subscription identification”, Outcomes). */
const byFlags = new Map<string, keyof typeof outcomes>([
	['false false', 'noSubscription'],
	['true false', 'renewalPending'],
	['false true', 'alreadyPaid'],
	['true true', 'active'],
]);

/** An answer without any of these says nothing of a customer (contract, “Subscription identification”, Response fields). */
const statusFields = ['active', 'valid', 'msisdn', 'operator', 'expirationdate', 'userid'];

/** Reads the answer; a refusal says nothing of the customer (public facts, “Identification answer”). Undefined for no answer. */
function readStatusAnswer(body: unknown) {
	const verdict = verdictOn(body);
	if (verdict === 'refused') return { refused: readRefusal(body) };
	if (!isObject(body) || verdict !== 'ok' || !statusFields.some((name) => name in body)) {
		return undefined;
	}
	const flags = `${flagIn(body.active)} ${flagIn(body.valid)}`;
	return { outcome: byFlags.get(flags) ?? 'unknown', records: [body] };
}

/** The hint if nothing is found by a user ID that may be a phone number in another notation. */
function hintOn(userId: string): string | undefined {
	if (tried(() => phoneAsEntered(userId)) === userId) return undefined;
	return `No subscription of “${shortened(userId)}”. If it's a phone number, write its digits with the country code, such as 33639981234.`;
}

/** Asks whether a user has a subscription, server to server (contract, “Payments and subscriptions”, 8). */
export const checkStatus = remoteOperation({
	value: 'checkStatus',
	name: 'Check Status',
	action: 'Check subscription status',
	description: 'Check whether a customer has an active and paid subscription',
	effect: 'read',
	isAwaited: true,
	fields: [
		optionalServiceKeyField,
		{
			...text('User ID', 'userId', 'customer-4711'),
			required: true,
			description:
				'The user ID of the payment, else the phone number like 33639981234; sent as entered',
		},
		simplifyField,
	],
	params: z.object({ serviceKey: requiredTextSchema, userId: requiredTextSchema }),
	outcomes,
	simplify: 'all',
	request: ({ serviceKey, userId }, { service, now }) => ({
		method: 'POST',
		path: '/api/payment/1_4/subscription',
		body: withSignature(
			{ apikey: serviceKey, userid: userId, timestamp: unixSecondsOf(now) },
			service,
		),
	}),
	parse: ({ status, body }, { serviceKey, userId }) => {
		const reading = isSuccess(status) ? readStatusAnswer(body) : undefined;
		if (!reading || 'refused' in reading) return reading;
		const hint = reading.outcome === 'noSubscription' ? hintOn(userId) : undefined;
		return { ...reading, known: { serviceKey, userId }, hint };
	},
});
