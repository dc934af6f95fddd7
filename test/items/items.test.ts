import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentedNodes, keyOf, operationsOf } from '../../scripts/docs/operations';
import { noon, samples, schemaFiles } from '../../scripts/docs/samples';
import { makeSamples } from './samples';
import { atDate } from './stillDate';

let made: Awaited<ReturnType<typeof makeSamples>>;
beforeAll(async () => {
	made = await atDate(noon, async () => await makeSamples(noon));
});

const operations = documentedNodes.flatMap((node) =>
	operationsOf(node).map(([resource, operation]) => keyOf(node, resource, operation)),
);

test('every operation has a sample', () => {
	expect(operations.filter((key) => !made[key]?.length)).toEqual([]);
});

test('the samples are what the operations return; if not: npm run docs', () => {
	expect(made).toEqual(samples());
});

// Items of campaigns are for tables and other nodes.
const forPeople = operations.filter((key) => !key.startsWith('mobileDataCampaign'));
const events = Object.keys({ ...samples() }).filter((key) => key.includes('Trigger'));

test.each([...forPeople, ...events])('an item names its outcome first, and IDs last: %s', (key) => {
	const ids = /^(transactionId|subscriptionId|clientReference|userId|serviceKey|unproven|raw)$/;
	for (const item of made[key] ?? []) {
		const names = Object.keys(item).filter((name) => name !== 'parameters');
		expect(names.indexOf('outcome')).toBeLessThan(1);
		const firstId = names.findIndex((name) => ids.test(name));
		const behind = firstId < 0 ? [] : names.slice(firstId);
		expect(behind.filter((name) => !name.endsWith('Id') && !ids.test(name))).toEqual([]);
	}
});

// Rows to store have all columns of their table.
const shown = operations.filter((key) => !key.endsWith('campaign.plan'));

test.each(shown)('an item has at most ten fields of the vocabulary: %s', (key) => {
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
	'a schema file fits the items (if not: npm run docs): %s',
	(path, text) => {
		expect(readFileSync(join(__dirname, '../..', path), 'utf8')).toBe(text);
	},
);
