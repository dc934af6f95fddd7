import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentedNodes, keyOf, operationsOf } from '../../scripts/docs/operations';
import { samples, samplesFile, schemaFiles } from '../../scripts/docs/samples';
import { makeSamples, noon } from './samples';

/** A day on which it is always noon: timers go on, because servers need them. */
class Noon extends Date {
	constructor(time: number | string | Date = noon) {
		super(time);
	}

	static override now(): number {
		return noon;
	}
}

let made: Awaited<ReturnType<typeof makeSamples>>;
beforeAll(async () => {
	const { Date: today } = globalThis;
	globalThis.Date = Noon as DateConstructor;
	made = await makeSamples().finally(() => (globalThis.Date = today));
	if (process.env.WRITE_ITEMS) writeFileSync(samplesFile, JSON.stringify(made));
});

const operations = documentedNodes.flatMap((node) =>
	operationsOf(node).map(([resource, operation]) => keyOf(node, resource, operation)),
);

test('every operation has a sample', () => {
	expect(Object.keys(made)).toEqual(expect.arrayContaining(operations));
});

test('the samples are what the operations return; if not: npm run docs', () => {
	expect(made).toEqual(samples());
});

// What is stored has all columns of its table.
const shown = operations.filter((key) => !/campaign\.(plan|answerRows)$/.test(key));

test.each(shown)('%s gives at most ten fields of the vocabulary', (key) => {
	for (const item of made[key] ?? []) {
		const names = Object.keys(item).filter((name) => name !== 'skipped');
		expect(names.length).toBeLessThanOrEqual(10);
		expect(names.join()).not.toMatch(/transactionid|clientId|userid|apiKey|mno/);
		expect(Object.values(item)).not.toContain(null);
		for (const name of ['transactionId', 'subscriptionId', 'clientReference']) {
			expect(typeof (item[name] ?? '')).toBe('string');
		}
	}
});

test.each([...schemaFiles()])(
	'%s is the schema of the items; if not: npm run docs',
	(path, text) => {
		expect(readFileSync(join(__dirname, '../..', path), 'utf8')).toBe(text);
	},
);
