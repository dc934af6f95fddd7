import { inspect } from 'node:util';

const shown = (value: unknown) =>
	inspect(value, { breakLength: Infinity, depth: 3, maxStringLength: 60 });

/** Tests a function by examples: each row has its arguments, and the whole value it gives. */
export function gives<Args extends unknown[]>(
	name: string,
	make: (...args: Args) => unknown,
	rows: [...args: Args, value: unknown][],
): void {
	for (const row of rows) {
		const args = row.slice(0, -1) as unknown as Args;
		const value = row.at(-1);
		test(`${name} of ${args.map(shown).join(', ')} is ${shown(value)}`, () => {
			expect(make(...args)).toEqual(value);
		});
	}
}

/** Tests the refusals of a function: each row has the whole message, and values that are refused with it and a next step. */
export function refuses(
	name: string,
	read: (value: unknown) => unknown,
	rows: [message: string, ...values: unknown[]][],
): void {
	for (const [message, ...values] of rows) {
		test(`${name} refuses ${values.map(shown).join(', ')}: ${message}`, () => {
			const nextStep = expect.stringMatching(/^[A-Z].{10,150}\.$/s) as string;
			const error = expect.objectContaining({ name: 'InputError', message, nextStep }) as Error;
			for (const value of values) expect(() => read(value)).toThrow(error);
		});
	}
}

/** Rows for a function with one argument: all these values give the same result. */
export function alike<Arg>(value: unknown, ...args: Arg[]): [arg: Arg, value: unknown][] {
	return args.map((arg) => [arg, value]);
}
