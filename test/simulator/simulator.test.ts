import { campaigns, check, lists } from './main';

/** Half a minute for shrinking a failure; `npm run simulate -- --seconds N` runs longer. */
const timeout = 60_000;

it.each([
	['a fixed', 6, 20_260_101],
	['a fresh', 4, Math.floor(Math.random() * 2 ** 31)],
])(
	'gives and charges once, loses nothing and reports what happened, with %s seed',
	async (_, seconds, seed) => {
		const { said, failure } = await check(lists, seconds, seed);
		process.stdout.write(`Seed ${seed}: ${said}\n`);
		expect(failure).toBeUndefined();
		expect(said).toMatch(/^[1-9]/);
	},
	timeout,
);

it.each([
	['a fixed', 3, 20_260_101],
	['a fresh', 2, Math.floor(Math.random() * 2 ** 31)],
])(
	'ends each campaign as it was approved, with %s seed',
	async (_, seconds, seed) => {
		const { said, failure } = await check(campaigns, seconds, seed);
		process.stdout.write(`Seed ${seed}: ${said}\n`);
		expect(failure).toBeUndefined();
		expect(said).toMatch(/^[1-9]/);
	},
	timeout,
);
