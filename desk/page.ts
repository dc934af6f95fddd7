import { documentIn, html, nothing, type Html } from '../pages/html';
import { number } from '../platform/figureWords';

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

export function note(text: string, tone: 'alert' | 'plain'): Html {
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

/** What has to be corrected before a campaign goes on. */
export function wrongSection(wrongCells: string[]): Html {
	if (wrongCells.length === 0) return nothing;
	const then = html`<p>
		What can't be read isn't given. Correct it, then resume a campaign that is paused.
	</p>`;
	return alertList('Changed in the Data Tables', wrongCells, then);
}
