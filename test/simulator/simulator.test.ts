import { check } from './main';

const fixedSeed = 20_260_101;
/** Half a minute for shrinking a failure; `npm run simulate -- --seconds N` runs longer. */
const timeout = 60_000;

it.each([
	['a fixed', 10, fixedSeed],
	['a fresh', 5, Math.floor(Math.random() * 2 ** 31)],
])(
	'gives and charges once, loses nothing and reports what happened, with %s seed',
	async (_, seconds, seed) => {
		const { lists, failure } = await check(seconds, seed);
		process.stdout.write(`Seed ${seed}: ${lists} lists\n`);
		expect(failure).toBeUndefined();
		expect(lists).toBeGreaterThan(0);
	},
	timeout,
);
