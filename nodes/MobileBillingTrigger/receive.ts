import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	MalformedDelivery,
	genuineCall,
	parametersOf,
	type Delivery,
	type Genuine,
} from '../../platform/delivery';
import { readIdentificationReturn } from '../../platform/identification';
import { eventKeyOf, passes, readPaymentResult } from '../../platform/notification';
import { servicesOf, type Service } from '../../platform/service';
import { serviceCredential } from '../engine/input';
import { isFirstDelivery } from './deduplicate';
import { showPage } from './returnPage';

interface TriggerOptions {
	answer?: string;
	/** Seconds. An expression can make text of it. */
	maxAge?: unknown;
	page?: string;
	otherPage?: string;
}

const defaultMaxAge = 300;
const incomplete = 'A notification needs a transactionid and a status';

/**
 * Handles a call to the trigger's address. Malformed calls get 400 and unsigned ones 401; all others get 200, filtered
 * and duplicate ones too. n8n answers 200 after it stored the execution; when it can't, the platform gets a 500.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const parameters = parametersOf(deliveryOf(context));
		const event = context.getNodeParameter('event') as string;
		const isNotification = event === 'paymentResult';
		if (isNotification && !readPaymentResult(parameters)) return refuse(context, 400, incomplete);
		const genuine = genuineCall(parameters, await signingServices(context));
		if (!genuine) return refuse(context, 401, 'The signature is missing or wrong');
		return isNotification
			? await receiveNotification(context, genuine)
			: receiveCustomer(context, event, genuine);
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
	genuine: Genuine,
): Promise<IWebhookResponseData> {
	const event = readPaymentResult(genuine.parameters);
	if (!event) return refuse(context, 400, incomplete);
	const { answer = 'OK' } = optionsOf(context);
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	const isWanted = passes(event, {
		results: listOf(context.getNodeParameter('results', [])),
		eventTypes: listOf(filters.eventTypes),
		serviceKeys: listOf(filters.serviceKeys),
		operators: listOf(filters.operators),
	});
	if (!isWanted) return { webhookResponse: answer };

	const execution = { workflowData: dataOf(event, genuine) };
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

function receiveCustomer(
	context: IWebhookFunctions,
	event: string,
	genuine: Genuine,
): IWebhookResponseData {
	const { parameters } = genuine;
	const { maxAge, page, otherPage } = optionsOf(context);
	const identification =
		event === 'returnedFromIdentification'
			? readIdentificationReturn(
					parameters,
					Number(maxAge) || defaultMaxAge,
					Date.now(),
					genuine.signatureChecked,
				)
			: undefined;
	if (identification?.outcome === 'notGenuine') {
		return refuse(context, 400, 'This link is no longer valid. Please start again');
	}
	const hasValidSubscription = identification?.outcome === 'subscribed';
	const isOther = identification !== undefined && !hasValidSubscription;
	showPage(context.getResponseObject(), isOther ? otherPage : page);
	const customer = {
		event,
		...(parameters.userid && { userId: parameters.userid }),
		...(identification && { hasValidSubscription }),
	};
	return { noWebhookResponse: true, workflowData: dataOf(customer, genuine) };
}

/** The services whose signatures the trigger accepts; undefined when it accepts unsigned calls. */
async function signingServices(context: IWebhookFunctions): Promise<Service[] | undefined> {
	if (context.getNodeParameter('authentication') === 'none') return undefined;
	return servicesOf(await context.getCredentials(serviceCredential));
}

function optionsOf(context: IWebhookFunctions): TriggerOptions {
	return context.getNodeParameter('options', {}) as TriggerOptions;
}

function dataOf(event: object, { parameters, signatureChecked }: Genuine) {
	const timeReceived = new Date().toISOString();
	const json = { ...event, timeReceived, signatureChecked, raw: { ...parameters } } as IDataObject;
	return [[{ json }]];
}

function deliveryOf(context: IWebhookFunctions): Delivery {
	const { method, originalUrl, headers, rawBody } = context.getRequestObject();
	const { 'content-type': contentType = '' } = headers;
	// The platform sends none, and n8n reads the answer to these before it stores the execution.
	if (/^multipart\//i.test(contentType)) throw new MalformedDelivery('The call is in parts');
	const mark = originalUrl.indexOf('?');
	return {
		method,
		rawQuery: mark < 0 ? '' : originalUrl.slice(mark + 1),
		contentType,
		body: (rawBody as Uint8Array | undefined) ?? new Uint8Array(),
	};
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

/** Answers the call here, and tells n8n so: otherwise the caller would wait forever. */
function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	// Not with Express's own methods, which also hash the answer for a browser's cache.
	const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-length': message.length };
	context.getResponseObject().writeHead(status, headers).end(message);
	return { noWebhookResponse: true };
}

/** Reads text with commas, or the list that an expression made. */
function listOf(value: unknown = ''): string[] {
	return String(value)
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
