/** What draws the console page, whatever it shows. */
export const $ = (id) => document.getElementById(id);

/** An element with attributes and what is in it: text, never HTML. */
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
	draw();
}

export function say(id, words, className = '') {
	whenChanged(`say ${id}`, [words, className], () => {
		$(id).textContent = words;
		$(id).className = className;
	});
}

/** A button for a table's row; `key` tells it from all others, so that it keeps the focus. */
export function rowButton(text, label, key, onClick) {
	const attributes = { type: 'button', class: 'quiet', 'aria-label': label, 'data-key': key };
	const button = element('button', attributes, text);
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
	const [meaning] = Object.keys(MEANINGS).filter((one) => MEANINGS[one].includes(word));
	return element('span', { class: `state ${meaning ?? 'bad'}` }, word);
}

/** Text that may be long, in its own lines. */
export function wide(text) {
	return element('div', { class: 'wide' }, text.slice(0, 600));
}

/** A section of the page with a table of its own. */
export function addBook(id, title) {
	const { content } = $('book').cloneNode(true);
	const [heading, region] = [content.querySelector('h2'), content.querySelector('.scroll')];
	heading.id = `${id}-title`;
	heading.querySelector('b').append(title);
	heading.querySelector('span').id = `${id}-total`;
	region.setAttribute('aria-labelledby', heading.id);
	region.querySelector('table').id = id;
	content.querySelector('[role=status]').id = `${id}-outcome`;
	$('books').append(content);
}

/**
 * Draws a table anew. `columns` has a function for each heading that gives a text, a number, an element, or two texts of
 * which the second is small. What has the focus and a `data-key` keeps it.
 */
export function fillTable(id, rows, total, columns) {
	const table = $(id);
	const { activeElement } = document;
	const key = table.contains(activeElement) ? activeElement.dataset.key : undefined;
	const names = Object.keys(columns);
	const made = rows.map((row) => names.map((name) => cellOf(columns[name](row))));
	const head = names.map((name, n) =>
		element('th', { scope: 'col', class: made[0]?.[n].className }, name),
	);
	table.replaceChildren(
		rows.length > 0 ? element('tr', {}, ...head) : element('caption', {}, 'Nothing yet.'),
		element('tbody', {}, ...made.map((cells) => element('tr', {}, ...cells))),
	);
	if (key) table.querySelector(`[data-key="${key}"]`)?.focus();
	$(`${id}-total`).textContent =
		total > rows.length ? `the last ${rows.length} of ${total}` : total;
}

function cellOf(content) {
	if (typeof content === 'number') {
		return element('td', { class: 'number' }, content.toLocaleString('en'));
	}
	if (!Array.isArray(content)) return element('td', {}, content ?? '');
	const [first, second] = content;
	return element('td', { class: 'wrap' }, first ?? '', element('small', {}, second ?? ''));
}
