import { duration } from '../host/progress';

/** How often a log hears how far a step is. */
const LOG_EVERY_MS = 10_000;

/** Shows a step and how far it is: a terminal in one live line with the time it takes, a log now and then. */
export async function step<Result>(
	title: string,
	work: (say: (line: string) => void) => Promise<Result>,
): Promise<Result> {
	const { default: ora } = await import('ora');
	const began = Date.now();
	const time = () => duration((Date.now() - began) / 1000);
	const stream = process.stdout;
	// What is no terminal has no columns, and some terminals don't tell: ora would divide by 0.
	const isEnabled = Boolean(stream.columns);
	// Input stays as it is, so that Ctrl-C comes as a signal.
	const options = { stream, isEnabled, discardStdin: false, suffixText: time };
	const line = ora({ text: title, ...options }).start();
	let logged = 0;
	try {
		const result = await work((words) => {
			line.text = `${title}: ${words}`;
			if (line.isSpinning || Date.now() - logged < LOG_EVERY_MS) return;
			logged = Date.now();
			stream.write(`  ${words}\n`);
		});
		line.succeed(title);
		return result;
	} catch (error) {
		line.fail(title);
		throw error;
	}
}
