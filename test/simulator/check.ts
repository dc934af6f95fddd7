import fc from 'fast-check';
import { campaignScenarios } from './campaign/focus';
import { simulateCampaign } from './campaign/simulate';
import { figuresOfFiles, simulateFile } from './files/check';
import { fileScenarios } from './files/scenario';
import type { Say } from './network';
import { scenarios } from './scenario';
import { simulate } from './simulate';

/** A simulation: lists of the engine, whole campaigns, or files. */
interface Subject<Scenario> {
	scenarios: fc.Arbitrary<Scenario>;
	/** @returns how many lists, campaigns or files were run */
	simulate(scenario: Scenario, say?: Say): Promise<number>;
	name: 'lists' | 'campaigns' | 'files';
	/** Figures that the simulation measures in addition. */
	figures?(): string;
}

export const lists: Subject<unknown> = { name: 'lists', scenarios, simulate };
export const campaigns: Subject<unknown> = {
	name: 'campaigns',
	scenarios: campaignScenarios,
	simulate: simulateCampaign,
};
export const files: Subject<unknown> = {
	name: 'files',
	scenarios: fileScenarios,
	simulate: simulateFile,
	figures: figuresOfFiles,
};

/** The settings for playing a seed. */
interface Play {
	seed: number;
	/** The path of a failure in the seed's scenarios, to play only this one. */
	path?: string;
	/** Receives the requests and answers. */
	say?: Say;
	/** Doesn't shrink a failure, and counts seconds of processor time: a busy machine finds as much. */
	isQuick?: boolean;
}

/** The number of scenarios played, and the failure, if any. */
interface Checked {
	count: number;
	cpuMs: number;
	said: string;
	failure?: string;
}

/** The processor time is used up. */
class Over extends Error {}

/** The processor time since a moment, in milliseconds. */
function cpuMsSince(began: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(began);
	return (user + system) / 1000;
}

/** Simulates for some seconds, or replays one scenario. */
export async function check<Scenario>(
	subject: Subject<Scenario>,
	seconds: number,
	{ seed, path, say, isQuick }: Play,
): Promise<Checked> {
	let count = 0;
	const began = process.cpuUsage();
	let last: Promise<unknown> = Promise.resolve();
	const property = fc.asyncProperty(subject.scenarios, async (scenario) => {
		if (isQuick && cpuMsSince(began) > seconds * 1000) throw new Over();
		const playing = subject.simulate(scenario, say);
		last = playing.catch(() => undefined);
		count += await playing;
	});
	const outcome = await fc.check(property, {
		seed,
		...(path ? { path } : { numRuns: 2 ** 31 - 1 }),
		...(!path && !isQuick && { interruptAfterTimeLimit: seconds * 1000 }),
		endOnFailure: isQuick === true || path !== undefined,
	});
	// At the time limit fast-check leaves a simulation running, and `Date.now` is that one's until it ends.
	await last;
	const cpuMs = cpuMsSince(began);
	const checked = { count, cpuMs, said: `Seed ${seed}: ${sumOf(subject.name, count, cpuMs)}` };
	if (!outcome.failed || outcome.counterexamplePath === null) return checked;
	const error = outcome.errorInstance as Error;
	if (error instanceof Over) return checked;
	const flag = subject.name === 'lists' ? '' : `--${subject.name} `;
	const failure = [
		error.name === 'Error' ? error.message : String(error.stack),
		JSON.stringify(outcome.counterexample?.[0]),
		`Replay it: npm run simulate -- ${flag}--trace --seed ${outcome.seed} --path ${outcome.counterexamplePath}`,
	].join('\n');
	return { ...checked, failure };
}

/** The time for each fresh seed, in seconds. */
const eachSeed = 60;

/** Simulates with one fresh seed after the other, until it's over or something goes wrong. */
export async function checkUntil(
	subjects: Subject<unknown>[],
	isOver: () => boolean,
	say?: Say,
): Promise<Pick<Checked, 'said' | 'failure'>> {
	const seeds: number[] = [];
	const sums = subjects.map(({ name }) => ({ name, count: 0, cpuMs: 0 }));
	let failure: string | undefined;
	while (failure === undefined && (seeds.length < subjects.length || !isOver())) {
		const turn = seeds.length % subjects.length;
		const [subject, sum] = [subjects[turn], sums[turn]];
		if (!subject || !sum) break;
		const seed = Math.floor(Math.random() * 2 ** 31);
		seeds.push(seed);
		const checked = await check(subject, eachSeed, { seed });
		sum.count += checked.count;
		sum.cpuMs += checked.cpuMs;
		failure = checked.failure;
		say?.(checked.said);
	}
	const figures = subjects.flatMap((subject) => subject.figures?.() ?? []);
	const sumsSaid = [
		...sums.map(({ name, count, cpuMs }) => sumOf(name, count, cpuMs)),
		...figures,
	].join(', ');
	return { said: `${seeds.length} fresh seeds (${seeds.join(' ')}): ${sumsSaid}`, failure };
}

function sumOf(name: string, count: number, cpuMs: number): string {
	return `${count} ${name} in ${Math.round(cpuMs / 1000)} s of processor time`;
}
