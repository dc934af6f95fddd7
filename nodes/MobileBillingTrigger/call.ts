import type { IHookFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { MalformedDelivery, type Delivery } from '../../platform/delivery';
import { servicesOf, signersOf, type Service } from '../../platform/service';
import { inOrder } from '../../platform/vocabulary';
import { serviceCredential } from '../engine/n8n/input';
import { onceFor } from '../engine/n8n/once';

interface TriggerOptions {
	page?: string;
	failedPage?: string;
	canceledPage?: string;
	unknownPage?: string;
	otherPage?: string;
	language?: string;
}

export function triggerOptionsIn(context: IWebhookFunctions): TriggerOptions {
	return context.getNodeParameter('options', {}) as TriggerOptions;
}

/** How a call of a payment proves what it says: `confirm`, `signature` or `none`. */
export function authenticationIn(context: IWebhookFunctions | IHookFunctions): unknown {
	const isPayment = context.getNodeParameter('event') !== 'returnedFromIdentification';
	return isPayment ? context.getNodeParameter('authentication') : undefined;
}

/** n8n gives no service credential. The message is for n8n's log. */
export class UnreadableCredential extends Error {
	constructor() {
		super(
			'its service credential can not be read. Was it deleted? Choose another one, and publish',
		);
	}
}

/**
 * The services by which calls must be signed; undefined when unsigned calls are taken: with no authentication, and
 * without a key where the signature only keeps strangers out.
 *
 * @throws UnreadableCredential
 */
export async function signingServices(
	context: IWebhookFunctions | IHookFunctions,
): Promise<Service[] | undefined> {
	const authentication = authenticationIn(context);
	if (authentication === 'none') return undefined;
	const unreadable = (): never => {
		throw new UnreadableCredential();
	};
	const isSet = context.getNode().credentials?.[serviceCredential];
	const stored = isSet && (await context.getCredentials(serviceCredential).catch(unreadable));
	const services = stored ? servicesOf(stored) : [];
	const isNeeded = authentication === 'signature' || signersOf(services).length > 0;
	return isNeeded ? services : undefined;
}

/** The call as it came over the wire. A POST without a body carries its fields in the query, as a GET does. */
export function deliveryOf(context: IWebhookFunctions): Delivery {
	const { method, originalUrl, headers, rawBody } = context.getRequestObject();
	const { 'content-type': contentType = '' } = headers;
	// The platform sends no forms in parts, and n8n answers those before it stores the execution.
	if (/^multipart\//i.test(contentType))
		throw new MalformedDelivery('The call must not be a multipart form');
	const mark = originalUrl.indexOf('?');
	const body = (rawBody as Uint8Array | undefined) ?? new Uint8Array();
	return {
		method: body.length > 0 ? method : 'GET',
		rawQuery: mark < 0 ? '' : originalUrl.slice(mark + 1),
		contentType,
		body,
	};
}

/** The item of an event on its output; `raw` is what came. @param eventKeys for what the workflow starts once */
export function dataOf(
	event: object,
	signatureChecked: boolean,
	raw: Record<string, string>,
	eventKeys: string[],
	isConfirmed?: boolean,
): INodeExecutionData[][] {
	const timeReceived = new Date().toISOString();
	const json = inOrder({ ...event, timeReceived, signatureChecked, raw: { ...raw } });
	const items = [onceFor(eventKeys, json)];
	return isConfirmed === false ? [[], items] : [items];
}

/** Names a trigger among those of this n8n. */
export function triggerOf(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id}/${context.getNode().id}`;
}
