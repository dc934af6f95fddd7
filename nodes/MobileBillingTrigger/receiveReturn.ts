import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { likelyCause } from '../../platform/genuine';
import { isSignatureTrouble, readIdentificationReturn } from '../../platform/identificationReturn';
import { readPaymentReturn } from '../../platform/paymentReturn';
import type { Entries } from '../../platform/signature';
import { dataOf, triggerOptionsIn, signingServices, triggerOf } from './call';
import { proven } from './confirm';
import { isFirstDelivery } from './deduplicate';
import { showPage, textFor } from './page';
import { refuse, refuseContradicted, refuseUnsigned } from './refusals';

/** Handles a customer who returns from a payment, signed or not. The page is that of what is confirmed. */
export async function receivePaymentReturn(
	context: IWebhookFunctions,
	event: string,
	readings: Entries[],
): Promise<IWebhookResponseData> {
	const services = (await signingServices(context)) ?? [];
	const { signatureChecked, raw, ...customer } = readPaymentReturn(readings, services);
	const { transactionId, status, timeReturned } = customer;
	const claim = { ...customer, status: status === 'unknown' ? undefined : status };
	const found = await proven(context, claim, ['status', 'msisdn'], customer);
	if (found.contradicted)
		return refuseContradicted(context, found.contradicted, textFor(context, 'return.invalid'));
	const { item, known, isConfirmed } = found;
	const { page, failedPage, canceledPage, unknownPage } = triggerOptionsIn(context);
	const pages = { success: page, failed: failedPage, canceled: canceledPage, unknown: unknownPage };
	const shown = isConfirmed === false ? 'unknown' : status;
	showPage(context, shown, pages[shown]);
	const isProven = isConfirmed ?? signatureChecked;
	const own = isProven && transactionId ? [known.transactionId, status] : Object.entries(raw);
	const isNamed = transactionId !== undefined || timeReturned !== undefined;
	return await startOnce(context, isNamed ? own : undefined, (eventKeys) =>
		dataOf({ event, ...item }, signatureChecked, raw, eventKeys, isConfirmed),
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
	const { signatureChecked, raw, ...found } = readIdentificationReturn(
		readings,
		services,
		Date.now(),
	);
	const { outcome, reason = '', unproven } = found;
	if (isSignatureTrouble(reason)) return refuseUnsigned(context, likelyCause(plain, services));
	if (outcome === 'notGenuine') {
		const message = 'This link is no longer valid. Start again';
		return refuse(context, 400, message, reason, textFor(context, 'return.invalid'));
	}
	const { page, otherPage } = triggerOptionsIn(context);
	if (outcome === 'unverified') showPage(context, 'success', page);
	else showPage(context, 'other', otherPage);
	// Customers who aren't known come back alike.
	const isNamed = unproven?.userId ?? unproven?.msisdn ?? unproven?.identificationId;
	return await startOnce(context, isNamed ? Object.entries(raw) : undefined, (eventKeys) =>
		dataOf({ event, ...found }, signatureChecked, raw, eventKeys),
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
