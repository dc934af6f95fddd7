import type { IWebhookFunctions } from 'n8n-workflow';
import {
	confirmationOf,
	type Claim,
	type ComparedField,
	type Confirmation,
} from '../../platform/confirmation';
import { recordsFound, searchRequest, transactionFilter } from '../../platform/search';
import { failedBy, PlatformError } from '../engine/core/request/errors';
import { retry } from '../engine/core/request/retry';
import type { Send } from '../engine/core/request/send';
import { clock, senderIn } from '../engine/n8n/transport';

/** A caller waits for about 8 seconds, and for 10 more where the platform gives no answer. */
const limits = { attempts: 5, retryForMs: 8_000 };
const answerTimeoutMs = 5_000;

/** Searches the transaction that a call names; `trouble` says in words why nothing is found. */
export type LookUp = (
	claim: Claim,
	compared: readonly ComparedField[],
) => Promise<{ found: Confirmation; trouble: string }>;

/** The look-up with the account of the trigger; it searches again after a while if nothing is shown. */
export function lookUpBy(context: IWebhookFunctions): LookUp {
	return async (claim, compared) => {
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
			// Other errors can hold the request.
			trouble = error instanceof PlatformError ? error.message : 'The look-up failed';
		}
		return { found, trouble };
	};
}
