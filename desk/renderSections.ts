import { input, hiddenInput } from './formFields';
import { buttons } from '../campaign/change';
import { documentIn, factList, html, nothing, type Html } from '../pages/html';
import { withLanguage } from './language';
import { labels } from '../campaign/labels';
import { number } from '../platform/figureWords';
import { say, speech, translated } from '../platform/say';
import { foldedSection, section, htmlTable } from './page';
import type { Cell, Form, Note, SectionPart, Section, Table } from './sections';
import { endings, type Ending } from '../campaign/types';

/** A page for managers, made of sections, single parts, and other HTML such as a form with a file. */
export function pageOf(title: string, ...content: (Html | Section | SectionPart)[]): string {
	const main = html`<main>
		<h1>${title}</h1>
		${content.map(shown)}
	</main>`;
	return documentIn(speech(), title, main);
}

function shown(one: Html | Section | SectionPart): Html {
	if ('kind' in one) return partOf(one);
	return 'parts' in one ? sectionOf(one) : one;
}

function sectionOf({ title, isFolded, parts }: Section): Html {
	const content = parts.map(partOf);
	if (title === '') return html`${content}`;
	return isFolded ? foldedSection(title, ...content) : section(title, ...content);
}

export function partOf(part: SectionPart): Html {
	switch (part.kind) {
		case 'text':
			return html`<p>${part.words}</p>`;
		case 'links':
			return html`${part.links.map(
				({ words, address, then = '' }) =>
					html`<p><a href="${withLanguage(address)}">${words}</a>${then}</p>`,
			)}`;
		case 'facts':
			return factList(
				part.facts.map(({ label, value, unit = '' }) => {
					const shown = typeof value === 'number' ? number(value) : value;
					return [label, unit === '' ? shown : `${shown} ${unit}`];
				}),
			);
		case 'note':
			return noteOf(part);
		case 'table':
			return tableOf(part);
		case 'progress':
			return progress(part);
		case 'form':
			return form(part);
	}
}

/** One reason is a sentence; with a title there may be more. */
function noteOf({ tone, title, reasons, then }: Note): Html {
	const role = tone === 'error' ? 'alert' : 'status';
	if (title === undefined) {
		return html`<p class="note ${tone}" role="${role}">${reasons.map(({ words }) => words)}</p>`;
	}
	return html`<div class="note ${tone}" role="${role}">
		<h2>${title}</h2>
		<ul>
			${reasons.map(({ words }) => html`<li>${words}</li>`)}
		</ul>
		${then === undefined ? nothing : html`<p>${then}</p>`}
	</div>`;
}

function tableOf({ label, head, rows, more }: Table): Html {
	const rest =
		more === undefined ? nothing : html`<p class="soft">${say`And ${number(more)} more.`}</p>`;
	return html`${htmlTable(
		label,
		head,
		rows.map((row) => row.map(cellOf)),
	)}${rest}`;
}

function cellOf(cell: Cell): string | number | Html {
	if (typeof cell !== 'object') return cell;
	const { words, address, tone, below } = cell;
	if (below !== undefined) return html`<span>${words}<br /><small>${below}</small></span>`;
	const shown =
		address === undefined ? html`${words}` : html`<a href="${withLanguage(address)}">${words}</a>`;
	return tone === undefined ? shown : html`<b class="${tone}-text">${shown}</b>`;
}

/** Enter in a field presses the first button of its form. This button is disabled, so that a person chooses among the others. */
const noButton = html`<button disabled hidden></button>`;

function form({ address, hidden: sent = {}, fields = [], buttons: all, ...more }: Form): Html {
	const { values = {}, links = [] } = more;
	return html`<form method="post" action="${withLanguage(address)}">
		${Object.entries(sent).map(([name, value]) => hiddenInput(name, value))}
		${fields.map((field) => input(field, (name) => values[name] ?? ''))}
		${all.length > 1 ? noButton : nothing}
		${all.map(
			({ action, look = 'first', label = translated(buttons[action]) }) =>
				html`<button name="action" value="${action}" class="${look}">${label}</button>`,
		)}
		${links.map(
			({ words, address: to, look = 'second' }) =>
				html`<a class="button ${look}" href="${withLanguage(to)}">${words}</a>`,
		)}
	</form>`;
}

/** How many rows are done, and how they ended. */
function progress({ rows, done, results }: Extract<SectionPart, { kind: 'progress' }>): Html {
	const share = (value: number) => Math.round((1000 * value) / (rows || 1)) / 10;
	const ended = endings.filter((ending) => ending !== 'notSent' && results[ending].rows > 0);
	const bar = (ending: Ending) =>
		html`<span style="width:${share(results[ending].rows)}%;background:var(--${ending})"></span>`;
	const tile = (ending: Ending) =>
		html`<div style="--tone:var(--${ending})">
			<dt>${translated(labels[ending])}</dt>
			<dd>
				<b>${number(results[ending].rows)}</b><small>${number(results[ending].megabytes)} MB</small>
			</dd>
		</div>`;
	return html`<div
			class="bar"
			role="progressbar"
			aria-label="${say`Rows done`}"
			aria-valuemin="0"
			aria-valuemax="${rows}"
			aria-valuenow="${done}"
		>
			${ended.map(bar)}
		</div>
		<dl class="tiles">${endings.map(tile)}</dl>`;
}
