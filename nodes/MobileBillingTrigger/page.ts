import type { IWebhookFunctions } from 'n8n-workflow';
import { html, pageOf } from '../../campaign/html';

/** What no page of ours is: framed, sniffed, kept, or named to where its reader goes next. */
export const safeHeaders = {
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
};

/** How it went for the customer, as far as the page is concerned. */
export type PageKind = 'success' | 'failed' | 'canceled' | 'unknown' | 'other';

const titles: Record<PageKind, string> = {
	success: 'Thank you',
	failed: 'Payment failed',
	canceled: 'Payment canceled',
	unknown: 'Your payment is being checked',
	other: 'Welcome back',
};

const closing = html`<p>You can close this page.</p>`;

/** Redirects a customer's browser to a web address, or shows a short page when there is no address. */
export function showPage(context: IWebhookFunctions, kind: PageKind, page = ''): void {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(safeHeaders)) response.set(name, value);
	const address = page.trim();
	if (/^https?:\/\//i.test(address)) response.redirect(303, address);
	else response.status(200).type('text/html').send(pageOf(titles[kind], closing));
}
