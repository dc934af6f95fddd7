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
import type { Call } from './call';

interface Proof {
	/** The fields of the item. */
	fields: object;
	/** The fields by which an event is known, and filtered. */
	known: PlatformRecord;
	isConfirmed?: boolean;
	contradicted?: undefined;
}

/** Compares a call about a payment with its transaction. @param claim `claimed`, without an unknown status */
export async function confirmCall(
	context: IWebhookFunctions,
	{ authentication }: Call,
	claimed: PlatformRecord & Claim,
	compared: readonly ComparedField[],
	claim: Claim = claimed,
): Promise<Proof | { contradicted: ComparedField }> {
	// Any other value, such as one of an expression, is confirmed.
	if (authentication === 'signature' || authentication === 'none')
		return { fields: claimed, known: claimed };
	const { found, trouble } = await lookUp(context, claim, compared);
	if (found.state === 'contradicted') return { contradicted: found.field };
	if (found.state === 'confirmed') {
		const { shown } = found;
		const fields = { ...shown, confirmed: true, unproven: unprovenIn(claimed, shown) };
		return { fields, known: shown, isConfirmed: true };
	}
	const reason = found.state === 'incomplete' ? `The call has no ${found.field}` : trouble;
	return {
		fields: { confirmed: false, reason, unproven: claimed },
		known: claimed,
		isConfirmed: false,
	};
}

/** A caller waits for about 8 seconds, and for 10 more if the platform gives no answer. */
const retries = { attempts: 5, retryForMs: 8_000 };
const answerTimeoutMs = 5_000;

/** Searches the transaction that a call names, again after a while if nothing is shown; `trouble` says why nothing is found. */
async function lookUp(
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
		await retry({ ...retries, clock, random: Math.random })(ask)(request);
	} catch (error) {
		// Other errors can hold the request.
		trouble = error instanceof PlatformError ? error.message : 'The look-up failed';
	}
	return { found, trouble };
}
