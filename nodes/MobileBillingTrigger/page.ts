import type { IWebhookFunctions } from 'n8n-workflow';
import { documentIn, html } from '../../pages/html';
import { languageFor, shipped } from '../../pages/languages';
import type { TextName } from '../../pages/texts/en';
import { wordsIn } from '../../pages/words';
import { textIn } from '../../platform/answer';
import { triggerOptionsIn } from './call';

/** What no page of ours is: framed, sniffed, kept, or named to where its reader goes next. */
export const safeHeaders = {
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
};

/** How it went for the customer, as far as the page is concerned. */
type PageKind = 'success' | 'failed' | 'canceled' | 'unknown' | 'other';

/** The language of a customer who returns, and its texts. */
function readerOf(context: IWebhookFunctions) {
	const { query, headers } = context.getRequestObject();
	const hints = {
		link: textIn(query.lang) ?? '',
		browser: headers['accept-language'] ?? '',
		setting: triggerOptionsIn(context).language ?? '',
	};
	const language = languageFor(hints, Object.keys(shipped));
	return { language, words: wordsIn(language, {}, {}) };
}

/** A text in the language of the customer who returns. */
export function textFor(context: IWebhookFunctions, name: TextName): string {
	return readerOf(context).words.plain(name);
}

/** Redirects a customer's browser to a web address, or shows a short page when there is no address. */
export function showPage(context: IWebhookFunctions, kind: PageKind, page = ''): void {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(safeHeaders)) response.set(name, value);
	const address = page.trim();
	if (/^https?:\/\//i.test(address)) response.redirect(303, address);
	else response.status(200).type('text/html').send(shortPage(context, kind));
}

function shortPage(context: IWebhookFunctions, kind: PageKind): string {
	const { language, words } = readerOf(context);
	const title = words.plain(`return.${kind}`);
	const main = html`<main class="narrow">
		<h1>${title}</h1>
		<p>${words.plain('return.close')}</p>
	</main>`;
	return documentIn(language, title, main);
}
