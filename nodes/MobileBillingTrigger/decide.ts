import type { IWebhookFunctions } from 'n8n-workflow';
import type { ComparedField } from '../../platform/confirmation';
import {
	isSignatureTrouble,
	readIdentificationReturn,
	readPaymentReturn,
} from '../../platform/customerReturn';
import { likelyCause, type LikelyCause } from '../../platform/genuine';
import {
	eventKeyOf,
	passes,
	readNotification,
	saysOptOut,
	type PaymentResult,
} from '../../platform/notification';
import type { Call, PageKind } from './call';
import { confirmCall } from './confirm';

/** A call that starts nothing. `cause` is for n8n's log and quotes nothing of the call. */
export interface RefusedAnswer {
	status: number;
	message: string;
	cause: string;
	/** Whether the caller is a customer, who reads a text in their own language. */
	isCustomer?: boolean;
}

export interface Event {
	/** The fields of the item without the time and the raw call. */
	fields: object;
	signatureChecked: boolean;
	raw: Record<string, string>;
	/** The deduplication key of the event; undefined if each delivery is a new event. */
	key?: string;
	/** false sends it to the output *Unconfirmed*. */
	isConfirmed?: boolean;
	/** The page for the customer who returns. */
	page?: PageKind;
}

/** The decision on a call: one of `refused` and `event`, or neither for a result that the filters leave out. */
interface Decision {
	refused?: RefusedAnswer;
	event?: Event;
}

/** Decides on a call. @throws MalformedDelivery for two values of one name */
export async function decideCall(context: IWebhookFunctions, call: Call): Promise<Decision> {
	if (call.event === 'paymentResult') return await decideNotification(context, call);
	return call.event === 'returnedFromPayment'
		? await decidePaymentReturn(context, call)
		: decideIdentificationReturn(call);
}

async function decideNotification(context: IWebhookFunctions, call: Call): Promise<Decision> {
	const { readings, services, filter } = call;
	const notified = readNotification(readings, services);
	if (notified.refused === 'fields') {
		const cause = `It names no event, because this is missing: ${notified.fields.join(', ')}`;
		return refused(400, 'This is not a payment result notification', cause);
	}
	if (notified.refused) return unsigned(notified.refused);
	const { event, signatureChecked, raw } = notified;
	// Before the proof only the result is filtered: the call may forge other fields, or lack them.
	if (!passes(event, { results: filter.results })) return {};
	const compared = ['status', 'msisdn', 'price', 'serviceKey'] as const;
	const proof = await confirmCall(context, call, event, compared);
	if (proof.contradicted) return contradicted(proof.contradicted);
	const { fields, isConfirmed } = proof;
	const known = proof.known as PaymentResult;
	const endsSubscription = isConfirmed ? known.eventType === 'opt_out' : saysOptOut(raw);
	const key = eventKeyOf(known, endsSubscription, isConfirmed);
	if (!passes(known, filter)) return {};
	return { event: { fields, signatureChecked, raw, key, isConfirmed } };
}

/** Decides on a customer who returns from a payment, signed or not. The page is that of the confirmed status. */
async function decidePaymentReturn(context: IWebhookFunctions, call: Call): Promise<Decision> {
	const { event, readings, services = [] } = call;
	const { signatureChecked, raw, ...customer } = readPaymentReturn(readings, services);
	const { transactionId, status, timeReturned } = customer;
	const claim = { ...customer, status: status === 'unknown' ? undefined : status };
	const proof = await confirmCall(context, call, customer, ['status', 'msisdn'], claim);
	if (proof.contradicted) return contradicted(proof.contradicted, true);
	const { known, isConfirmed } = proof;
	const page = isConfirmed === false ? 'unknown' : status;
	const isProven = isConfirmed ?? signatureChecked;
	const identity = isProven && transactionId ? [known.transactionId, status] : Object.entries(raw);
	const isNamed = transactionId !== undefined || timeReturned !== undefined;
	const key = isNamed ? JSON.stringify(identity) : undefined;
	const fields = { event, ...proof.fields };
	return { event: { fields, signatureChecked, raw, key, isConfirmed, page } };
}

function decideIdentificationReturn({ event, readings, services = [] }: Call): Decision {
	const [firstReading = []] = readings;
	const read = readIdentificationReturn(readings, services, Date.now());
	const { signatureChecked, raw, ...found } = read;
	const { outcome, reason = '', unproven } = found;
	if (isSignatureTrouble(reason)) return unsigned(likelyCause(firstReading, services));
	if (outcome === 'notGenuine')
		return refused(400, 'This link is no longer valid. Start again', reason, true);
	// Customers whom the platform doesn't know come back with equal parameters, so these identify no event.
	const isNamed = unproven?.userId ?? unproven?.msisdn ?? unproven?.identificationId;
	const page = outcome === 'unverified' ? 'success' : 'other';
	const key = isNamed ? JSON.stringify(Object.entries(raw)) : undefined;
	return { event: { fields: { event, ...found }, signatureChecked, raw, key, page } };
}

const causes: Record<LikelyCause, string> = {
	unsigned: 'It had no signature: ask your operator whether the service has a signature key',
	service: "It named a service that the service credential doesn't have, or has without a key",
	algorithm: "Its signature is as long as another algorithm's: check Signature Algorithm",
	key: 'Its signature is wrong: check Signature Key, or somebody has forged the call',
};

function refused(status: number, message: string, cause: string, isCustomer?: boolean): Decision {
	return { refused: { status, message, cause, isCustomer } };
}

function unsigned(cause: LikelyCause): Decision {
	return refused(401, 'The signature is missing or wrong', causes[cause]);
}

function contradicted(field: ComparedField, isCustomer?: boolean): Decision {
	const cause = `The platform shows another value of ${field} for its transaction`;
	return refused(403, 'The platform does not confirm this', cause, isCustomer);
}
