import type { Button } from '../campaign/change';
import type { CampaignFigures } from './figures';
import type { FormField } from './formFields';
import { say } from '../platform/say';

/** Why something is as it is: a code for programs, words for people, and the field of a plan that it's about. */
export interface Reason {
	code: string;
	words: string;
	field?: string;
}

/** How much a text asks of its reader: an error stops something, a warning is to be looked at first. */
export type Tone = 'error' | 'warning' | 'plain';

/** A cell, with the address that it links, whether it stands out, and a smaller line below it. */
export type Cell =
	string | number | { words: string; address?: string; tone?: Tone; below?: string };

interface Fact {
	label: string;
	value: string | number;
	unit?: 'MB';
}

/** A table; its first column names the row, and a column with nothing in it isn't shown. */
export interface Table {
	kind: 'table';
	label: string;
	head: string[];
	rows: Cell[][];
	/** How many rows there are besides. */
	more?: number;
}

export interface Note {
	kind: 'note';
	tone: Tone;
	title?: string;
	reasons: Reason[];
	/** The consequence. */
	then?: string;
}

export interface Form {
	kind: 'form';
	address: string;
	hidden?: Record<string, string>;
	fields?: FormField[];
	/** The first values of fields, by their names. */
	values?: Record<string, string>;
	/** With their own labels, unless they have another one here. */
	buttons: { action: Button; look?: 'second' | 'stop'; label?: string }[];
	links?: (Omit<Link, 'then'> & { look?: 'stop' })[];
}

/** A part of a section: data only, so that a page, a message and JSON say the same. */
export type SectionPart =
	| { kind: 'text'; words: string }
	| { kind: 'links'; links: Link[] }
	| { kind: 'facts'; facts: Fact[] }
	| ({ kind: 'progress'; rows: number } & Pick<CampaignFigures, 'done' | 'results'>)
	| Note
	| Table
	| Form;

/** An address, and what follows behind its words. */
interface Link {
	words: string;
	address: string;
	then?: string;
}

/** A section of a report. Without a title its parts stand by themselves. */
export interface Section {
	/** Once in a report. */
	name: string;
	title: string;
	/** Whether nothing is to be decided in it, so that it's opened by those who want to know. */
	isFolded?: boolean;
	parts: SectionPart[];
}

/** A section that a reader opens. */
export const folded = (name: string, title: string, ...parts: SectionPart[]): Section => {
	return { name, title, isFolded: true, parts };
};

export const text = (words: string): SectionPart => ({ kind: 'text', words });

/** A text; false or undefined if it doesn't apply. */
export type Said<Words = string> = Words | false | undefined;

/** The texts that apply. */
export function said(...texts: Said[]): string[] {
	return texts.flatMap((words) => (words ? [words] : []));
}

export const links = (...all: Said<Link>[]): SectionPart => {
	return { kind: 'links', links: all.filter((one) => one !== undefined && one !== false) };
};

export const link = (words: string, address: string): SectionPart => links({ words, address });

/** A note by itself; nothing without words. @param name also the code of texts without one */
export function note(
	tone: Tone,
	name: string,
	words: Said<string | Reason> | (string | Reason)[],
	more: Pick<Note, 'title' | 'then'> = {},
): Section[] {
	const all = words === undefined || words === false || words === '' ? [] : [words].flat();
	const reasons = all.map((one) => (typeof one === 'string' ? { code: name, words: one } : one));
	const part: Note = { kind: 'note', tone, reasons, ...more };
	return reasons.length === 0 ? [] : [{ name, title: '', parts: [part] }];
}

/** Why nothing was planned; nothing without a problem. */
export function refusedNote(problem?: string): Section[] {
	return note('error', 'refused', problem && say`Nothing was planned. ${problem}`);
}

export type FactEntry = [label: string, value: Fact['value'], unit?: Fact['unit']];

/** Facts in their order; those without a value are left out. */
export function facts(entries: FactEntry[]): SectionPart {
	const known = entries.filter(([, value]) => value !== '');
	return {
		kind: 'facts',
		facts: known.map(([label, value, unit]) => ({ label, value, ...(unit && { unit }) })),
	};
}

const maxRowsShown = 20;

/** A table of the first rows, and how many more there are. @param all how many, where not all of them are known */
export function table(label: string, head: string[], rows: Cell[][], all = rows.length): Table {
	const shown = rows.slice(0, maxRowsShown);
	const more = all - shown.length;
	return { kind: 'table', label, head, rows: shown, ...(more > 0 && { more }) };
}
