import { InputError } from '../platform/input';

const asWorkbook = 'Open it in a spreadsheet program, save it as .xlsx, and submit that file.';

/** Kinds of text that people take for lists, by how they begin, and what to do with each. */
const kinds: [begins: RegExp, what: string, nextStep: string][] = [
	[/^(?:<!doctype html|<html|<head|<body|<meta|<table|mime-version:)/i, 'a web page', asWorkbook],
	[/^<[?!a-z]/i, 'XML', asWorkbook],
	[/^begin:vcard/i, 'a vCard with contacts', 'Export the contacts as CSV, and submit that file.'],
	[/^(?:\[\s*[[{"]|\{\s*["}])/, 'JSON', 'Save the list as .xlsx or CSV, and submit that file.'],
];

/** A line that is one cell in quotes. */
const quotedLine = /^"(?:[^"]|"")*"$/;

/** So many lines show that all are in quotes. */
const mostLines = 5;

/** The error of a text that is no list, by its beginning; undefined for any other text. */
export function otherFileError(head: string): InputError | undefined {
	const text = head.trimStart();
	const kind = kinds.find(([begins]) => begins.test(text));
	if (kind) return new InputError(`The file is ${kind[1]}, not a list`, kind[2]);
	// The last one may be cut off.
	const lines = text.split(/[\r\n]+/, mostLines + 1).filter(Boolean);
	const isQuoted = (line: string) => quotedLine.test(line) && /[,;\t|]/.test(line);
	if (lines.length < 2 || !lines.slice(0, -1).every(isQuoted)) return undefined;
	return new InputError(
		'Each line of the file is in quotes, as if it were one cell',
		'Remove the quotes around the lines, or save the list as .xlsx, and submit that file.',
	);
}
