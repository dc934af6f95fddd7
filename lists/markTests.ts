import { isNothing } from '../platform/answer';
import { nameKey, type Field } from './columns';
import words from './markWords.json';
import { keysIn, recognize, wordsOf } from './recognize';

/** Whether a cell says that its customer gets nothing. */
export type Test = (cell: unknown) => boolean;

/** Letters of a word whose last vowels are its gender or number: `bloqueado`, `bloqueadas`. */
const minStem = 5;

function stemOf(key: string): string {
	return key.length < minStem ? key : key.replace(/[aoe]{1,2}s?$/, '');
}

const stemsIn = (names: Record<string, string>) => new Set([...keysIn(names)].map(stemOf));
const [statuses, kinds, notes, samples, waiting, agreed] = [
	keysIn(words.statusNames),
	keysIn(words.kindNames),
	keysIn(words.noteNames),
	keysIn(words.sampleWords),
	keysIn(words.waiting),
	keysIn(words.agreed),
];
const [yes, no] = [keysIn(words.yes), keysIn(words.no)];
const [consents, ended] = [stemsIn(words.consentNames), stemsIn(words.ended)];
const optOuts = new Set([...stemsIn(words.optOutNames), ...stemsIn(words.stopNames), ...ended]);
/** Words that say something else among others: `asked to stop by the shop`. */
const alsoOthers = stemsIn(words.alsoOthers);

/** Names of other things: an opt-out from e-mail is none from gifts. */
export const others =
	/mail|fax|newsletter|link|url|ticket|marital|civil|\blast\b(?! (?:answer|message|reply|response))/i;
/** Names of a status that may also be of a part of a country, such as California, or of a kind of work, such as part-time. */
const otherStates = /\b(?:state|estado|stato|employment)\b/i;

const date = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})/;
const [ticked, unticked] = [/^(?:on|[✓✔✅☑👍tyjx1])$/iu, /^[✗✘✖❌❎☐👎🚫fn0-]$/iu];
/** The text of a cell, without the sign that shows a tick in color. */
const textIn = (cell: unknown) => String(cell).replace('\uFE0F', '').trim();
/** The key of an answer: of `No, thanks` that of `No`. */
const answerIn = (cell: unknown) =>
	nameKey(/^\p{L}+(?=[,.!;] )/u.exec(textIn(cell))?.[0] ?? textIn(cell));

/** Words of a name or phrase, and characters of a cell, at most. */
const [maxWords, maxText] = [4, 200];

/** The stems of the words of a text, and of each few in a row. */
function runsIn(text: string): string[] {
	const all = wordsOf(text.slice(0, maxText));
	return all.flatMap((_, at) =>
		all
			.slice(at, at + maxWords)
			.map((_word, more) => stemOf(all.slice(at, at + more + 1).join(''))),
	);
}

const isEnded: Test = (cell) => ended.has(stemOf(nameKey(String(cell))));
const endsAmong = (runs: string[]) => runs.some((run) => ended.has(run) && !alsoOthers.has(run));

/** Whether a text says it, and doesn't go on as `alte Karte gesperrt, neue aktiv` does. */
const saysEnded: Test = (cell) => {
	if (isEnded(cell)) return true;
	if (!endsAmong(runsIn(String(cell)))) return false;
	const last = runsIn(String(cell).split(/[,;]/).at(-1) ?? '');
	return endsAmong(last) || !last.some((run) => consents.has(run));
};

/** Whether a heading, or words behind a name, say that those meant get nothing. */
export const excludes: Test = (cell) =>
	runsIn(textIn(cell)).some((run) => optOuts.has(run) && !alsoOthers.has(run));

/** Whether a cell is a yes, a tick or a date; and whether it's a no. */
export const isYes: Test = (cell) =>
	yes.has(answerIn(cell)) || ticked.test(textIn(cell)) || isDate(cell);
export const isDate: Test = (cell) => date.test(textIn(cell));
export const isNo: Test = (cell) => no.has(answerIn(cell)) || unticked.test(textIn(cell));

const isTicked: Test = (cell) => isYes(cell) || isEnded(cell);
const isRefused: Test = (cell) =>
	isNo(cell) || no.has(wordsOf(textIn(cell))[0] ?? '') || saysEnded(cell);
/** Whether a cell is a yes or words such as *in progress*, or begins with a word such as *active*, behind the `wc-` of WooCommerce. */
const isAgreed: Test = (cell) => {
	const all = wordsOf(textIn(cell).replace(/^wc-/, ''));
	const [first = ''] = all;
	const isKnown = [first, all.join('')].some((key) => agreed.has(key));
	return isYes(cell) || yes.has(first) || consents.has(stemOf(first)) || isKnown;
};

/** The most kinds of a status: more are notes. */
const maxKinds = 12;

/** Whether cells sort rows into kinds, as `Winner` and `Loser` do. */
function areKinds(cells: unknown[]): boolean {
	const { size } = new Set(cells.map((cell) => nameKey(textIn(cell))));
	return size > 1 && size <= maxKinds;
}

/** In any column, such as `Info`. */
const isEndedAlone: Test = (cell) => {
	const key = nameKey(String(cell));
	return waiting.has(key) || (isEnded(cell) && !alsoOthers.has(stemOf(key)));
};

/** The kind of a number, such as `Fax` under `Phone type`. Many have their mobile phone as their only one at home. */
const isOtherKind: Test = (cell) =>
	isEndedAlone(cell) || (recognize(textIn(cell)).isOther === true && !/^home$/i.test(textIn(cell)));

const isMobileKind: Test = (cell) => {
	const { field, isPlain, rank } = recognize(textIn(cell));
	return field === 'phone' && isPlain === true && rank === 0;
};

/** Whether the name of a column says who gets nothing, or who agrees to get it. */
export function knownAs(name: string): 'optOut' | 'consent' | undefined {
	const runs = runsIn(name);
	if (runs.some((run) => optOuts.has(run))) return 'optOut';
	return runs.some((run) => consents.has(run)) ? 'consent' : undefined;
}

/**
 * How a column with this name marks rows, such as `Opt-out` by `yes`; undefined for a column that never does.
 *
 * @param field the field that the name is for, though another column has it
 * @param cells some of it: below *Status*, whatever isn't *active* marks a row where most are, or where the cells are of a few kinds
 */
export function markTestOf(name: string, field?: Field, cells: unknown[] = []): Test | undefined {
	if (others.test(name)) return undefined;
	const known = knownAs(name);
	if (known === 'optOut') return isTicked;
	const all = wordsOf(name);
	const isNote = all.length === 0 || all.some((word) => notes.has(word));
	const isStatus = all.some((word) => statuses.has(word));
	const isMostlyAgreed = cells.filter(isAgreed).length * 2 > cells.length;
	const isOwn = (isStatus && !otherStates.test(name)) || consents.has(stemOf(nameKey(name)));
	const isSure = isMostlyAgreed || (isOwn && areKinds(cells));
	if ((known || isStatus) && !isNote && isSure) return (cell) => !isAgreed(cell) || saysEnded(cell);
	if (known) return isRefused;
	if (isNote || isStatus) return saysEnded;
	const isKind = all.some((word) => kinds.has(word)) && cells.some(isMobileKind);
	if (field === 'phone' || isKind) return isOtherKind;
	return field === undefined ? isEndedAlone : undefined;
}

const sameDigits = /(\d)(?:\D?\1){6}$/;
/** Its row is refused, or somebody wrote a plus sign because it's right. */
const rounded = /(?:^|:)\+?[1-9]\d{5,}0{6}$/;

/** Whether a number ends like those that fill a cell that must not be empty: 0170 0000000. */
export const isDummy: Test = (cell) => sameDigits.test(textIn(cell)) && !rounded.test(textIn(cell));

/** Whether a customer's name says that it's none: `† Bo`, `Bo (deceased)`, `Bo - do not call`, `Example: Bo`. */
export const isNoCustomer: Test = (cell) => {
	if (isNothing(cell)) return false;
	const text = textIn(cell);
	const [, within] = /(?:[([]| [-–—] )([^()[\]]*)/.exec(text) ?? [];
	const [first = ''] = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/u.exec(text) ?? [];
	if (/†|^ZZ\b|: /.test(text) || (within && excludes(within))) return true;
	return samples.has(wordsOf(first)[0] ?? '') || samples.has(nameKey(text));
};
