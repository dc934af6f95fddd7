import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { campaignScenarios } from './campaign/scenario';
import { simulateCampaign } from './campaign/simulate';
import { findMutants } from './mutants';
import { scenarios } from './scenario';
import { simulate } from './simulate';

/** What is simulated: the lists of the engine, or whole campaigns. */
interface Subject<Scenario> {
	scenarios: fc.Arbitrary<Scenario>;
	/** @returns how many lists or campaigns were run */
	simulate(scenario: Scenario): Promise<number>;
	name: 'lists' | 'campaigns';
}

export const lists: Subject<unknown> = { name: 'lists', scenarios, simulate };
export const campaigns: Subject<unknown> = {
	name: 'campaigns',
	scenarios: campaignScenarios,
	simulate: simulateCampaign,
};

/**
 * Simulates for so many seconds, or replays one scenario.
 *
 * @param path of a failure within the seed's scenarios
 * @returns how many lists or campaigns were run, and what went wrong
 */
export async function check<Scenario>(
	subject: Subject<Scenario>,
	seconds: number,
	seed: number,
	path?: string,
	shrinks = true,
) {
	let count = 0;
	const began = process.cpuUsage();
	let last: Promise<unknown> = Promise.resolve();
	const property = fc.asyncProperty(subject.scenarios, async (scenario) => {
		const playing = subject.simulate(scenario);
		last = playing.catch(() => undefined);
		count += await playing;
	});
	const outcome = await fc.check(property, {
		seed,
		...(path ? { path } : { numRuns: 2 ** 31 - 1, interruptAfterTimeLimit: seconds * 1000 }),
		endOnFailure: !shrinks || path !== undefined,
	});
	// At the time limit fast-check leaves a simulation running, and `Date.now` is that one's until it ends.
	await last;
	const { user, system } = process.cpuUsage(began);
	const pace = Math.round((count / (user + system)) * 60e6);
	const said = `${count} ${subject.name}, ${pace} a CPU minute`;
	if (!outcome.failed || outcome.counterexamplePath === null) return { said };
	const error = outcome.errorInstance as Error;
	const flag = subject.name === 'campaigns' ? '--campaigns ' : '';
	const failure = [
		error.name === 'Error' ? error.message : String(error.stack),
		JSON.stringify(outcome.counterexample?.[0]),
		`Replay it: npm run simulate -- ${flag}--seed ${outcome.seed} --path ${outcome.counterexamplePath}`,
	].join('\n');
	return { said, failure };
}

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean' } as const;
	const options = {
		seed: text,
		seconds: text,
		minutes: text,
		path: text,
		campaigns: flag,
		quick: flag,
		mutants: flag,
	};
	const { values, positionals } = parseArgs({ options, allowPositionals: true });
	const seconds = Number(values.seconds ?? Number(values.minutes ?? 1) * 60);
	const subject = values.campaigns ? campaigns : lists;
	if (values.mutants) {
		findMutants(subject.name, seconds, positionals[0]);
		return;
	}
	const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
	console.log(`Seed ${seed}`);
	const { said, failure } = await check(subject, seconds, seed, values.path, !values.quick);
	console.log(said);
	if (failure === undefined) return;
	console.error(failure);
	process.exitCode = 1;
}

if (require.main === module) void main();
