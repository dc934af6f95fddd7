const string = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const scalar =
	/"(?:[^"\\\u0000-\u001f]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const space = /[ \t\r\n]*/y;

/**
 * Reads a JSON object of plain values into its names and the exact text of its values: a signature is made over
 * `1.00`, which JSON.parse would make 1, and a name that stands there twice must not pass unseen. `null` says nothing and is read as ''.
 *
 * @returns undefined for anything but a flat JSON object
 */
export function readFlatJson(text: string): [string, string][] | undefined {
	const entries: [string, string][] = [];
	let position = 0;
	const take = (pattern: RegExp): string | undefined => {
		pattern.lastIndex = position;
		const found = pattern.exec(text)?.[0];
		position += found?.length ?? 0;
		return found;
	};
	const takeMark = (mark: string): boolean => {
		take(space);
		const found = text[position] === mark;
		if (found) position++;
		take(space);
		return found;
	};

	if (!takeMark('{')) return undefined;
	let more = !takeMark('}');
	while (more) {
		const name = take(string);
		if (name === undefined || !takeMark(':')) return undefined;
		const value = take(scalar);
		if (value === undefined) return undefined;
		const plainName = unquoted(name);
		const plainValue = value.startsWith('"') ? unquoted(value) : value === 'null' ? '' : value;
		if (plainName === undefined || plainValue === undefined) return undefined;
		entries.push([plainName, plainValue]);
		more = takeMark(',');
		if (!more && !takeMark('}')) return undefined;
	}
	return position === text.length ? entries : undefined;
}

function unquoted(literal: string): string | undefined {
	try {
		return JSON.parse(literal) as string;
	} catch {
		return undefined;
	}
}
