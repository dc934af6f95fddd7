import { documentIn, html } from '../../pages/html';
import { languageFor, shipped, type LanguageHints } from '../../pages/languages';
import { wordsIn } from '../../pages/words';

/** No page of the trigger is framed, sniffed or cached, or named to the next site. */
export const safeHeaders = {
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
};

/** The result that a page tells a customer who returns; `other` is a visitor without a subscription. */
export type PageKind = 'success' | 'failed' | 'canceled' | 'unknown' | 'other';

function readerOf(hints: LanguageHints) {
	const language = languageFor(hints, Object.keys(shipped));
	return { language, words: wordsIn(language, {}, {}) };
}

export function refusalText(hints: LanguageHints): string {
	return readerOf(hints).words.plain('return.invalid');
}

export function shortPage(hints: LanguageHints, kind: PageKind): string {
	const { language, words } = readerOf(hints);
	const title = words.plain(`return.${kind}`);
	const main = html`<main class="narrow">
		<h1>${title}</h1>
		<p>${words.plain('return.close')}</p>
	</main>`;
	return documentIn(language, title, main);
}
