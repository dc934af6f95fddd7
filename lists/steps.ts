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

/** The result of steps, or the error of what they can't read. */
export function* orInputError<Result>(steps: Steps<Result>): Steps<Result | InputError> {
	for (;;) {
		const step = onInputError<IteratorResult<undefined, Result> | InputError>(
			() => steps.next(),
			(error) => error,
		);
		if (step instanceof InputError) return step;
		if (step.done) return step.value;
		yield;
	}
}

/** The next of some items. */
interface Taken<Item> {
	items: Item[];
	/** Whether there are no more. */
	isLast: boolean;
	/** Why there are no more, where one can't be read. */
	error?: InputError;
}

/** Takes so many of the next items, without the stops between them. */
export function* takeSome<Item extends object>(
	source: Iterator<Item | undefined>,
	most: number,
): Steps<Taken<Item>> {
	const items: Item[] = [];
	while (items.length < most) {
		const next = onInputError<IteratorResult<Item | undefined> | InputError>(
			() => source.next(),
			(error) => error,
		);
		if (next instanceof InputError) return { items, isLast: true, error: next };
		if (next.done) return { items, isLast: true };
		if (next.value) items.push(next.value);
		yield;
	}
	return { items, isLast: false };
}
