/** Prints a figure between the test's own output. */
export function measured(words: string): void {
	process.stderr.write(`measured: ${words}\n`);
}
