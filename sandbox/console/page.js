/** What draws the console page, whatever it shows. */
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
	const button = element('button', { type: 'button', 'aria-label': label }, text);
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
	const table = element('div', region, element('table', { id }));
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
	const made = rows.map((row) => Object.values(columns).map((column) => cellOf(column(row))));
	const head = Object.keys(columns).map((name, n) => {
		return element('th', { scope: 'col', class: made[0]?.[n].className ?? '' }, name);
	});
	$(id).replaceChildren(
		element('tr', {}, ...(rows.length > 0 ? head : [element('td', {}, 'Nothing yet.')])),
		element('tbody', {}, ...made.map((cells) => element('tr', {}, ...cells))),
	);
	if (label) $(id).querySelector(`[aria-label="${label}"]`)?.focus();
	say(`${id}-total`, total > rows.length ? `the last ${rows.length} of ${total}` : String(total));
}

function cellOf(content) {
	if (typeof content === 'number') {
		return element('td', { class: 'number' }, content.toLocaleString('en'));
	}
	if (!Array.isArray(content)) return element('td', {}, content);
	return element('td', { class: 'wrap' }, content[0], element('small', {}, content[1]));
}
