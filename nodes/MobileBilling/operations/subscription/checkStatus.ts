import { z } from 'zod';
import { text } from '../../../../platform/fieldHead';
import {
	flagIn,
	isObject,
	isSuccess,
	type Outcomes,
	type PlatformRecord,
	type Refusal,
	withoutGaps,
} from '../../../../platform/answer';
import { requiredTextSchema } from '../../../../platform/input';
import { withSignature } from '../../../../platform/signature';
import { isoOfUtcTime, unixSecondsOf } from '../../../../platform/times';
import { readRefusal, verdictOn } from '../../../../platform/verdict';
import { optionalServiceKeyField, simplifyField } from '../../../engine/panel/fields';
import { remoteOperation } from '../../../engine/panel/operation';

/** The four cases of `active` and `valid` (contract, “Subscription identification”, Outcomes). */
const outcomes = {
	noSubscription: 'Inactive',
	renewalPending: 'Renewal Due',
	alreadyPaid: 'Already Paid',
	active: 'Active',
	unknown: 'Other',
} as const satisfies Outcomes;

/** An answer without any of these says nothing of a customer (contract, “Subscription identification”, Response fields). */
const statusFields = ['active', 'valid', 'msisdn', 'operator', 'expirationdate', 'userid'];

/** Reads the answer; a refusal says nothing of the customer (public facts, “Identification answer”). Undefined for no answer. */
export function readStatusAnswer(
	body: unknown,
): { outcome: keyof typeof outcomes; record: PlatformRecord } | { refused: Refusal } | undefined {
	const verdict = verdictOn(body);
	if (verdict === 'refused') return { refused: readRefusal(body) };
	if (!isObject(body) || verdict !== 'ok' || !statusFields.some((name) => name in body)) {
		return undefined;
	}
	const [active, valid] = [flagIn(body.active), flagIn(body.valid)];
	if (active === undefined || valid === undefined) return { outcome: 'unknown', record: body };
	const outcome = active
		? ({ true: 'active', false: 'renewalPending' } as const)
		: ({ true: 'alreadyPaid', false: 'noSubscription' } as const);
	return { outcome: outcome[`${valid}`], record: body };
}

/** The record of an identification, `active` and `valid` as booleans and `expirationdate` as an ISO time where they can be read. */
export function refineStatus(record: PlatformRecord): PlatformRecord {
	const read = {
		active: flagIn(record.active),
		valid: flagIn(record.valid),
		expirationdate: isoOfUtcTime(record.expirationdate),
	};
	return { ...record, ...withoutGaps(read) };
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
	refine: refineStatus,
	request: ({ serviceKey, userId }, { service, now }) => ({
		method: 'POST',
		path: '/api/payment/1_4/subscription',
		body: withSignature(
			{ apikey: serviceKey, userid: userId, timestamp: unixSecondsOf(now) },
			service,
		),
	}),
	parse: ({ status, body }, { serviceKey }) => {
		const reading = isSuccess(status) ? readStatusAnswer(body) : undefined;
		if (reading === undefined || 'refused' in reading) return reading;
		return { outcome: reading.outcome, records: [reading.record], known: { serviceKey } };
	},
});
