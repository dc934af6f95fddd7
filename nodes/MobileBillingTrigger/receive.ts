import {
	NodeOperationError,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { MalformedDelivery } from '../../platform/delivery';
import { inOrder } from '../../platform/vocabulary';
import { onceFor, triggerOf } from '../engine/n8n/once';
import { readCall, UnreadableCredential, type Call } from './call';
import { lookUpBy } from './confirm';
import { decide, type Decision } from './decide';
import { isFirstDelivery, isStored } from './deduplicate';
import { refusalText, safeHeaders, shortPage } from './page';
import { refuse, respond, warnOfRefusals } from './refusals';

type Event = NonNullable<Decision['event']>;

/** Reads a call once, decides, and answers: 400 malformed, 401 unsigned, 500 where n8n can't store it, else 200. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		warnOfRefusals(context);
		const call = await readCall(context);
		return await answer(context, call, await decide(call, lookUpBy(context)));
	} catch (error) {
		if (error instanceof MalformedDelivery) {
			const cause = 'No call of the platform is like that';
			return refuse(context, { status: 400, message: error.message, cause });
		}
		// The editor shows it.
		if (context.getMode() === 'manual')
			throw new NodeOperationError(context.getNode(), error as Error);
		// Another error's message stays out of the log: it can hold the call.
		const name = error instanceof Error ? error.name : typeof error;
		const cause = error instanceof UnreadableCredential ? error.message : name;
		context.logger.error(`The trigger couldn't receive an event: ${cause}`);
		return respond(context, 500, 'The event was not received. Send it again');
	}
}

async function answer(
	context: IWebhookFunctions,
	{ language }: Call,
	{ refused, event }: Decision,
): Promise<IWebhookResponseData> {
	if (refused)
		return refuse(context, refused, refused.isCustomer ? refusalText(language) : undefined);
	if (!event) return { webhookResponse: 'OK' };
	if (event.page) showPage(context, event.page.address, shortPage(language, event.page.kind));
	const response = event.page ? { noWebhookResponse: true } : { webhookResponse: 'OK' };
	return { ...response, ...((await isNew(context, event)) && { workflowData: dataOf(event) }) };
}

/** Whether an event is new. In a manual test, the same event can be sent again and again. */
async function isNew(context: IWebhookFunctions, { key, page }: Event): Promise<boolean> {
	if (key === undefined || context.getMode() === 'manual') return true;
	// A customer already has the page, whatever becomes of the execution.
	const stored = async () => page !== undefined || (await isStored(context.getResponseObject()));
	return await isFirstDelivery(triggerOf(context), key, stored);
}

/** Redirects a customer's browser to a web address, or shows a short page when there is no address. */
function showPage(context: IWebhookFunctions, address = '', page: string): void {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(safeHeaders)) response.set(name, value);
	const target = address.trim();
	if (/^https?:\/\//i.test(target)) response.redirect(303, target);
	else response.status(200).type('text/html').send(page);
}

function dataOf({
	fields,
	key,
	signatureChecked,
	isConfirmed,
	raw,
}: Event): INodeExecutionData[][] {
	const timeReceived = new Date().toISOString();
	const json = inOrder({ ...fields, timeReceived, signatureChecked, raw: { ...raw } });
	const items = [onceFor(key === undefined ? [] : [key], json)];
	return isConfirmed === false ? [[], items] : [items];
}
