import {
	NodeOperationError,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import type { LikelyCause } from '../../platform/genuine';
import { triggerOf } from './call';
import { safeHeaders } from './page';

/** So often a trigger warns at most. */
const warningIntervalMs = 60_000;

/** What a trigger has refused since its last warning. */
interface Refused {
	count: number;
	last: string;
	cause: string;
	/** The transactions of calls that could not be confirmed, so that a person can look them up. */
	unconfirmed: string[];
	warnedAt: number;
}

/** How many transactions a warning names. */
const mostNamed = 20;

const triggers = new Map<string, Refused>();

const causes: Record<LikelyCause, string> = {
	unsigned: 'It had no signature: ask your operator whether the service has a signature key',
	service: "It named a service that the service credential doesn't have, or has without a key",
	algorithm: "Its signature is as long as another algorithm's: check Signature Algorithm",
	key: 'Its signature is wrong: check Signature Key, or somebody has forged the call',
};

/** Answers a call that isn't signed as it must be. */
export function refuseUnsigned(
	context: IWebhookFunctions,
	cause: LikelyCause,
): IWebhookResponseData {
	return refuse(context, 401, 'The signature is missing or wrong', causes[cause]);
}

/**
 * Refuses a call, so that the workflow doesn't start. The merchant reads of it in n8n's log, or in the editor while it
 * listens for a test event.
 *
 * @param cause says why for the log; it quotes nothing of the call
 * @param reply what the caller reads, if it's in another language
 * @param transactionId of an event that may be genuine
 * @throws NodeOperationError in a manual test
 */
export function refuse(
	context: IWebhookFunctions,
	status: number,
	message: string,
	cause: string,
	{ reply = message, transactionId = '' }: { reply?: string; transactionId?: string } = {},
): IWebhookResponseData {
	if (context.getMode() === 'manual') {
		const title = `A call was refused: ${message}`;
		throw new NodeOperationError(context.getNode(), title, { description: `${cause}.` });
	}
	const refused = triggers.get(triggerOf(context));
	const { count = 0, warnedAt = 0, unconfirmed: others = [] } = refused ?? {};
	const last = new Date().toISOString();
	// Anyone can send a call: nothing else of it gets into the log.
	const isName = /^[\w.+/=-]{1,64}$/.test(transactionId) && !others.includes(transactionId);
	const unconfirmed = isName && others.length < mostNamed ? [...others, transactionId] : others;
	triggers.set(triggerOf(context), { count: count + 1, last, cause, unconfirmed, warnedAt });
	warnOfRefusals(context);
	return answerHere(context, status, reply);
}

/** Answers a call here with a line of text, and tells n8n so: otherwise the caller would wait forever. */
export function answerHere(
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
	const { count, last, cause, unconfirmed } = refused;
	const lookUp = ` Look up the transactions that were not confirmed: ${unconfirmed.join(', ')}`;
	const toDo = unconfirmed.length > 0 ? `.${lookUp}` : '';
	const calls = count === 1 ? '1 call' : `${count} calls`;
	const { name } = context.getNode();
	context.logger.warn(`'${name}' has refused ${calls}, the last one at ${last}. ${cause}${toDo}`);
	triggers.set(triggerOf(context), { ...refused, count: 0, unconfirmed: [], warnedAt: now });
}
