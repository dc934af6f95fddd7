import type { Entries } from '../../../platform/signature';

/** A field that a forged call may have, and the values it may have there; '' is an absent field. */
export interface Slot {
	name: string;
	takes: (value: string) => boolean;
}

/** The forged calls that a text can be cut into. */
interface Forged {
	/** All cuts of the text into values that the slots take. */
	count: number;
	calls: Entries[];
}

/** The slots of these fields, with one of an invented name before and behind each. */
export function slotsOf(
	names: string[],
	takes: (name: string, value: string) => boolean,
	takesInvented: (value: string) => boolean,
): Slot[] {
	// No letter sorts before it.
	const invented = (name: string) => ({ name: `${name}!`, takes: takesInvented });
	const own = [...names]
		.sort()
		.flatMap((name) => [{ name, takes: (value: string) => takes(name, value) }, invented(name)]);
	return [invented(''), ...own];
}

/**
 * Finds all cuts of a signed text into the values of fields in the order of their names: the signature is right for each.
 *
 * @param most how many calls to give; all are counted
 */
export function forge(text: string, slots: Slot[], most = 20): Forged {
	/** How many ways there are to fill the slots from `at` on with the text from `start` on. */
	const ways = slots.map(() => [] as number[]).concat([[...Array<number>(text.length).fill(0), 1]]);
	const ends = (at: number, start: number) => {
		const { takes } = slots[at] ?? { takes: () => false };
		const all = Array.from({ length: text.length + 1 - start }, (_, length) => start + length);
		return all.filter((end) => ways[at + 1]?.[end] && takes(text.slice(start, end)));
	};
	for (let at = slots.length - 1; at >= 0; at--) {
		for (let start = 0; start <= text.length; start++) {
			const own = ends(at, start).map((end) => ways[at + 1]?.[end] ?? 0);
			(ways[at] ??= [])[start] = own.reduce((sum, count) => sum + count, 0);
		}
	}
	const calls: Entries[] = [];
	const follow = (at: number, start: number, call: Entries): void => {
		if (calls.length >= most) return;
		const { name } = slots[at] ?? {};
		if (name === undefined) calls.push(call.filter(([, value]) => value !== ''));
		else
			for (const end of ends(at, start))
				follow(at + 1, end, [...call, [name, text.slice(start, end)]]);
	};
	const count = ways[0]?.[0] ?? 0;
	if (count > 0) follow(0, 0, []);
	return { count, calls };
}
