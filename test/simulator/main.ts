import fc from 'fast-check';
import { findMutants } from './mutants';
import { scenarios } from './scenario';
import { simulate } from './simulate';

/** What a check has found. */
export interface Verdict {
	lists: number;
	listsPerCpuMinute: number;
	/** Undefined when all went well. */
	failure?: string;
}

const replay = 'Replay it: npm run simulate --';

/**
 * Simulates for so many seconds, or replays one scenario.
 *
 * @param path of a failure within the seed's scenarios
 */
export async function check(
	seconds: number,
	seed: number,
	path?: string,
	shrinks = true,
): Promise<Verdict> {
	let lists = 0;
	const began = process.cpuUsage();
	let last: Promise<unknown> = Promise.resolve();
	const property = fc.asyncProperty(scenarios, async (scenario) => {
		const playing = simulate(scenario);
		last = playing.catch(() => undefined);
		lists += await playing;
	});
	const outcome = await fc.check(property, {
		seed,
		...(path === undefined ? { numRuns: 2 ** 31 - 1 } : { path }),
		interruptAfterTimeLimit: path === undefined ? seconds * 1000 : undefined,
		endOnFailure: !shrinks || path !== undefined,
	});
	// At the time limit fast-check leaves a simulation running, and `Date.now` is that one's until it ends.
	await last;
	const { user, system } = process.cpuUsage(began);
	const listsPerCpuMinute = Math.round((lists / (user + system)) * 60e6);
	if (!outcome.failed || outcome.counterexamplePath === null) return { lists, listsPerCpuMinute };
	const [scenario] = outcome.counterexample ?? [];
	const error = outcome.errorInstance as Error;
	const failure = [
		error.name === 'Error' ? error.message : String(error.stack),
		JSON.stringify(scenario),
		`${replay} --seed ${outcome.seed} --path ${outcome.counterexamplePath}`,
	].join('\n');
	return { lists, listsPerCpuMinute, failure };
}

/** The value of `--name value`; '' without a value. */
function argument(name: string): string | undefined {
	const index = process.argv.indexOf(`--${name}`);
	const value = process.argv[index + 1] ?? '';
	if (index < 0) return undefined;
	return value.startsWith('--') ? '' : value;
}

async function main(): Promise<void> {
	if (argument('mutants') !== undefined) {
		await findMutants(Number(argument('seconds') ?? 60), argument('mutants'));
		return;
	}
	const seed = Number(argument('seed') ?? Math.floor(Math.random() * 2 ** 31));
	const seconds = Number(argument('seconds') ?? Number(argument('minutes') ?? 1) * 60);
	console.log(`Seed ${seed}`);
	const { lists, listsPerCpuMinute, failure } = await check(
		seconds,
		seed,
		argument('path'),
		argument('quick') === undefined,
	);
	console.log(`${lists} lists, ${listsPerCpuMinute} a CPU minute`);
	if (failure === undefined) return;
	console.error(failure);
	process.exitCode = 1;
}

if (require.main === module) void main();
