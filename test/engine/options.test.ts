import { runOptions, runOptionsSchema } from '../../nodes/engine/options';
import { giveTo, recipients } from '../support/gifting';
import { n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';

let platform: Platform;
beforeAll(async () => {
	platform = await Platform.start();
});
afterAll(() => platform.close());

test('what is not set is as the editor shows it, times in milliseconds', () => {
	expect(runOptionsSchema.parse({})).toEqual({
		concurrency: 10,
		dryRun: false,
		requestsPerSecond: undefined,
		retryFor: 120_000,
		settlingTime: 5000,
		stopAfterFailures: 20,
		timeout: 60_000,
		tries: 5,
		workers: 1,
	});
});

test('a fraction of a second, or of a request in a second, is taken as it is', () => {
	expect(
		runOptionsSchema.parse({ timeout: 0.5, settlingTime: 0.1, requestsPerSecond: 0.25 }),
	).toMatchObject({ timeout: 500, settlingTime: 100, requestsPerSecond: 0.25 });
});

test('a number that came as text is read', () => {
	expect(runOptionsSchema.parse({ concurrency: '7', retryFor: '30' })).toMatchObject({
		concurrency: 7,
		retryFor: 30_000,
	});
});

const impossible: [string, unknown, string][] = [
	['concurrency', 0, 'greater than or equal to 1'],
	['concurrency', 201, 'less than or equal to 200'],
	['concurrency', 1.5, 'integer'],
	['concurrency', 'many', 'number'],
	['requestsPerSecond', -1, 'greater than or equal to 0'],
	['requestsPerSecond', 1001, 'less than or equal to 1000'],
	['retryFor', -1, 'greater than or equal to 0'],
	['retryFor', 3601, 'less than or equal to 3600'],
	['settlingTime', -1, 'greater than or equal to 0'],
	['settlingTime', 601, 'less than or equal to 600'],
	['stopAfterFailures', -1, 'greater than or equal to 0'],
	['stopAfterFailures', 2.5, 'integer'],
	['timeout', 0, 'must be more than 0'],
	['timeout', 601, 'less than or equal to 600'],
	['tries', 0, 'greater than or equal to 1'],
	['tries', 21, 'less than or equal to 20'],
	['tries', 2.5, 'integer'],
	['workers', 0, 'greater than or equal to 1'],
	['workers', 1001, 'less than or equal to 1000'],
];

test.each(['concurrency', 'requestsPerSecond', 'settlingTime', 'dryRun', 'workers'])(
	'%s that was added and holds nothing is refused, and does not count as none or no',
	async (name) => {
		for (const value of ['={{ $json.setting }}', '={{ null }}', '']) {
			const parameters = { options: { [name]: value } };
			const record = await giveTo(n8nWith(platform.account), recipients(1), { parameters });
			expect(errorOf(record)?.message).toMatch(/: This option is empty\. Fill it in/);
		}
		expect(platform.traffic().total).toBe(0);
	},
);

describe('dry run by an expression', () => {
	const giveWith = async (dryRun: string) => {
		const items = recipients(2).map((one, at) => ({ ...one, isTest: at === 0, all: true }));
		return await giveTo(n8nWith(platform.account), items, { parameters: { options: { dryRun } } });
	};

	test('counts when it is the same for the whole list', async () => {
		expect(outputOf(await giveWith('={{ $json.all }}'))).toMatchObject([
			{ json: { dryRun: true } },
			{ json: { dryRun: true } },
		]);
		expect(platform.gifts()).toEqual([]);
	});

	test('is refused when some rows would be tried and others paid', async () => {
		const record = await giveWith('={{ $json.isTest }}');
		expect(errorOf(record)?.message).toBe(
			'Dry Run: it counts for the whole list, and its expression comes to something else for some items',
		);
		expect(platform.gifts()).toEqual([]);
	});
});

test.each(impossible)(
	'%s of %j is refused before any request leaves, by name and reason',
	async (name, value, reason) => {
		const parameters = { options: { [name]: value as string } };
		const record = await giveTo(n8nWith(platform.account), recipients(2), { parameters });
		const label = runOptions.find((option) => option.name === name)?.displayName;
		expect(errorOf(record)?.message).toContain(`${label}: `);
		expect(errorOf(record)?.message).toContain(reason);
		expect(outputOf(record)).toEqual([]);
		expect(platform.traffic().total).toBe(0);
	},
);
