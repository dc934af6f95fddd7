import {
	NodeOperationError,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { MalformedDelivery, readingsOf } from '../../platform/delivery';
import { eventKeyOf, passes, readNotification, saysOptOut } from '../../platform/notification';
import type { Entries } from '../../platform/signature';
import { dataOf, deliveryOf, signingServices, UnreadableCredential } from './call';
import { confirm, refuseUnconfirmed } from './confirm';
import { isNewEvent } from './deduplicate';
import { receiveIdentificationReturn, receivePaymentReturn } from './receiveReturn';
import { answerHere, refuse, refuseUnsigned, warnOfRefusals } from './refusals';

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
	const { event, unusual, signatureChecked, raw } = notified;
	const marks = unusual.length > 0 ? { unusual } : {};
	const filter = filterOf(context);
	const key = eventKeyOf(event, saysOptOut(raw));
	if (!passes(event, filter) || !(await isNewEvent(context, key))) return ignored;
	if (context.getNodeParameter('confirm', false) !== true) {
		const marked = { ...event, ...marks };
		return { ...ignored, workflowData: dataOf(marked, signatureChecked, raw, [key]) };
	}
	const found = await confirm(context, notified);
	if (found.state !== 'confirmed') return refuseUnconfirmed(context, found, event.transactionId);
	// Both the plain and the encrypted ID name a transaction.
	const { transactionId } = found;
	const plainKey = eventKeyOf({ ...event, transactionId }, found.event.eventType === 'opt_out');
	const isNew = plainKey === key || (await isNewEvent(context, plainKey));
	if (!isNew || !passes(found.event, filter)) return ignored;
	const confirmed = { ...found.event, ...marks, confirmed: true };
	return { ...ignored, workflowData: dataOf(confirmed, signatureChecked, raw, [key, plainKey]) };
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
