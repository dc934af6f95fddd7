import {
	NodeOperationError,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { triggerOf } from '../engine/n8n/once';
import type { Refusal } from './decide';
import { safeHeaders } from './page';

const warningIntervalMs = 60_000;

/** The calls that a trigger has refused since its last warning. */
interface Refused {
	count: number;
	last: string;
	cause: string;
	warnedAt: number;
}

const triggers = new Map<string, Refused>();

/**
 * Refuses a call; the merchant reads of it in n8n's log. @param reply the text for a caller who reads another language
 * @throws NodeOperationError in a manual test, for the editor
 */
export function refuse(
	context: IWebhookFunctions,
	{ status, message, cause }: Refusal,
	reply = message,
): IWebhookResponseData {
	if (context.getMode() === 'manual') {
		const title = `A call was refused: ${message}`;
		throw new NodeOperationError(context.getNode(), title, { description: `${cause}.` });
	}
	const { count = 0, warnedAt = 0 } = triggers.get(triggerOf(context)) ?? {};
	const last = new Date().toISOString();
	triggers.set(triggerOf(context), { count: count + 1, last, cause, warnedAt });
	warnOfRefusals(context);
	return respond(context, status, reply);
}

/** Answers a call here with a line of text, and tells n8n so: otherwise the caller would wait forever. */
export function respond(
	context: IWebhookFunctions,
	status: number,
	message: string,
): IWebhookResponseData {
	// Not with Express's own methods, which also hash the answer for a browser's cache.
	const length = Buffer.byteLength(message);
	const type = { 'content-type': 'text/plain; charset=utf-8', 'content-length': length };
	context
		.getResponseObject()
		.writeHead(status, { ...safeHeaders, ...type })
		.end(message);
	return { noWebhookResponse: true };
}

/** Warns of refused calls once a minute; without timers the next call of any kind tells of the last ones. */
export function warnOfRefusals(context: IWebhookFunctions): void {
	const refused = triggers.get(triggerOf(context));
	const now = Date.now();
	if (!refused || refused.count === 0 || now - refused.warnedAt < warningIntervalMs) return;
	const { count, last, cause } = refused;
	const calls = count === 1 ? '1 call' : `${count} calls`;
	const { name } = context.getNode();
	context.logger.warn(`'${name}' has refused ${calls}, the last one at ${last}. ${cause}`);
	triggers.set(triggerOf(context), { ...refused, count: 0, warnedAt: now });
}
