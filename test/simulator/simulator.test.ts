import { check } from './main';
import type { ExecutionPlan, List } from './scenario';
import { simulate } from './simulate';

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

it('lets a request leave at once when the run ends that limited it', async () => {
	const list: List = {
		kind: 'references',
		items: [0, 1, 2, 3].map((who) => ({ who, kind: 'good' })),
		isPoor: false,
		checkBalance: false,
	};
	const unlimited: ExecutionPlan = {
		...{ list: 0, process: 0, start: 'atOnce', delay: 0, nodeTries: 1, continueOnFail: true },
		...{ concurrency: 1, requestsPerSecond: undefined, stopAfterFailures: 0, tries: 1 },
		...{ retryFor: 5_000, cancelAt: undefined, sendUntil: undefined, dieAt: undefined },
	};
	const limited: ExecutionPlan = { ...unlimited, requestsPerSecond: 0.5, cancelAt: 20 };
	const lists = await simulate({
		...{ seed: 0, lists: [list, list], executions: [limited, unlimited], faults: [] },
		...{ timeout: 1_000, lag: 0, spare: 2_500 },
		...{ accessTokenLifetime: 300, refreshTokenLifetime: 1_800 },
	});
	expect(lists).toBe(2);
});
