import { groupedBy } from '../campaign/grouped';
import { codeIn, codeWords } from '../platform/codes';
import {
	inEnglish,
	textStored,
	translated,
	withValues,
	type Phrase,
	type Text,
} from '../platform/say';
import type { Reason } from './sections';

/** Words of the platform, or an address, follow behind these (engine/core/request/errors.ts, platform/token.ts). */
const foreign = [' says: ', ' says “', ' make the request: ', ' token address: ', ' (“'];

/**
 * A reason as a step has stored it (`textStored`). An unknown one keeps the platform's own words, which may name a customer: only readers
 * who may see customers get them.
 */
export function reasonOf(text: Text, withCustomers: boolean): Reason {
	const stored = inEnglish(text);
	const known = codeIn(stored);
	if (known) return { code: known.code, words: codeWords(known) };
	const status = /\(HTTP \d{3}\)/.exec(stored)?.[0] ?? '';
	const code = status === '' ? 'other' : status.slice(1, -1);
	if (withCustomers) return { code, words: translated(text) };
	if (typeof text === 'object') return { code, words: translated(withoutForeign(text)) };
	return { code, words: translated(ownPart(stored)) };
}

/** A text up to the words that somebody else has written, with its HTTP status. */
function ownPart(text: string): string {
	const ends = foreign.flatMap((frame) => {
		const at = text.indexOf(frame);
		return at < 0 ? [] : [at + frame.length];
	});
	if (ends.length === 0) return withoutNumber(text);
	const status = /\(HTTP \d{3}\)/.exec(text)?.[0] ?? '';
	const own = text.slice(0, Math.min(...ends)).replace(/“$/, '');
	return `${withoutNumber(own)}… ${status}`.trimEnd();
}

/** A text without phone numbers, which also end a campaign's references; the shortest have 7 digits. */
const withoutNumber = (text: string) => text.replace(/\d{7,}/g, '…');

/** A phrase without texts that somebody else has written. */
function withoutForeign(text: Phrase): Phrase {
	if (text.values.length === 0) return { key: ownPart(text.key), values: [] };
	return withValues(text, (value) => {
		if (typeof value === 'string') return '…';
		return typeof value === 'object' && 'key' in value ? withoutForeign(value) : value;
	});
}

/** How many rows have each reason, most frequent first. Those that differ only in a number are one. */
export function countedReasons(counted: Record<string, number>, withCustomers: boolean) {
	const read = Object.entries(counted).map(([stored, rows]) => {
		return { ...reasonOf(textStored(stored), withCustomers), rows };
	});
	return [...groupedBy(read, ({ code, words }) => `${code} ${kindOf(words)}`)]
		.map(([, all]) => {
			const { code = '', words = '' } = all[0] ?? {};
			const isOne = all.every((one) => one.words === words);
			const rows = all.reduce((sum, one) => sum + one.rows, 0);
			return { code, words: isOne ? words : kindOf(words), rows };
		})
		.sort((one, other) => other.rows - one.rows);
}

const kindOf = (words: string) =>
	words.replace(/(HTTP \d+)|\d+/g, (_, status?: string) => status ?? '…');

/** The problem that holds a campaign up, in all its words for readers who may see customers. */
export function problemReason(stored: string, withCustomers: boolean): Reason {
	const text = textStored(stored);
	const { code, words } = reasonOf(text, withCustomers);
	if (withCustomers) return { code, words: translated(text) };
	return { code, words: typeof text === 'string' ? words : translated(withoutForeign(text)) };
}
