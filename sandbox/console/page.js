/** What the parts of the console page share. */
export const $ = (id) => document.getElementById(id);

/** An element with attributes (or properties) and what is in it: text, never HTML. */
export function element(tag, attributes = {}, ...content) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
	made.append(...content);
	return made;
}

const shown = {};

/** Calls `draw` only when the data has changed, so that focus and selection stay where they are. */
export function whenChanged(name, data, draw) {
	const text = JSON.stringify(data);
	if (shown[name] === text) return;
	shown[name] = text;
	draw(data);
}

/** Asks the control API; throws an error with its words when it refuses. */
export async function ask(method, path, body) {
	const headers = body ? { 'content-type': 'application/json' } : {};
	const answer = await fetch(`/_sandbox${path}`, { method, headers, body: JSON.stringify(body) });
	const data = await answer.json();
	if (!answer.ok) throw new Error(data.errorMessage);
	return data;
}

export function say(id, words, className = '') {
	$(id).textContent = words;
	$(id).className = className;
}

/** A button for a table's row; `key` tells it from all others, so that it keeps the focus. */
export function rowButton(text, label, key, onClick) {
	const attributes = { type: 'button', class: 'quiet', 'aria-label': label, 'data-key': key };
	const button = element('button', attributes, text);
	button.addEventListener('click', onClick);
	return button;
}

const GOOD = ['FINISHED', 'ASSIGNED', 'ACTIVE', 'DELIVERED'];
const OPEN = ['PENDING', 'EXECUTING', 'SCHEDULED', 'NOT PAID', 'CANCELING'];
const NEUTRAL = ['ENDED', 'CANCELED', 'SKIPPED'];

/** A word with a color of its meaning. */
export function state(word) {
	const meaning = GOOD.includes(word) ? 'good' : OPEN.includes(word) ? 'open' : 'bad';
	return element('span', { class: `state ${NEUTRAL.includes(word) ? '' : meaning}` }, word);
}

/** Two lines in one cell; the second is small. */
export function lines(first, second) {
	return element('div', {}, first, second ? element('small', {}, second) : '');
}

/** A cell's text or element with a class. */
export function cell(content, className) {
	return element('td', { class: className }, content);
}

/** A section of the page with a table of its own. `row`: what one of its rows is. */
export function addBook(id, title, row) {
	const { content } = $('book').cloneNode(true);
	const [heading, region] = [content.querySelector('h2'), content.querySelector('.scroll')];
	heading.id = `${id}-title`;
	heading.querySelector('b').append(title);
	heading.querySelector('span').id = `${id}-total`;
	region.setAttribute('aria-labelledby', heading.id);
	Object.assign(region.querySelector('table'), { id }).dataset.row = row;
	content.querySelector('[role=status]').id = `${id}-outcome`;
	$('books').append(content);
}

/**
 * Draws a table anew. `columns` has a function for each heading that gives a text, an element or a `cell`.
 * What has the focus and a `data-key` keeps it.
 */
export function fillTable(id, rows, total, columns) {
	const table = $(id);
	const { activeElement } = document;
	const key = table.contains(activeElement) ? activeElement.dataset.key : undefined;
	const names = Object.keys(columns).filter((name) => {
		return rows.some((row) => element('p', {}, columns[name](row)).textContent !== '');
	});
	const made = rows.map((row) => names.map((name) => cellOf(columns[name](row))));
	const head = names.map((name, n) =>
		element('th', { scope: 'col', class: made[0][n].className }, name),
	);
	table.replaceChildren(
		rows.length > 0
			? element('tr', {}, ...head)
			: element('caption', {}, `No ${table.dataset.row} yet.`),
		element('tbody', {}, ...made.map((cells) => element('tr', {}, ...cells))),
	);
	if (key) table.querySelector(`[data-key="${key}"]`)?.focus();
	const text = total > 50 ? `the last 50 of ${total.toLocaleString('en')}` : (total ?? '');
	$(`${id}-total`).textContent = text;
}

function cellOf(content) {
	return content instanceof HTMLTableCellElement ? content : element('td', {}, content ?? '');
}
