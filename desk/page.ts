import { html, nothing, type Html } from '../pages/html';
import { number } from '../platform/figureWords';

export function section(heading: string, ...content: Html[]): Html {
	return html`<section>
		<h2>${heading}</h2>
		${content}
	</section>`;
}

/** A section that a reader opens. */
export function foldedSection(heading: string, ...content: Html[]): Html {
	return html`<section>
		<details>
			<summary><h2>${heading}</h2></summary>
			${content}
		</details>
	</section>`;
}

/** A row is a card on a phone that has no room for more: a number takes 1 of it, a text 2, a name with a field or link 3. */
const room = 4;

/**
 * A table whose first column names the row. Numbers are aligned as such, and a column with nothing in it is left out. A wide
 * one is a list of cards on a phone, and scrolls by itself where it's still too wide.
 */
export function htmlTable(label: string, head: string[], rows: (string | number | Html)[][]): Html {
	const columns = [...head.keys()].filter((at) => rows.some((row) => row[at] !== ''));
	const isNumber = head.map((_, at) => rows.some((row) => typeof row[at] === 'number'));
	const look = (at: number) => (at === 0 ? 'name' : isNumber[at] ? 'number' : 'text');
	const isMarkup = typeof rows[0]?.[0] === 'object';
	const width = columns.reduce((sum, at) => sum + (isNumber[at] ? 1 : 2), isMarkup ? 1 : 0);
	const cell = (value: string | number | Html = '', at: number) => {
		const shown = typeof value === 'number' ? number(value) : value;
		if (at === 0) {
			const label = typeof value === 'number' ? html`data-label="${head[0] ?? ''}"` : nothing;
			return html`<th role="rowheader" scope="row" class="name" ${label}>${shown}</th>`;
		}
		const looks = shown === '' ? `${look(at)} empty` : look(at);
		return html`<td role="cell" class="${looks}" data-label="${head[at] ?? ''}">${shown}</td>`;
	};
	const names = columns.map(
		(at) => html`<th role="columnheader" scope="col" class="${look(at)}">${head[at] ?? ''}</th>`,
	);
	const lines = rows.map(
		(row) =>
			html`<tr role="row">
				${columns.map((at) => cell(row[at], at))}
			</tr>`,
	);
	return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
		<table role="table" class="${width > room ? 'stacked' : ''}">
			<thead role="rowgroup">
				<tr role="row">
					${names}
				</tr>
			</thead>
			<tbody role="rowgroup">
				${lines}
			</tbody>
		</table>
	</div>`;
}
