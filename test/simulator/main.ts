import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { findMutants } from './mutants';
import { scenarios } from './scenario';
import { simulate } from './simulate';

/**
 * Simulates for so many seconds, or replays one scenario.
 *
 * @param path of a failure within the seed's scenarios
 * @returns how many lists were run, and what went wrong
 */
export async function check(seconds: number, seed: number, path?: string, shrinks = true) {
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
		...(path ? { path } : { numRuns: 2 ** 31 - 1, interruptAfterTimeLimit: seconds * 1000 }),
		endOnFailure: !shrinks || path !== undefined,
	});
	// At the time limit fast-check leaves a simulation running, and `Date.now` is that one's until it ends.
	await last;
	const { user, system } = process.cpuUsage(began);
	const said = `${lists} lists, ${Math.round((lists / (user + system)) * 60e6)} a CPU minute`;
	if (!outcome.failed || outcome.counterexamplePath === null) return { said };
	const error = outcome.errorInstance as Error;
	const failure = [
		error.name === 'Error' ? error.message : String(error.stack),
		JSON.stringify(outcome.counterexample?.[0]),
		`Replay it: npm run simulate -- --seed ${outcome.seed} --path ${outcome.counterexamplePath}`,
	].join('\n');
	return { said, failure };
}

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean' } as const;
	const numbers = { seed: text, seconds: text, minutes: text };
	const options = { ...numbers, path: text, quick: flag, mutants: flag };
	const { values, positionals } = parseArgs({ options, allowPositionals: true });
	const seconds = Number(values.seconds ?? Number(values.minutes ?? 1) * 60);
	if (values.mutants) {
		findMutants(seconds, positionals[0]);
		return;
	}
	const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
	console.log(`Seed ${seed}`);
	const { said, failure } = await check(seconds, seed, values.path, !values.quick);
	console.log(said);
	if (failure === undefined) return;
	console.error(failure);
	process.exitCode = 1;
}

if (require.main === module) void main();
