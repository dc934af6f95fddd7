import { InputError, quoted } from './input';

const latin = /\p{scx=Latn}/u;
const han = /\p{scx=Hani}/u;
const hiragana = /\p{scx=Hira}/u;
const katakana = /\p{scx=Kana}/u;
const bopomofo = /\p{scx=Bopo}/u;
const hangul = /\p{scx=Hang}/u;

/** The scripts that Unicode recommends for names (UAX 31, Recommended Scripts). */
const recommended = [
	latin,
	han,
	hiragana,
	katakana,
	bopomofo,
	hangul,
	/\p{scx=Arab}/u,
	/\p{scx=Armn}/u,
	/\p{scx=Beng}/u,
	/\p{scx=Cyrl}/u,
	/\p{scx=Deva}/u,
	/\p{scx=Ethi}/u,
	/\p{scx=Geor}/u,
	/\p{scx=Grek}/u,
	/\p{scx=Gujr}/u,
	/\p{scx=Guru}/u,
	/\p{scx=Hebr}/u,
	/\p{scx=Khmr}/u,
	/\p{scx=Knda}/u,
	/\p{scx=Laoo}/u,
	/\p{scx=Mlym}/u,
	/\p{scx=Mymr}/u,
	/\p{scx=Orya}/u,
	/\p{scx=Sinh}/u,
	/\p{scx=Taml}/u,
	/\p{scx=Telu}/u,
	/\p{scx=Thaa}/u,
	/\p{scx=Thai}/u,
	/\p{scx=Tibt}/u,
];

/** Those that one word may have together (UTS 39, Highly Restrictive). */
const mixtures = [
	[latin, han, hiragana, katakana],
	[latin, han, bopomofo],
	[latin, han, hangul],
];
const allowed = [...recommended.map((script) => [script]), ...mixtures];

/** Digits and accents are of no script. */
const common = /[\p{scx=Zyyy}\p{scx=Zinh}]/u;

function isMixed(word: string): boolean {
	const letters = [...word].filter((letter) => !common.test(letter));
	return !allowed.some((scripts) =>
		letters.every((letter) => scripts.some((script) => script.test(letter))),
	);
}

/**
 * Refuses a word in letters of several scripts, of which one may look like another: `Summer` with a Cyrillic `е`. Several
 * words may have a script each.
 *
 * @throws InputError that shows the word
 */
export function refuseMixedScripts(text: string): void {
	const mixed = text.split(/[^\p{L}\p{M}\p{N}]+/u).find(isMixed);
	if (mixed === undefined) return;
	throw new InputError(
		'must not have letters of several scripts in a word',
		`Type ${quoted(mixed)} again: some of its letters look like others.`,
	);
}
