import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { MalformedDelivery, parametersOf, type Delivery } from '../../platform/delivery';
import { genuineReading, type Genuine } from '../../platform/genuine';
import { readIdentificationReturn } from '../../platform/identification';
import { eventKeyOf, passes, readPaymentResult } from '../../platform/notification';
import { servicesOf } from '../../platform/service';
import { serviceCredential } from './credentials';
import { showPage } from './returnPage';
import { seenEventsOf } from './seenEvents';

interface TriggerOptions {
	answer?: string;
	maxAge?: number;
	page?: string;
	otherPage?: string;
}

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
			return refuse(context, 400, 'A notification names a transactionid and a status');
		}
		const genuine = genuineReading(readings, await signersIn(context));
		if (!genuine) return refuse(context, 401, 'The signature is missing or wrong');
		return event === 'paymentResult'
			? await receiveResult(context, genuine)
			: receiveReturn(context, event, genuine);
	} catch (error) {
		if (error instanceof MalformedDelivery) return refuse(context, 400, error.message);
		// n8n's own log would hold the error, and the error may hold what was sent.
		return refuse(context, 500, 'The event could not be taken. Send it again');
	}
}

async function receiveResult(
	context: IWebhookFunctions,
	{ parameters, signatureChecked }: Genuine,
): Promise<IWebhookResponseData> {
	const event = readPaymentResult(parameters);
	if (!event) return refuse(context, 400, 'A notification names a transactionid and a status');
	const { answer = 'OK' } = context.getNodeParameter('options', {}) as TriggerOptions;
	const filters = context.getNodeParameter('filters', {}) as Record<string, string | undefined>;
	const wanted = passes(event, {
		results: context.getNodeParameter('results', []) as string[],
		eventTypes: listOf(filters.eventTypes),
		serviceKeys: listOf(filters.serviceKeys),
		operators: listOf(filters.operators),
	});
	if (!wanted) return { webhookResponse: answer };

	const seen = seenEventsOf(context.getWorkflow().id ?? '', context.getNode().id);
	const stored = context.getWorkflowStaticData('node');
	const isFirst = await seen.isFirst(eventKeyOf(event), stored, answeredWell(context));
	if (!isFirst) return { webhookResponse: answer };
	return { webhookResponse: answer, ...starting(event, parameters, signatureChecked) };
}

function receiveReturn(
	context: IWebhookFunctions,
	event: string,
	{ parameters, signatureChecked }: Genuine,
): IWebhookResponseData {
	const options = context.getNodeParameter('options', {}) as TriggerOptions;
	const { maxAge = 300, page = '', otherPage = '' } = options;
	const reading =
		event === 'returnedFromIdentification'
			? readIdentificationReturn(parameters, maxAge, Date.now())
			: undefined;
	if (reading?.outcome === 'notGenuine') {
		return refuse(context, 400, 'This link is no longer valid. Please start again');
	}
	const { userid: userId } = parameters;
	const hasValidSubscription = reading ? reading.outcome === 'subscribed' : undefined;
	showPage(context.getResponseObject(), hasValidSubscription === false ? otherPage : page);
	return {
		noWebhookResponse: true,
		...starting({ event, userId, hasValidSubscription }, parameters, signatureChecked),
	};
}

function starting(event: object, parameters: object, signatureChecked: boolean) {
	const timeReceived = new Date().toISOString();
	const json = { ...event, timeReceived, signatureChecked, raw: { ...parameters } } as IDataObject;
	return { workflowData: [[{ json }]] };
}

function deliveryOf(context: IWebhookFunctions): Delivery {
	const { method, originalUrl, headers, rawBody } = context.getRequestObject();
	const question = originalUrl.indexOf('?');
	return {
		method,
		rawQuery: question < 0 ? '' : originalUrl.slice(question + 1),
		contentType: headers['content-type'] ?? '',
		body: (rawBody as Uint8Array | undefined) ?? new Uint8Array(),
	};
}

async function signersIn(context: IWebhookFunctions) {
	if (context.getNodeParameter('authentication') === 'none') return undefined;
	return servicesOf(await context.getCredentials(serviceCredential));
}

/** Resolves when the call has been answered: true when the caller got a 2xx, so that it will not call again. */
async function answeredWell(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	return await new Promise((resolve) => {
		response.once('close', () => {
			resolve(
				response.writableFinished && response.statusCode >= 200 && response.statusCode <= 299,
			);
		});
	});
}

/** n8n leaves the answer to us when it is told so; forgetting it would leave the caller hanging. */
function refuse(context: IWebhookFunctions, status: number, words: string): IWebhookResponseData {
	context.getResponseObject().status(status).type('text/plain').send(words);
	return { noWebhookResponse: true };
}

function listOf(text = ''): string[] {
	return text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
