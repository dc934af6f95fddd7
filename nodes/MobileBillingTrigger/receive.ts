import {
	NodeOperationError,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { documentIn, html } from '../../pages/html';
import { languageFor, shipped, type LanguageHints } from '../../pages/languages';
import { textNamed } from '../../pages/words';
import { MalformedDelivery } from '../../platform/delivery';
import { inOrder } from '../../platform/vocabulary';
import { onceFor, triggerOf } from '../engine/n8n/once';
import { type Call, type PageKind, readCall, UnreadableCredential } from './call';
import { decideCall, type Event, type RefusedAnswer } from './decide';
import { isFirstDelivery, isStored } from './deduplicate';

/** Answers a call: 400 malformed, 401 unsigned, 403 contradicted, 500 after an error, else 200 or the customer's page. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		warnOfRefusals(context);
		const call = await readCall(context);
		const { refused, event } = await decideCall(context, call);
		if (refused) return refuse(context, refused, call.language);
		return event ? await startWorkflow(context, event, call) : { webhookResponse: 'OK' };
	} catch (error) {
		if (error instanceof MalformedDelivery) {
			const cause = 'No call of the platform is like that';
			return refuse(context, { status: 400, message: error.message, cause });
		}
		// The editor shows the error.
		if (context.getMode() === 'manual')
			throw new NodeOperationError(context.getNode(), error as Error);
		// Another error's message stays out of the log: it can hold the call.
		const name = error instanceof Error ? error.name : typeof error;
		const cause = error instanceof UnreadableCredential ? error.message : name;
		context.logger.error(`The trigger couldn't receive an event: ${cause}`);
		return respond(context, 500, 'The event was not received. Send it again');
	}
}

/** Starts the workflow where an event is new. In a manual test, the same event can be sent again and again. */
async function startWorkflow(
	context: IWebhookFunctions,
	event: Event,
	call: Call,
): Promise<IWebhookResponseData> {
	const { key, page } = event;
	const answered = page ? showPage(context, page, call) : { webhookResponse: 'OK' };
	// A return counts as stored at once, because the customer already has the page.
	const stored = async () => page !== undefined || (await isStored(context.getResponseObject()));
	const isNew =
		key === undefined ||
		context.getMode() === 'manual' ||
		(await isFirstDelivery(triggerOf(context), key, stored));
	return { ...answered, ...(isNew && { workflowData: outputsOf(event) }) };
}

/** Keep the trigger's pages from being framed, sniffed or cached, and their address from the next site. */
export const safeHeaders = {
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
};

/** Redirects a customer's browser to the page's address, or shows a short page without a web address. */
function showPage(
	context: IWebhookFunctions,
	kind: PageKind,
	{ pages, language: hints }: Call,
): IWebhookResponseData {
	const address = kind === 'success' ? pages.page : pages[`${kind}Page`];
	const target = address?.trim() ?? '';
	if (/^https?:\/\//i.test(target)) {
		context.getResponseObject().set(safeHeaders).redirect(303, target);
		return { noWebhookResponse: true };
	}
	const { language, text } = shortTexts(hints);
	const title = text(`return.${kind}`);
	const main = html`<main class="narrow">
		<h1>${title}</h1>
		<p>${text('return.close')}</p>
	</main>`;
	return respond(context, 200, documentIn(language, title, main), 'text/html');
}

function shortTexts(hints: LanguageHints) {
	const language = languageFor(hints, Object.keys(shipped));
	const text = (name: Parameters<typeof textNamed>[0]) => textNamed(name, language.name, {});
	return { language, text };
}

function outputsOf(event: Event): INodeExecutionData[][] {
	const { fields, signatureChecked, raw, key } = event;
	const timeReceived = new Date().toISOString();
	const json = inOrder({ ...fields, timeReceived, signatureChecked, raw: { ...raw } });
	const items = [onceFor(key === undefined ? [] : [key], json)];
	return event.isConfirmed === false ? [[], items] : [items];
}

const warningIntervalMs = 60_000;

/** The calls that each trigger has refused since its last warning. */
const refusals = new Map<
	string,
	{ count: number; last: string; cause: string; warnedAt: number }
>();

/**
 * Refuses a call: n8n's log gets the cause, and a customer reads a text in their language.
 * @throws NodeOperationError in a manual test, for the editor
 */
function refuse(
	context: IWebhookFunctions,
	{ status, message, cause, isCustomer }: RefusedAnswer,
	hints?: LanguageHints,
): IWebhookResponseData {
	if (context.getMode() === 'manual') {
		const title = `A call was refused: ${message}`;
		throw new NodeOperationError(context.getNode(), title, { description: `${cause}.` });
	}
	const trigger = triggerOf(context);
	const { count = 0, warnedAt = 0 } = refusals.get(trigger) ?? {};
	refusals.set(trigger, { count: count + 1, last: new Date().toISOString(), cause, warnedAt });
	warnOfRefusals(context);
	const reply = isCustomer && hints ? shortTexts(hints).text('return.invalid') : message;
	return respond(context, status, reply);
}

/** Answers a call with a text, and tells n8n that it needs no other answer. */
function respond(
	context: IWebhookFunctions,
	status: number,
	message: string,
	type = 'text/plain',
): IWebhookResponseData {
	// Express's own methods would also hash the answer for a browser's cache.
	const length = Buffer.byteLength(message);
	const headers = { 'content-type': `${type}; charset=utf-8`, 'content-length': length };
	context
		.getResponseObject()
		.writeHead(status, { ...safeHeaders, ...headers })
		.end(message);
	return { noWebhookResponse: true };
}

/** Warns of refused calls at most once a minute. There is no timer: the next call, good or bad, logs the rest. */
function warnOfRefusals(context: IWebhookFunctions): void {
	const refused = refusals.get(triggerOf(context));
	const now = Date.now();
	if (!refused || refused.count === 0 || now - refused.warnedAt < warningIntervalMs) return;
	const { count, last, cause } = refused;
	const calls = count === 1 ? '1 call' : `${count} calls`;
	const { name } = context.getNode();
	context.logger.warn(`'${name}' has refused ${calls}, the last one at ${last}. ${cause}`);
	refusals.set(triggerOf(context), { ...refused, count: 0, warnedAt: now });
}
