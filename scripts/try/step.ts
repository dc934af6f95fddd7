import { duration } from '../host/progress';

/** The interval at which a step's progress is written to a log. */
const LOG_EVERY_MS = 10_000;

/** Shows a step's progress: in a terminal as one live line with its time, in a log now and then. */
export async function step<Result>(
	title: string,
	work: (say: (line: string) => void) => Promise<Result>,
): Promise<Result> {
	const { default: ora } = await import('ora');
	const began = Date.now();
	const time = () => duration((Date.now() - began) / 1000);
	const stream = process.stdout;
	// A file, and some terminals, have no columns: ora would divide by 0.
	const isEnabled = Boolean(stream.columns);
	// ora mustn't read the input, so that Ctrl-C comes as a signal.
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
