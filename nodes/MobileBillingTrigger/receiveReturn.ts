import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { genuineCall, type Delivery, type Parameters } from '../../platform/delivery';
import { isUnsignedVisit, readIdentificationReturn } from '../../platform/identification';
import { readPaymentReturn } from '../../platform/paymentReturn';
import { dataOf, optionsOf, refuse, refuseUnsigned, signingServices } from './call';

/** A copied address is of no use after so many seconds. */
const maxAge = 300;

/** Handles a customer who returns from a payment, signed or not; a wrong signature is refused. */
export async function receivePaymentReturn(
	context: IWebhookFunctions,
	event: string,
	{ rawQuery }: Delivery,
): Promise<IWebhookResponseData> {
	const found = readPaymentReturn(rawQuery, await signingServices(context));
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
export async function receiveIdentificationReturn(
	context: IWebhookFunctions,
	event: string,
	parameters: Parameters,
): Promise<IWebhookResponseData> {
	const services = isUnsignedVisit(parameters) ? undefined : await signingServices(context);
	const genuine = genuineCall(parameters, services);
	if (!genuine) return refuseUnsigned(context);
	const { signatureChecked } = genuine;
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

/** How it went for the customer, as far as the page is concerned. */
type PageKind = 'done' | 'failed' | 'canceled';

const titles: Record<PageKind, string> = {
	done: 'Thank you',
	failed: 'Payment failed',
	canceled: 'Payment canceled',
};

const pageOf = (title: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
	:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
	body { display: grid; place-content: center; min-height: 90vh; margin: 1rem; text-align: center; }
</style>
<h1>${title}</h1>
<p>You can close this page.</p>
</html>
`;

/** Redirects a customer's browser to a web address, or shows a short page when there is no address. */
function showPage(
	response: ReturnType<IWebhookFunctions['getResponseObject']>,
	kind: PageKind,
	page = '',
): void {
	response.set('cache-control', 'no-store').set('referrer-policy', 'no-referrer');
	response.set('x-frame-options', 'DENY');
	const address = page.trim();
	if (/^https?:\/\//i.test(address)) response.redirect(303, address);
	else response.status(200).type('text/html').send(pageOf(titles[kind]));
}
