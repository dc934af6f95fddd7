/** Functions that draw the console page. */
export const $ = (id) => document.getElementById(id);

/** An element with attributes and what is in it: text, never HTML. */
export function element(tag, attributes = {}, ...content) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
	made.append(...content.map((one) => one ?? ''));
	return made;
}

const shown = {};

/** Calls `draw` only when the data has changed, so that focus and selection stay where they are. */
export function whenChanged(name, data, draw) {
	const text = JSON.stringify(data);
	if (shown[name] !== text) draw();
	shown[name] = text;
}

/** Words of a status line; drawn only when they change, so that they are read out once. */
export function say(id, words) {
	whenChanged(`say ${id}`, words, () => ($(id).textContent = words));
}

/** A button for a table's row; its label tells it from all others, so that it keeps the focus. */
export function rowButton(text, label, onClick) {
	const about = { type: 'button', class: 'second', 'aria-label': label };
	const button = element('button', about, text);
	button.addEventListener('click', onClick);
	return button;
}

const MEANINGS = {
	good: ['FINISHED', 'ASSIGNED', 'ACTIVE', 'DELIVERED'],
	open: ['PENDING', 'EXECUTING', 'SCHEDULED', 'NOT PAID', 'CANCELING'],
	neutral: ['ENDED', 'CANCELED', 'SKIPPED'],
};

/** A word with a color of its meaning. */
export function state(word) {
	const meaning = Object.keys(MEANINGS).find((one) => MEANINGS[one].includes(word));
	return element('b', { class: meaning ?? 'bad' }, word);
}

/** A section of the page with a table of its own. */
export function addBook(id, title) {
	const heading = element('h2', { id: `${id}-title` }, title);
	const region = { class: 'scroll', tabindex: 0, role: 'region', 'aria-labelledby': heading.id };
	const table = element('div', region, element('table', { id, role: 'table' }));
	const [count, outcome] = ['total', 'outcome'].map((what) =>
		element('output', { id: `${id}-${what}` }),
	);
	$('books').append(element('section', {}, heading, count, table, outcome));
}

/**
 * Draws a table anew. `columns` has a function for each heading that gives a text, a number, an element, or two texts of
 * which the second is small.
 */
export function fillTable(id, { rows, total }, columns) {
	const label = document.activeElement.getAttribute('aria-label');
	const made = rows.map((row) =>
		Object.entries(columns).map(([name, column]) => cellOf(name, column(row))),
	);
	const head = Object.keys(columns).map((name, n) => {
		const kind = made[0]?.[n].className ?? '';
		return element('th', { scope: 'col', role: 'columnheader', class: kind }, name);
	});
	const nothing = element('td', { role: 'cell' }, 'Nothing here.');
	const body = made.length > 0 ? made : [[nothing]];
	$(id).replaceChildren(
		element('thead', { role: 'rowgroup' }, ...(made.length > 0 ? [rowOf(head)] : [])),
		element('tbody', { role: 'rowgroup' }, ...body.map(rowOf)),
	);
	if (label) $(id).querySelector(`[aria-label="${label}"]`)?.focus();
	say(`${id}-total`, total > rows.length ? `the last ${rows.length} of ${total}` : String(total));
}

/** Characters that don't fit into a narrow column. */
const LONG = 60;

const rowOf = (cells) => element('tr', { role: 'row' }, ...cells);

// With their roles, because a stylesheet that makes cards of rows takes them away.
function cellOf(name, content) {
	const about = { role: 'cell', 'data-label': name };
	if (typeof content === 'number') {
		return element('td', { ...about, class: 'number' }, content.toLocaleString('en'));
	}
	if (!Array.isArray(content)) return element('td', about, ...(content === '' ? [] : [content]));
	const [first = '', second] = content;
	const kind = first.length > LONG ? 'wrap long' : 'wrap';
	return element('td', { ...about, class: kind }, first, element('small', {}, second));
}
