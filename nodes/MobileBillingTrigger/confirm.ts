import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { confirmationOf, type Confirmation } from '../../platform/confirmation';
import { recordsFound, searchRequest, transactionFilter } from '../../platform/search';
import { failedBy, PlatformError } from '../engine/core/request/errors';
import { clock, connect } from '../engine/n8n/transport';
import { refuse } from './refusals';

/** What a look-up says; `trouble` says why nothing is known. */
type Found =
	Exclude<Confirmation, { state: 'unconfirmed' }> | { state: 'unconfirmed'; trouble: string };

/** A search may show a transaction a little after its notification came: the waits between look-ups. */
const waitsMs = [0, 1_000, 2_000];

/** Looks a notification's transaction up at the platform. */
export async function confirm(
	context: IWebhookFunctions,
	notified: Parameters<typeof confirmationOf>[0],
): Promise<Found> {
	let trouble = 'the platform shows no such transaction in a final state';
	try {
		const send = await connect(context);
		for (const waitMs of waitsMs) {
			await clock.sleep(waitMs);
			const filter = transactionFilter(notified.event.transactionId);
			const answer = await send(searchRequest('transactions', filter));
			const confirmation = confirmationOf(notified, answer);
			if (confirmation.state !== 'unconfirmed') return confirmation;
			if (!recordsFound(answer)) trouble = failedBy(answer).message;
		}
	} catch (error) {
		// Others can hold what was sent.
		trouble = error instanceof PlatformError ? error.message : 'the look-up failed';
	}
	return { state: 'unconfirmed', trouble };
}

/**
 * Refuses a call that the platform contradicts for good (403). One about which nothing is known gets 503, so that the
 * platform may deliver it again.
 */
export function refuseUnconfirmed(
	context: IWebhookFunctions,
	found: Exclude<Found, { state: 'confirmed' }>,
	transactionId: string,
): IWebhookResponseData {
	if (found.state === 'contradicted') {
		const cause = `The platform shows another value of ${found.field} for its transaction`;
		return refuse(context, 403, 'The platform does not confirm this', cause);
	}
	const cause = `It could not be confirmed: ${found.trouble}`;
	const message = 'This could not be confirmed. Send it again';
	return refuse(context, 503, message, cause, { transactionId });
}
