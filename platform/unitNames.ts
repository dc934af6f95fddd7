export type Unit = 'MB' | 'GB';

/** Units by language, without accents. 1,024 is written like 1,000 (Gi, GiB), so it's declared. 4G and 5G are networks. */
const names: Record<Unit, string[]> = {
	MB: [
		// Everywhere
		'mb mib mbyte mbytes mega megas meg megs',
		// en, es, pt, it, de, nl, tr, sw
		'megabyte megabytes megabaiti megabayt',
		// fr, ro
		'mo mio megaoctet megaoctets megaocteti',
		// pl, sr, hr, bs, cs, hu
		'megabajt megabajty megabajtow megabajta megabajti megabajtu',
		'мб мегабајт мегабајта мегабайт',
		// ar
		'ميغا ميجا ميغابايت ميجابايت',
	],
	GB: [
		'gb gi gib gbyte gbytes giga gigas gig gigs',
		'gigabyte gigabytes gigabaiti gigabayt',
		'go gio gigaoctet gigaoctets gigaocteti',
		'gigabajt gigabajty gigabajtow gigabajta gigabajti gigabajtu',
		'гб гигабајт гигабајта гигабайт',
		'غيغا جيجا غيغابايت جيجابايت',
	],
};

const units = new Map(
	(['MB', 'GB'] as const).flatMap((unit) =>
		names[unit].flatMap((words) => words.split(' ').map((word) => [bare(word), unit] as const)),
	),
);

/** The unit that a word is, in any of the languages; undefined for any other word. */
export function unitNamed(word: string): Unit | undefined {
	return units.get(bare(word));
}

function bare(word: string): string {
	return word.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
}
