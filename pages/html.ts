import { style } from './style';

/** Markup. Only `html` makes it, so each text within is escaped. */
class Markup {
	constructor(readonly text: string) {}
}
export type Html = Markup;

type Part = Markup | string | number | Part[];

/** With the braces that n8n's forms and expressions would read. */
const special = /[&<>"'`{}]/g;

/** Markup from a template: its values are escaped, unless they're markup themselves. Put attributes in quotes. */
export function html(template: TemplateStringsArray, ...parts: Part[]): Html {
	return new Markup(String.raw({ raw: template }, ...parts.map(markupOf)));
}

function markupOf(part: Part): string {
	if (part instanceof Markup) return part.text;
	if (Array.isArray(part)) return part.map(markupOf).join('');
	return withoutTurns(String(part)).replace(special, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Marks that turn the direction of the text behind them, so that a name reads as another one. The marks of an isolated
 * text turn nothing else.
 */
const turning =
	/(\u2068[^\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*\u2069)|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A foreign text as a page shows it: the text around it keeps its direction. */
export function withoutTurns(text: string): string {
	return text.replace(turning, '$1');
}

export const nothing = html``;

/** The language of a page, as BCP 47 names it, and where its lines begin. */
export interface PageLanguage {
	tag: string;
	direction: 'ltr' | 'rtl';
}

/** A whole page. It loads nothing, runs only the scripts in `content`, and sends no referrer. */
export function documentIn(
	{ tag, direction }: PageLanguage,
	title: string,
	content: Html,
	policy = '',
): string {
	return html`<!doctype html>
		<html lang="${tag}" dir="${direction}">
			<head>
				<meta charset="utf-8" />
				${policy && html`<meta http-equiv="Content-Security-Policy" content="${policy}" />`}
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="referrer" content="no-referrer" />
				<meta name="robots" content="noindex" />
				<title>${title}</title>
				<style>
					${new Markup(style)}
				</style>
			</head>
			<body>
				${content}
			</body>
		</html> `.text;
}

/** Names and values. Those without a value are left out. */
export function factList(entries: [name: string, value: string | Html][]): Html {
	const known = entries.filter(([, value]) => value !== '');
	return html`<dl class="facts">
		${known.map(
			([name, value]) =>
				html`<div>
					<dt>${name}</dt>
					<dd>${value}</dd>
				</div>`,
		)}
	</dl>`;
}
