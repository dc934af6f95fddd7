import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Delivery, Genuine } from '../../platform/delivery';
import { readIdentificationReturn } from '../../platform/identification';
import { readPaymentReturn } from '../../platform/paymentReturn';
import type { Service } from '../../platform/service';
import { dataOf, optionsOf, refuse } from './call';
import { showPage } from './returnPage';

/** A copied address is of no use after so many seconds. */
const maxAge = 300;

/** Handles a customer who returns from a payment, signed or not; a wrong signature is refused. */
export function receivePaymentReturn(
	context: IWebhookFunctions,
	event: string,
	{ rawQuery }: Delivery,
	services: Service[] | undefined,
): IWebhookResponseData {
	const found = readPaymentReturn(rawQuery, services);
	if (!found) return refuse(context, 401, 'The signature is wrong');
	const { signatureChecked, raw, ...customer } = found;
	const { page, failedPage, canceledPage } = optionsOf(context);
	const response = context.getResponseObject();
	if (found.status === 'failed') showPage(response, 'failed', failedPage);
	else if (found.status === 'canceled') showPage(response, 'canceled', canceledPage);
	else showPage(response, 'done', page);
	return {
		noWebhookResponse: true,
		workflowData: dataOf({ event, ...customer }, signatureChecked, raw),
	};
}

/** Handles a customer who returns from an identification. */
export function receiveIdentificationReturn(
	context: IWebhookFunctions,
	event: string,
	{ parameters, signatureChecked }: Genuine,
): IWebhookResponseData {
	const { page, otherPage } = optionsOf(context);
	const { outcome, ...customer } = readIdentificationReturn(
		parameters,
		maxAge,
		Date.now(),
		signatureChecked,
	);
	if (outcome === 'notGenuine') {
		return refuse(context, 400, 'This link is no longer valid. Start again');
	}
	const hasValidSubscription = outcome === 'subscribed';
	showPage(context.getResponseObject(), 'done', hasValidSubscription ? page : otherPage);
	return {
		noWebhookResponse: true,
		workflowData: dataOf(
			{ event, ...customer, hasValidSubscription },
			signatureChecked,
			parameters,
		),
	};
}
