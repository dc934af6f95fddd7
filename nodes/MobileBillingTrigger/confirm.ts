import type { IWebhookFunctions } from 'n8n-workflow';
import type { PlatformRecord } from '../../platform/answer';
import {
	confirmationOf,
	unprovenIn,
	type Claim,
	type ComparedField,
	type Confirmation,
} from '../../platform/confirmation';
import { recordsFound, searchRequest, transactionFilter } from '../../platform/search';
import { failedBy, PlatformError } from '../engine/core/request/errors';
import { retry } from '../engine/core/request/retry';
import type { Send } from '../engine/core/request/send';
import { clock, senderIn } from '../engine/n8n/transport';
import { authenticationIn } from './call';

/** A caller waits for about 8 seconds, and for 10 more where the platform gives no answer. */
const limits = { attempts: 5, retryForMs: 8_000 };
const answerTimeoutMs = 5_000;

/** An item that starts the workflow, and the fields that filters and duplicates go by. */
interface Proven {
	item: object;
	known: PlatformRecord;
	/** Undefined where nothing was looked up. */
	isConfirmed?: boolean;
	contradicted?: undefined;
}

/**
 * Makes the item of a call about a payment. With *Confirm With Platform* its fields are those of the transaction that a
 * search shows, and the call's own are `unproven`.
 *
 * @param call the fields of the call, as items have them
 */
export async function proven(
	context: IWebhookFunctions,
	claim: Claim,
	compared: readonly ComparedField[],
	call: PlatformRecord,
): Promise<Proven | { contradicted: ComparedField }> {
	const authentication = authenticationIn(context);
	if (authentication === 'signature' || authentication === 'none')
		return { item: call, known: call };
	const { found, trouble } = await lookedUp(context, claim, compared);
	if (found.state === 'contradicted') return { contradicted: found.field };
	if (found.state === 'confirmed') {
		const { shown } = found;
		const item = { ...shown, confirmed: true, unproven: unprovenIn(call, shown) };
		return { item, known: shown, isConfirmed: true };
	}
	const reason = found.state === 'incomplete' ? `The call has no ${found.field}` : trouble;
	const item = { confirmed: false, reason, unproven: call };
	return { item, known: call, isConfirmed: false };
}

/** Searches the transaction of a call, again after a while if nothing is shown. */
async function lookedUp(
	context: IWebhookFunctions,
	claim: Claim,
	compared: readonly ComparedField[],
): Promise<{ found: Confirmation; trouble: string }> {
	let found: Confirmation = { state: 'unseen' };
	let trouble = 'The call names no transaction';
	const { transactionId } = claim;
	if (!transactionId) return { found, trouble };
	try {
		const send = await senderIn(context, answerTimeoutMs);
		const ask: Send = async (request) => {
			const sent = await send(request);
			const { answer, error } = sent;
			if (!answer) trouble = error.message;
			else if (!recordsFound(answer)) trouble = failedBy(answer).message;
			else trouble = 'The platform shows no such transaction in a final state';
			if (answer) found = confirmationOf(claim, compared, answer);
			// A search may show a transaction a little after its notification came.
			return { ...sent, certainty: found.state === 'unseen' ? 'inDoubt' : 'answered' };
		};
		const request = searchRequest('transactions', transactionFilter(transactionId));
		await retry({ ...limits, clock, random: Math.random })(ask)(request);
	} catch (error) {
		// Others can hold what was sent.
		trouble = error instanceof PlatformError ? error.message : 'The look-up failed';
	}
	return { found, trouble };
}
