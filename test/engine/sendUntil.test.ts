import type { INodeParameters } from 'n8n-workflow';
import { giveTo, loggedIn, recipients } from '../support/gifting';
import { giftPath, giftRoute, looks, Platform } from '../support/platform';
import { failureIn, fieldsOf } from '../support/runNode';

const late = "Not sent, because 'Send Until' has passed";

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const run = async (count: number, sendUntil: string, options: INodeParameters = {}) =>
	await giveTo(await loggedIn(platform), recipients(count), {
		parameters: { options: { maxTries: 5, ...options, sendUntil } },
		settings: { onError: 'continueRegularOutput' },
	});
const give = async (...given: Parameters<typeof run>) => fieldsOf(await run(...given));
const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const sent = () => Object.values(platform.requestsTo(giftRoute)).reduce((sum, one) => sum + one, 0);

test.each(['2026-01-01T10:00:00', '={{ $now.minus({ seconds: 1 }) }}'])(
	'nothing leaves after %s',
	async (sendUntil) => {
		const failure = {
			message: late,
			description: 'Run this item again with a later time.',
			retryable: true,
		};
		expect((await give(2, sendUntil)).map(failureIn)).toEqual([failure, failure]);
		expect(sent()).toBe(0);
	},
);

test('a time to come, or an empty one, lets all leave', async () => {
	for (const sendUntil of ['={{ $now.plus({ minutes: 1 }) }}', '']) {
		expect(await give(1, sendUntil)).toMatchObject([{ outcome: 'given' }]);
	}
});

test('what waits for the rate limit fails as soon as its turn would come too late', async () => {
	const began = Date.now();
	const items = await give(6, soon(1_500), { requestsPerSecond: 1, concurrency: 6 });
	expect(Date.now() - began).toBeLessThan(3_000);
	const failures = items.map((item) => failureIn(item).message);
	expect(failures.filter((message) => message === late)).toHaveLength(6 - sent());
	expect(platform.gifts()).toHaveLength(sent());
	expect([1, 2]).toContain(sent());
});

test('a gift that look-ups show to be missing is not sent again', async () => {
	platform.faults({ path: giftPath, fault: { kind: 'answer', status: 500 } });
	const [item = {}] = await give(1, soon(400), { maxTries: 20 });
	expect(failureIn(item)).toEqual({
		message: late,
		description: 'Two look-ups show that it was not done. Run this item again.',
		retryable: true,
	});
	expect(sent()).toBeGreaterThan(0);
	expect(platform.gifts()).toEqual([]);
});

test('a gift that was sent is looked up to the end', async () => {
	platform.faults(
		{ path: giftPath, fault: { kind: 'drop', when: 'after' } },
		{ path: looks, fault: { kind: 'delay', ms: 1_000 } },
	);
	expect(await give(1, soon(500))).toMatchObject([{ outcome: 'given', confirmedByLookUp: true }]);
});

test.each([
	['soon', "'Send Until' must be a time"],
	['={{ $json.nothing }}', "'Send Until' is required"],
])('%s is refused before anything is sent', async (sendUntil, message) => {
	const [item = {}] = await give(1, sendUntil);
	expect(failureIn(item).message).toBe(message);
	expect(sent()).toBe(0);
});
