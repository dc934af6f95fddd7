/** Decides which requests the faults strike. `FAULT_SEED` sets it, so that a run can be replayed. */
export const seed = numberFrom('FAULT_SEED', 20260101);

/** A whole number from the environment. */
export function numberFrom(variable: string, standard: number): number {
	const value = Number(process.env[variable] ?? standard);
	if (!Number.isInteger(value) || value < 1) throw new Error(`${variable} is no whole number`);
	return value;
}

/** Prints something between the test's own output. */
export function say(words: string): void {
	process.stderr.write(`${words}\n`);
}
