import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { hintsIn } from '../../pages/visit';
import { MalformedDelivery, readingsOf } from '../../platform/delivery';
import { servicesOf, signersOf, type Service } from '../../platform/service';
import type { Entries } from '../../platform/signature';
import { serviceCredential } from '../engine/n8n/input';

/** A call to the trigger's address, and the trigger's settings. */
export type Call = Awaited<ReturnType<typeof readCall>>;

/** A page for a customer who returns; `other` is for a visitor without a subscription. */
export type PageKind = 'success' | 'failed' | 'canceled' | 'unknown' | 'other';

/** n8n gives no service credential. The message is for n8n's log. */
export class UnreadableCredential extends Error {
	override message =
		"its service credential can't be read. Was it deleted? Choose another one, and publish";
}

/** Reads a call and the settings. @throws MalformedDelivery, UnreadableCredential */
export async function readCall(context: IWebhookFunctions) {
	const readings = readingsIn(context);
	const { query, headers } = context.getRequestObject();
	const options = context.getNodeParameter('options', {}) as Record<string, string | undefined>;
	const { language = '', ...pages } = options;
	const filters = Object.entries(context.getNodeParameter('filters', {}) as object);
	return {
		event: context.getNodeParameter('event') as
			'paymentResult' | 'returnedFromPayment' | 'returnedFromIdentification',
		authentication: authenticationIn(context),
		services: await signingServices(context),
		/** Its parameters as the sender may have meant them, the likeliest reading first. */
		readings,
		filter: {
			...Object.fromEntries(filters.map(([name, value]) => [name, listOf(value)])),
			results: listOf(context.getNodeParameter('results', [])),
		},
		/** The web addresses for customers who return, by the name of the option: `failedPage`. */
		pages: pages as Partial<Record<'page' | `${PageKind}Page`, string>>,
		language: { ...hintsIn({ query, headers }), setting: language },
	};
}

/** The proof that a call about a payment needs; undefined for an identification. */
function authenticationIn(context: IWebhookFunctions | IHookFunctions): unknown {
	const isPayment = context.getNodeParameter('event') !== 'returnedFromIdentification';
	return isPayment ? context.getNodeParameter('authentication') : undefined;
}

/** The services that must have signed a call; undefined where unsigned calls are taken. @throws UnreadableCredential */
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

/** Reads the call as it came over the wire. A POST without a body carries its fields in the query, as a GET does. */
function readingsIn(context: IWebhookFunctions): Entries[] {
	const { method, originalUrl, headers, rawBody } = context.getRequestObject();
	const { 'content-type': contentType = '' } = headers;
	// The platform sends no forms in parts, and n8n answers those before it stores the execution.
	if (/^multipart\//i.test(contentType))
		throw new MalformedDelivery('The call must not be a multipart form');
	const mark = originalUrl.indexOf('?');
	const body = (rawBody as Uint8Array | undefined) ?? new Uint8Array();
	return readingsOf({
		method: body.length > 0 ? method : 'GET',
		rawQuery: mark < 0 ? '' : originalUrl.slice(mark + 1),
		contentType,
		body,
	});
}

/** Reads text with commas, or the list that an expression made. */
function listOf(value: unknown = ''): string[] {
	return String(value)
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
