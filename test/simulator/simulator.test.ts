import { check } from './main';

const fixedSeed = 20_260_101;
const seconds = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const fixedTime = seconds('SIMULATE_SECONDS', 30);
const freshTime = seconds('SIMULATE_FRESH_SECONDS', 15);
/** Shrinking a failure takes its time, too. */
const timeout = 120_000 + (fixedTime + freshTime) * 1000;

async function expectNoViolation(time: number, seed: number): Promise<void> {
	const { lists, listsPerCpuMinute, failure } = await check(time, seed);
	process.stdout.write(`Seed ${seed}: ${lists} lists, ${listsPerCpuMinute} a CPU minute\n`);
	expect(failure).toBeUndefined();
	expect(lists).toBeGreaterThan(0);
}

it(
	'gives and charges once, loses nothing and reports what happened, with a fixed seed',
	async () => {
		await expectNoViolation(fixedTime, fixedSeed);
	},
	timeout,
);

it(
	'does so with a fresh seed',
	async () => {
		await expectNoViolation(freshTime, Math.floor(Math.random() * 2 ** 31));
	},
	timeout,
);
