import { InputError, onInputError } from '../platform/input';

/** Work that stops again and again, so that other work gets its turn; at last its result. */
export type Steps<Result> = Generator<undefined, Result>;

/** The result of steps that are taken at once. */
export function finished<Result>(steps: Generator<unknown, Result>): Result {
	for (;;) {
		const { done, value } = steps.next();
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

/** The result of steps, or the error of what they can't read. */
export function* orInputError<Result>(steps: Steps<Result>): Steps<Result | InputError> {
	for (;;) {
		const step = tryNext(steps);
		if (step instanceof InputError) return step;
		if (step.done) return step.value;
		yield;
	}
}

/**
 * Takes the next items, `max` at most, without the stops between them.
 *
 * @returns the items, whether there are no more, and the error of the next one where that can't be read
 */
export function* takeSome<Item extends object>(
	source: Iterator<Item | undefined, unknown>,
	max: number,
): Steps<{ items: Item[]; isLast: boolean; error?: InputError }> {
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
