import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	MalformedDelivery,
	genuineCall,
	parametersOf,
	type Parameters,
} from '../../platform/delivery';
import { eventKeyOf, passes, readPaymentResult } from '../../platform/notification';
import { dataOf, deliveryOf, optionsOf, refuse, refuseUnsigned, signingServices } from './call';
import { isFirstDelivery } from './deduplicate';
import { receiveIdentificationReturn, receivePaymentReturn } from './receiveReturn';

/**
 * Handles a call to the trigger's address. Malformed calls get 400 and unsigned ones 401; all others get 200, filtered
 * and duplicate ones too. n8n answers 200 after it stored the execution; when it can't, the platform gets a 500.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const delivery = deliveryOf(context);
		const event = context.getNodeParameter('event') as string;
		if (event === 'returnedFromPayment') {
			return await receivePaymentReturn(context, event, delivery);
		}
		const parameters = parametersOf(delivery);
		return event === 'paymentResult'
			? await receiveNotification(context, parameters)
			: await receiveIdentificationReturn(context, event, parameters);
	} catch (error) {
		if (error instanceof MalformedDelivery) return refuse(context, 400, error.message);
		// The error's message stays out of the log: it can hold what was sent.
		const name = error instanceof Error ? error.name : typeof error;
		context.logger.error(`The trigger couldn't receive an event: ${name}`);
		return refuse(context, 500, 'The event was not received. Send it again');
	}
}

async function receiveNotification(
	context: IWebhookFunctions,
	parameters: Parameters,
): Promise<IWebhookResponseData> {
	const event = readPaymentResult(parameters);
	if (!event) return refuse(context, 400, 'A notification must have a transactionid and a status');
	const genuine = genuineCall(parameters, await signingServices(context));
	if (!genuine) return refuseUnsigned(context);
	const { answer = 'OK' } = optionsOf(context);
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	const isWanted = passes(event, {
		results: listOf(context.getNodeParameter('results', [])),
		eventTypes: listOf(filters.eventTypes),
		serviceKeys: listOf(filters.serviceKeys),
		operators: listOf(filters.operators),
	});
	if (!isWanted) return { webhookResponse: answer };

	const execution = { workflowData: dataOf(event, genuine.signatureChecked, parameters) };
	// In a manual test, the same event can be sent again and again.
	if (context.getMode() === 'manual') return { webhookResponse: answer, ...execution };

	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	const isFirst = await isFirstDelivery(
		trigger,
		eventKeyOf(event),
		async () => await isStored(context.getResponseObject()),
	);
	return { webhookResponse: answer, ...(isFirst && execution) };
}

/**
 * Whether n8n stored the execution: it answers 200 only then. A caller that hung up before the answer sends the event
 * again, so that nothing is lost.
 */
async function isStored(
	response: ReturnType<IWebhookFunctions['getResponseObject']>,
): Promise<boolean> {
	if (!response.destroyed) await new Promise((resolve) => response.once('close', resolve));
	return response.writableFinished && response.statusCode < 300;
}

/** Reads text with commas, or the list that an expression made. */
function listOf(value: unknown = ''): string[] {
	return String(value)
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
