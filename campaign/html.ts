import { DateTime } from 'luxon';
import { withoutTurns } from '../platform/input';
import { style } from './style';

/** Markup. Only `html` makes it, so each text within is escaped. */
class Markup {
	constructor(readonly text: string) {}
}
export type Html = Markup;

type Part = Markup | string | number | Part[];

/** Also what n8n's forms and expressions read as their own. */
const special = /[&<>"'`{}]/g;

/** Markup from a template: what stands in it is escaped, unless it's markup itself. Put attributes in quotes. */
export function html(template: TemplateStringsArray, ...parts: Part[]): Html {
	return new Markup(String.raw({ raw: template }, ...parts.map(textOf)));
}

function textOf(part: Part): string {
	if (part instanceof Markup) return part.text;
	if (Array.isArray(part)) return part.map(textOf).join('');
	return withoutTurns(String(part)).replace(special, (sign) => `&#${sign.charCodeAt(0)};`);
}

export const nothing = html``;

/** The language of a page, as BCP 47 names it, and where its lines begin. */
export interface PageLanguage {
	tag: string;
	direction: 'ltr' | 'rtl';
}

/** A whole page. It loads nothing, runs nothing but what `content` has, and tells nobody its address. */
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

/** A page for managers. */
export function pageOf(title: string, ...content: Html[]): string {
	const main = html`<main>
		<h1>${title}</h1>
		${content}
	</main>`;
	return documentIn({ tag: 'en', direction: 'ltr' }, title, main);
}

export function section(heading: string, ...content: Html[]): Html {
	return html`<section>
		<h2>${heading}</h2>
		${content}
	</section>`;
}

export function note(text: string, tone: 'good' | 'alert' | 'plain'): Html {
	return html`<p class="note ${tone}" role="${tone === 'alert' ? 'alert' : 'status'}">${text}</p>`;
}

/** What is wrong, point by point. @param after what follows from it */
export function alertList(heading: string, points: string[], after: Html = nothing): Html {
	return html`<div class="note alert" role="alert">
		<h2>${heading}</h2>
		<ul>
			${points.map((point) => html`<li>${point}</li>`)}
		</ul>
		${after}
	</div>`;
}

/** Names and values. Those without a value are left out. */
export function facts(entries: [name: string, value: string | Html][]): Html {
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

/**
 * A table whose first column names the row. Numbers are aligned as such, and a column with nothing in it is left out. It
 * scrolls by itself where it's too wide.
 */
export function table(label: string, head: string[], rows: (string | number | Html)[][]): Html {
	const columns = [...head.keys()].filter((at) => rows.some((row) => row[at] !== ''));
	const isNumber = head.map((_, at) => rows.some((row) => typeof row[at] === 'number'));
	const look = (at: number) => (at === 0 ? 'name' : isNumber[at] ? 'number' : 'text');
	const cell = (value: string | number | Html = '', at: number) => {
		const shown = typeof value === 'number' ? number(value) : value;
		return at === 0
			? html`<th scope="row" class="${look(at)}">${shown}</th>`
			: html`<td class="${look(at)}">${shown}</td>`;
	};
	const names = columns.map(
		(at) => html`<th scope="col" class="${look(at)}">${head[at] ?? ''}</th>`,
	);
	const lines = rows.map(
		(row) =>
			html`<tr>
				${columns.map((at) => cell(row[at], at))}
			</tr>`,
	);
	return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
		<table>
			<thead>
				<tr>
					${names}
				</tr>
			</thead>
			<tbody>
				${lines}
			</tbody>
		</table>
	</div>`;
}

const numbers = new Intl.NumberFormat('en-US');

export function number(value: number): string {
	return numbers.format(value);
}

/** "1 row", "2,000 rows". */
export function count(value: number, one: string): string {
	return `${number(value)} ${one}${value === 1 ? '' : 's'}`;
}

/** "2,000 rows, 500 MB". */
export function amount({ rows, megabytes }: { rows: number; megabytes: number }): string {
	return `${count(rows, 'row')}, ${number(megabytes)} MB`;
}

/** A time as people read it; '' without one. @param zone of those who read it */
export function timeIn(zone: string, iso: string | null): string {
	if (iso === null || iso === '') return '';
	return DateTime.fromISO(iso, { zone, locale: 'en-US' }).toFormat('d LLL yyyy, HH:mm');
}
