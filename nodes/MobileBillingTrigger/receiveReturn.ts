import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { likelyCause } from '../../platform/genuine';
import { isSignatureTrouble, readIdentificationReturn } from '../../platform/identificationReturn';
import { readOwnParameters } from '../../platform/identificationInput';
import { readPaymentReturn } from '../../platform/paymentReturn';
import type { Entries } from '../../platform/signature';
import { dataOf, triggerOptionsIn, signingServices, triggerOf } from './call';
import { isFirstDelivery } from './deduplicate';
import { showPage, textFor } from './page';
import { refuse, refuseUnsigned } from './refusals';

/** Handles a customer who returns from a payment, signed or not. */
export async function receivePaymentReturn(
	context: IWebhookFunctions,
	event: string,
	readings: Entries[],
): Promise<IWebhookResponseData> {
	const found = readPaymentReturn(readings, (await signingServices(context)) ?? []);
	const { signatureChecked, raw, ...customer } = found;
	const { page, failedPage, canceledPage, unknownPage } = triggerOptionsIn(context);
	const pages = { success: page, failed: failedPage, canceled: canceledPage, unknown: unknownPage };
	showPage(context, found.status, pages[found.status]);
	const { transactionId, status, timeReturned } = found;
	const own = signatureChecked && transactionId ? [transactionId, status] : Object.entries(raw);
	const isNamed = transactionId !== undefined || timeReturned !== undefined;
	return await startOnce(context, isNamed ? own : undefined, (eventKeys) =>
		dataOf({ event, ...customer }, signatureChecked, raw, eventKeys),
	);
}

/** Handles a customer who returns from identification. */
export async function receiveIdentificationReturn(
	context: IWebhookFunctions,
	event: string,
	readings: Entries[],
): Promise<IWebhookResponseData> {
	const [plain = []] = readings;
	const services = (await signingServices(context)) ?? [];
	const { page, otherPage, ownParameters } = triggerOptionsIn(context);
	const expected = { ownParameters: readOwnParameters(ownParameters), now: Date.now() };
	const found = readIdentificationReturn(readings, services, expected);
	const { outcome, signatureChecked, raw, ...customer } = found;
	const { reason = '' } = customer;
	if (isSignatureTrouble(reason)) return refuseUnsigned(context, likelyCause(plain, services));
	if (outcome === 'notGenuine') {
		const message = 'This link is no longer valid. Start again';
		return refuse(context, 400, message, reason, { reply: textFor(context, 'return.invalid') });
	}
	const hasValidSubscription = outcome === 'subscribed';
	if (hasValidSubscription) showPage(context, 'success', page);
	else showPage(context, 'other', otherPage);
	const { userId, msisdn, identificationId } = customer;
	// Customers who aren't known come back alike.
	const isNamed = [userId, msisdn, identificationId].some((id) => id !== undefined);
	return await startOnce(context, isNamed ? Object.entries(raw) : undefined, (eventKeys) =>
		dataOf({ event, ...customer, hasValidSubscription }, signatureChecked, raw, eventKeys),
	);
}

/** Starts the workflow, but not again when the customer reloads the page. */
async function startOnce(
	context: IWebhookFunctions,
	key: unknown,
	dataFor: (eventKeys: string[]) => INodeExecutionData[][],
): Promise<IWebhookResponseData> {
	const eventKeys = key === undefined ? [] : [JSON.stringify(key)];
	const [eventKey] = context.getMode() === 'manual' ? [] : eventKeys;
	// The customer already has the page, whatever becomes of the execution.
	const isStored = () => Promise.resolve(true);
	const isNew =
		eventKey === undefined || (await isFirstDelivery(triggerOf(context), eventKey, isStored));
	return { noWebhookResponse: true, ...(isNew && { workflowData: dataFor(eventKeys) }) };
}
