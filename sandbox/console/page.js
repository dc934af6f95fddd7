/** What the parts of the console page share. */
export const $ = (id) => document.getElementById(id);

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

export function say(id, words, className) {
	$(id).textContent = words;
	$(id).className = className;
}

/** A button for a table's row; `key` tells it from all others, so that it keeps the focus. */
export function rowButton(text, label, key, onClick) {
	const button = document.createElement('button');
	button.type = 'button';
	button.className = 'quiet';
	button.textContent = text;
	button.dataset.key = key;
	button.setAttribute('aria-label', label);
	button.addEventListener('click', onClick);
	return button;
}

export function totalText(total) {
	return total > 50 ? `the last 50 of ${total.toLocaleString('en')}` : String(total);
}

export function option(value, text = value) {
	const element = document.createElement('option');
	element.value = value;
	element.textContent = text;
	return element;
}
