import { withoutTurns } from '../platform/input';

/** In characters: our own longest sentence has 300. */
const longest = 500;

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

/** What somebody else has written, on one line of a message to a chat or a mail, where nobody takes it for more. */
export function inMessage(text: string): string {
	const line = withoutTurns(text)
		.replace(/[\p{Cc}\p{Z}]+/gu, ' ')
		.trim();
	const shown = line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
	return shown.replace(/[&<>[\]`*~@]/g, (sign) => harmless[sign] ?? '');
}
