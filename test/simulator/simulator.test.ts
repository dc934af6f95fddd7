import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { campaigns, check, files, lists } from './check';
import { simulateFile } from './files/check';
import type { FileScenario } from './files/scenario';
import type { Scenario } from './scenario';
import { simulate } from './simulate';

/** Half a minute for shrinking a failure; `npm run simulate` runs longer. */
const timeout = 60_000;
const seed = 20_260_101;

it.each([
	['gives and charges once, loses nothing and reports what happened', lists, 6],
	['ends each campaign as it was approved', campaigns, 3],
	['reads files with lists rightly', files, 3],
])(
	'%s, with a fixed seed',
	async (_, subject, seconds) => {
		const { count, failure } = await check(subject, seconds, { seed });
		expect(failure).toBeUndefined();
		expect(count).toBeGreaterThan(0);
	},
	timeout,
);

/** Failures that fresh seeds found, each with its scenario. */
const scenesIn = (file: string) =>
	readFileSync(join(__dirname, file), 'utf8')
		.trimEnd()
		.split(/\n(?=\S)/)
		.map((scene) => scene.split('\n\t') as [string, string]);

it.each(scenesIn('scenes.txt'))('the failure “%s” does not come back', async (_, scenario) => {
	expect(await simulate(JSON.parse(scenario) as Scenario)).toBeGreaterThan(0);
});

it.each(scenesIn('files/scenes.txt'))(
	'the failure “%s” does not come back',
	async (_, scenario) => {
		expect(await simulateFile(JSON.parse(scenario) as FileScenario)).toBe(1);
	},
);
