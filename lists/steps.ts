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

/** Items without the stops between them. */
export function* withoutStops<Item extends object>(items: Iterable<Item | undefined>) {
	for (const item of items) if (item) yield item;
}
