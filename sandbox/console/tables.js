const GOOD = ['FINISHED', 'ASSIGNED', 'ACTIVE', 'DELIVERED'];
const OPEN = ['PENDING', 'EXECUTING', 'SCHEDULED', 'NOT PAID', 'CANCELING'];
const NEUTRAL = ['ENDED', 'CANCELED', 'SKIPPED'];

/** A word with a color of its meaning. */
export function state(word) {
	const mark = document.createElement('span');
	const meaning = GOOD.includes(word) ? 'good' : OPEN.includes(word) ? 'open' : 'bad';
	mark.className = `state ${NEUTRAL.includes(word) ? '' : meaning}`;
	mark.textContent = word;
	return mark;
}

/** Two lines in one cell; the second is small. */
export function lines(first, second) {
	const box = document.createElement('div');
	box.append(first);
	if (second) {
		const small = document.createElement('small');
		small.textContent = second;
		box.append(small);
	}
	return box;
}

/** A cell's text or element with a class. */
export function cell(text, className) {
	return { text, className };
}

/**
 * Draws `rows` anew. `columns` has a function for each heading that gives a text, a number, an element or
 * a `cell`. Everything becomes text, nothing becomes HTML. What has the focus and a `data-key` keeps it.
 */
export function fillTable(table, emptyWords, rows, columns) {
	const { activeElement } = document;
	const key = table.contains(activeElement) ? activeElement.dataset.key : undefined;
	draw(table, emptyWords, rows, columns);
	if (key) table.querySelector(`[data-key="${key}"]`)?.focus();
}

function draw(table, emptyWords, rows, columns) {
	if (rows.length === 0) {
		const caption = document.createElement('caption');
		caption.textContent = emptyWords;
		table.replaceChildren(caption);
		return;
	}
	const body = document.createElement('tbody');
	for (const row of rows) {
		body.append(
			rowOf(
				'td',
				Object.values(columns).map((content) => content(row)),
			),
		);
	}
	const head = document.createElement('thead');
	const first = [...body.rows[0].cells];
	head.append(
		rowOf(
			'th',
			Object.keys(columns).map((name, n) => cell(name, first[n].className)),
		),
	);
	for (const heading of head.rows[0].cells) heading.scope = 'col';
	table.replaceChildren(head, body);
	dropEmptyColumns(table);
}

/** A column without any text only takes room. */
function dropEmptyColumns(table) {
	const [{ rows }] = table.tBodies;
	for (let n = rows[0].cells.length - 1; n >= 0; n -= 1) {
		if ([...rows].some((row) => row.cells[n].textContent !== '')) continue;
		for (const row of table.rows) row.deleteCell(n);
	}
}

function rowOf(tag, contents) {
	const row = document.createElement('tr');
	for (const content of contents) {
		const box = document.createElement(tag);
		const plain = content?.text === undefined || content instanceof Node;
		box.append(plain ? content : content.text);
		if (!plain) box.className = content.className;
		row.append(box);
	}
	return row;
}
