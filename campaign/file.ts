import { knownAmong } from './recognize';
import { openCsv, type ListRecord } from './csv';
import { readText, type Encoding } from './text';

/** A file with a list: how it's written, and its rows. */
export interface ListFile {
	encoding: Encoding;
	separator: string;
	records: Iterable<ListRecord>;
}

/** Opens a CSV file as spreadsheets write it. @throws InputError when it is no CSV file */
export function openFile(bytes: Uint8Array): ListFile {
	const { text, encoding } = readText(bytes);
	const { separator, records } = openCsv(text, knownAmong);
	return { encoding, separator: words[separator] ?? separator, records };
}

const words: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };

/** The separator for a file that goes back to who sent a list, by its word; a comma for any other one. */
export function separatorNamed(word: unknown): string {
	return Object.keys(words).find((sign) => words[sign] === word) ?? ',';
}
