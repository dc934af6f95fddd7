import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { MalformedDelivery, parametersOf, type Delivery } from '../../platform/delivery';
import { genuineReading, type Genuine } from '../../platform/genuine';
import { readIdentificationReturn } from '../../platform/identification';
import { eventKeyOf, passes, readPaymentResult } from '../../platform/notification';
import { showPage } from './returnPage';
import { seenEventsOf } from './seenEvents';
import { signersOf } from './signers';

interface TriggerOptions {
	answer?: string;
	maxAge?: unknown;
	page?: string;
	otherPage?: string;
}

const noNotification = 'A notification names a transactionid and a status';

/**
 * Answers a call to the trigger's address and says what it starts. Whoever calls gets 400 for what cannot be a call
 * of the platform, 401 for what is not signed, and 200 for all else, also for what the filters drop or what came
 * before. n8n answers 200 only after it has written the execution down; if it cannot, the platform sees a failure.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const readings = parametersOf(deliveryOf(context));
		const event = context.getNodeParameter('event') as string;
		if (event === 'paymentResult' && !readPaymentResult(readings[0])) {
			return refuse(context, 400, noNotification);
		}
		const genuine = genuineReading(readings, await signersOf(context, Date.now()));
		if (!genuine) return refuse(context, 401, 'The signature is missing or wrong');
		return event === 'paymentResult'
			? await receiveResult(context, genuine)
			: receiveReturn(context, event, genuine);
	} catch (error) {
		if (error instanceof MalformedDelivery) return refuse(context, 400, error.message);
		// The error's own words stay out of the log: they may hold what was sent.
		const kind = error instanceof Error ? error.name : typeof error;
		context.logger.error(`The trigger could not take an event: ${kind}`);
		return refuse(context, 500, 'The event could not be taken. Send it again');
	}
}

async function receiveResult(
	context: IWebhookFunctions,
	{ parameters, signatureChecked }: Genuine,
): Promise<IWebhookResponseData> {
	const event = readPaymentResult(parameters);
	if (!event) return refuse(context, 400, noNotification);
	const { answer = 'OK' } = context.getNodeParameter('options', {}) as TriggerOptions;
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	const wanted = passes(event, {
		results: listOf(context.getNodeParameter('results', [])),
		eventTypes: listOf(filters.eventTypes),
		serviceKeys: listOf(filters.serviceKeys),
		operators: listOf(filters.operators),
	});
	if (!wanted) return { webhookResponse: answer };

	const start = starting(event, parameters, signatureChecked);
	if (isTest(context)) return { webhookResponse: answer, ...start };

	const seen = seenEventsOf(context.getWorkflow().id ?? '', context.getNode().id);
	const stored = context.getWorkflowStaticData('node');
	const eventKey = eventKeyOf(event);
	const isFirst = await seen.isFirst(eventKey, stored, () => answeredWell(context));
	if (!isFirst) return { webhookResponse: answer };
	return {
		...start,
		// The one moment at which the event can be written down. Earlier is lost: n8n's runner builds a second workflow
		// over the same static data, which takes the mark “changed” away. Later is too late: n8n saves, then answers.
		// In between, when the execution stands in the database, n8n reads this. So it saves before it answers 200.
		get webhookResponse() {
			seen.writeDown(eventKey, stored);
			return answer;
		},
	};
}

function receiveReturn(
	context: IWebhookFunctions,
	event: string,
	{ parameters, signatureChecked }: Genuine,
): IWebhookResponseData {
	const options = context.getNodeParameter('options', {}) as TriggerOptions;
	const { maxAge, page, otherPage } = options;
	const reading =
		event === 'returnedFromIdentification'
			? readIdentificationReturn(parameters, secondsOf(maxAge), Date.now())
			: undefined;
	if (reading?.outcome === 'notGenuine') {
		return refuse(context, 400, 'This link is no longer valid. Please start again');
	}
	const isSubscribed = reading?.outcome === 'subscribed';
	showPage(context.getResponseObject(), reading && !isSubscribed ? otherPage : page);
	const customer = {
		event,
		...(parameters.userid && { userId: parameters.userid }),
		...(reading && { hasValidSubscription: isSubscribed }),
	};
	return { noWebhookResponse: true, ...starting(customer, parameters, signatureChecked) };
}

function starting(event: object, parameters: object, signatureChecked: boolean) {
	const timeReceived = new Date().toISOString();
	const json = { ...event, timeReceived, signatureChecked, raw: { ...parameters } } as IDataObject;
	return { workflowData: [[{ json }]] };
}

function deliveryOf(context: IWebhookFunctions): Delivery {
	const { method, originalUrl, headers, rawBody } = context.getRequestObject();
	const { 'content-type': contentType = '' } = headers;
	// Only of such a call n8n reads the answer before it starts the flow, see below. The platform sends none.
	if (/^multipart\//i.test(contentType)) throw new MalformedDelivery('The call is in parts');
	const question = originalUrl.indexOf('?');
	return {
		method,
		rawQuery: question < 0 ? '' : originalUrl.slice(question + 1),
		contentType,
		body: (rawBody as Uint8Array | undefined) ?? new Uint8Array(),
	};
}

/** While a person tries the flow out in the editor, the same event may come as often as they like. */
function isTest(context: IWebhookFunctions): boolean {
	return context.getMode() === 'manual';
}

/**
 * Resolves when n8n answers the call, true when it took the event. Not when the connection closes: a caller that lost
 * patience says nothing about what n8n is still doing, and n8n answers whether anybody listens or not.
 */
async function answeredWell(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	return await new Promise((resolve) => {
		response.end = new Proxy(response.end, {
			apply(end, self, values) {
				resolve(response.statusCode < 400);
				return Reflect.apply(end, self, values) as typeof response;
			},
		});
	});
}

/** An expression may have made text of it, or nothing: then it is the field's default, since no limit would let every copy in. */
function secondsOf(maxAge: unknown): number {
	return Number(maxAge) || 300;
}

/** n8n leaves the answer to us when it is told so; forgetting it would leave the caller hanging. */
function refuse(context: IWebhookFunctions, status: number, words: string): IWebhookResponseData {
	// Not by Express's own means: they also hash the answer for a browser's cache.
	const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-length': words.length };
	context.getResponseObject().writeHead(status, headers).end(words);
	return { noWebhookResponse: true };
}

/** Text with commas, or the list that an expression made. */
function listOf(value: unknown = ''): string[] {
	return String(value)
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
