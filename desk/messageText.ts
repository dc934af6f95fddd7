import { withoutTurns } from '../pages/html';
import type { SectionPart } from './sections';

/** In characters: our own longest sentence has 300. */
const maxTextLength = 500;

/**
 * Replacements of signs that begin the markup of chats. Slack's mrkdwn, Markdown in Teams and HTML in mails read the
 * entities of `& < >` as these signs (Slack, Formatting message text: Escaping text). No sign hides those of Markdown links
 * and code in all of them, nor the `@` of a mention, so others stand in their place.
 */
const harmless: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'[': '(',
	']': ')',
	'`': "'",
	'*': '∗',
	'~': '∼',
	'@': '＠',
};

/** Parts of a report on one line of a message; tables, forms and progress are left to the page. */
export function messageText(parts: SectionPart[]): string {
	return parts.flatMap(linesOf).join(' ');
}

function linesOf(part: SectionPart): string[] {
	switch (part.kind) {
		case 'text':
			return [inMessage(part.words)].filter((line) => line !== '');
		case 'note':
			return part.reasons.map(({ words }) => inMessage(words));
		case 'facts':
			return part.facts.map(
				({ label, value }) => `${inMessage(label)}: ${inMessage(String(value))}.`,
			);
		case 'links':
			return part.links.map(({ address }) => address);
		default:
			return [];
	}
}

/** A text that somebody else has written, so that nobody takes it for more. */
function inMessage(text: string): string {
	const line = withoutTurns(text)
		.replace(/[\p{Cc}\p{Z}]+/gu, ' ')
		.trim();
	const shown = line.length > maxTextLength ? `${line.slice(0, maxTextLength - 1)}…` : line;
	return shown.replace(/[&<>[\]`*~@]/g, (sign) => harmless[sign] ?? '');
}
