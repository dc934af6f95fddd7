import {
	NodeOperationError,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { MalformedDelivery, readingsOf } from '../../platform/delivery';
import {
	eventKeyOf,
	passes,
	readNotification,
	saysOptOut,
	type PaymentResult,
} from '../../platform/notification';
import type { Entries } from '../../platform/signature';
import { dataOf, deliveryOf, signingServices, UnreadableCredential } from './call';
import { proven } from './confirm';
import { isNewEvent } from './deduplicate';
import { receiveIdentificationReturn, receivePaymentReturn } from './receiveReturn';
import { answerHere, refuse, refuseContradicted, refuseUnsigned, warnOfRefusals } from './refusals';

/**
 * Handles a call to the trigger's address. Malformed calls get 400 and unsigned ones 401; all others get 200, filtered
 * and duplicate ones too. n8n answers 200 after it stored the execution; when it can't, the platform gets a 500.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		warnOfRefusals(context);
		const readings = readingsOf(deliveryOf(context));
		const event = context.getNodeParameter('event') as string;
		if (event === 'paymentResult') return await receiveNotification(context, readings);
		return event === 'returnedFromPayment'
			? await receivePaymentReturn(context, event, readings)
			: await receiveIdentificationReturn(context, event, readings);
	} catch (error) {
		if (error instanceof MalformedDelivery)
			return refuse(context, 400, error.message, 'No call of the platform is like that');
		// The editor shows it.
		if (context.getMode() === 'manual')
			throw new NodeOperationError(context.getNode(), error as Error);
		// Another error's message stays out of the log: it can hold what was sent.
		const name = error instanceof Error ? error.name : typeof error;
		const cause = error instanceof UnreadableCredential ? error.message : name;
		context.logger.error(`The trigger couldn't receive an event: ${cause}`);
		return answerHere(context, 500, 'The event was not received. Send it again');
	}
}

async function receiveNotification(
	context: IWebhookFunctions,
	readings: Entries[],
): Promise<IWebhookResponseData> {
	const notified = readNotification(readings, await signingServices(context));
	if (notified.refused === 'fields') {
		const cause = `It names no event, because this is missing: ${notified.fields.join(', ')}`;
		return refuse(context, 400, 'This is not a payment result notification', cause);
	}
	if (notified.refused) return refuseUnsigned(context, notified.refused);
	const ignored = { webhookResponse: 'OK' };
	const { event, signatureChecked, raw } = notified;
	const filter = filterOf(context);
	// Other fields may be forged, or missing though the record has them.
	if (!passes(event, { results: filter.results })) return ignored;
	const compared = ['status', 'msisdn', 'price', 'serviceKey'] as const;
	const found = await proven(context, event, compared, event);
	if (found.contradicted) return refuseContradicted(context, found.contradicted);
	const { item, isConfirmed } = found;
	const known = found.known as PaymentResult;
	const endsSubscription = isConfirmed ? known.eventType === 'opt_out' : saysOptOut(raw);
	const key = eventKeyOf(known, endsSubscription, isConfirmed);
	if (!passes(known, filter) || !(await isNewEvent(context, key))) return ignored;
	return { ...ignored, workflowData: dataOf(item, signatureChecked, raw, [key], isConfirmed) };
}

/** Which results start the workflow. */
function filterOf(context: IWebhookFunctions) {
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	return {
		results: listOf(context.getNodeParameter('results', [])),
		eventTypes: listOf(filters.eventTypes),
		serviceKeys: listOf(filters.serviceKeys),
		operators: listOf(filters.operators),
	};
}

/** Reads text with commas, or the list that an expression made. */
function listOf(value: unknown = ''): string[] {
	return String(value)
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
