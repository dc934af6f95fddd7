import { InputError, onInputError } from '../platform/input';

/** Long work in turns: it stops at each `yield`, so that other work of n8n gets its turn, and gives its result at the end. */
export type Turns<Result> = Generator<undefined, Result>;

/** The result of long work, done at once. */
export function finished<Result>(turns: Generator<unknown, Result>): Result {
	for (;;) {
		const { done, value } = turns.next();
		if (done) return value;
	}
}

/** The next item of a generator, or the error that ends it. */
function tryNext<Item, Result>(source: Iterator<Item, Result>) {
	return onInputError<IteratorResult<Item, Result> | InputError>(
		() => source.next(),
		(error) => error,
	);
}

/** The result of long work, or the error of input that it can't read. */
export function* orInputError<Result>(turns: Turns<Result>): Turns<Result | InputError> {
	for (;;) {
		const turn = tryNext(turns);
		if (turn instanceof InputError) return turn;
		if (turn.done) return turn.value;
		yield;
	}
}

/**
 * Takes the next items, `max` at most, without the stops.
 *
 * @returns the items, whether there are no more, and the error of the next one where that can't be read
 */
export function* takeSome<Item extends object>(
	source: Iterator<Item | undefined, unknown>,
	max: number,
): Turns<{ items: Item[]; isLast: boolean; error?: InputError }> {
	const items: Item[] = [];
	while (items.length < max) {
		const next = tryNext(source);
		if (next instanceof InputError) return { items, isLast: true, error: next };
		if (next.done) return { items, isLast: true };
		if (next.value) items.push(next.value);
		yield;
	}
	return { items, isLast: false };
}
