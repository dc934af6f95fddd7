import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { CredentialsInMemory } from '../support/credentialsHelper';
import { giveTo, loggedIn, recipients, type GiftRun } from '../support/gifting';
import { giftPath, giftRoute, looks, Platform } from '../support/platform';
import { fieldsOf } from '../support/runNode';

let platform: Platform;
let n8n: CredentialsInMemory;
beforeEach(async () => {
	platform = await Platform.start();
	n8n = await loggedIn(platform);
});
afterEach(() => platform.close());

const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 500 };
const slow = { path: giftPath, fault: { kind: 'delay', when: 'after', ms: 20_000 } } as const;

/** Waits until it is so; jest's own limit ends it. */
async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await pause(5);
}

/** What n8n stores of a list of so many customers that is canceled once it is so. */
async function storedOf(
	count: number,
	isSo: () => boolean,
	options: INodeParameters,
	settings: GiftRun['settings'] = {},
): Promise<IDataObject[]> {
	let stored: IDataObject[] | undefined;
	const run = await giveTo(n8n, recipients(count), {
		parameters: { clientId: '', campaign: 'spring', options },
		settings,
		onStart: (cancel) => void until(isSo).then(cancel),
		onStored: (record) => {
			stored = fieldsOf(record);
		},
	});
	expect(run.status).toBe('canceled');
	await until(() => stored !== undefined);
	return stored ?? [];
}

/** Everybody who has a gift is named by its reference, and no more are in doubt than were under way. */
function expectNamed(stored: IDataObject[], underWay: number): void {
	const references = platform.gifts().map(({ clientId }) => clientId);
	expect(references).not.toHaveLength(0);
	const named = stored.map(({ clientReference, reference }) => clientReference ?? reference);
	expect(named).toEqual(expect.arrayContaining(references));
	const inDoubt = stored.filter(({ outcomeUnknown }) => outcomeUnknown);
	expect(inDoubt.length).toBeLessThanOrEqual(underWay);
	for (const item of inDoubt) {
		expect(item).toMatchObject({ outcome: 'unknown' });
	}
}

// n8n stores a canceled execution at once and only once; it does not wait for its node.
describe('what n8n stores of a canceled list names who has a gift and who may have', () => {
	test.each([1, 50])('%d at a time, answers under way', async (concurrency) => {
		platform.set({ latencyMs: 5 });
		platform.faults({ ...slow, every: 3, times: concurrency });
		const isUnderWay = () => platform.gifts().length > concurrency + 1;
		expectNamed(await storedOf(200, isUnderWay, { concurrency }), concurrency);
	});

	test.each<[string, Parameters<Platform['faults']>[0], INodeParameters]>([
		[
			'while one that was lost may still turn up',
			{ path: giftPath, every: 3, fault: { kind: 'drop' } },
			{ settlingTime: 60 },
		],
		[
			'while one waits to be sent again',
			{
				path: giftPath,
				every: 3,
				fault: { kind: 'answer', status: 429, headers: { 'Retry-After': '60' } },
			},
			{ maxTries: 5, retryFor: 600 },
		],
	])('%s', async (_what, rule, options) => {
		platform.faults(rule);
		const isWaiting = () => platform.gifts().length >= 6;
		expectNamed(await storedOf(9, isWaiting, { concurrency: 3, ...options }), 3);
	});

	test.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'with Retry On Fail, when the first item failed (on error: %s)',
		async (onError) => {
			const refusal = { kind: 'answer', status: 422 } as const;
			platform.faults({ path: giftPath, fault: refusal, times: 1 }, slow);
			const isUnderWay = () => platform.gifts().length >= 4;
			const settings = { onError, ...retrying };
			expectNamed(await storedOf(10, isUnderWay, { concurrency: 5 }, settings), 5);
		},
	);

	test('in a later attempt, which has not reached what an earlier one lost', async () => {
		platform.faults(
			{ path: giftPath, fault: { kind: 'answer', status: 422 }, times: 1 },
			{ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 },
			// The first look-ups are the campaign's own.
			{ path: looks, fault: { kind: 'answer', status: 403 }, every: 3, times: 1 },
		);
		let isSecond = false;
		platform.whenGiven(1, () => {
			void pause(200).then(() => platform.faults(slow));
			void pause(1500).then(() => (isSecond = true));
		});
		const settings = { onError: 'continueRegularOutput', ...retrying } as const;
		expectNamed(await storedOf(2, () => isSecond, { concurrency: 1 }, settings), 2);
	});
});

test.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'nothing more is sent after the run was canceled (on error: %s)',
	async (onError) => {
		platform.set({ latencyMs: 10 });
		await storedOf(300, () => platform.gifts().length > 10, { concurrency: 5 }, { onError });
		await pause(60);
		const sent = platform.requestsTo(giftRoute);
		expect(platform.gifts().length).toBeLessThan(150);
		await pause(200);
		expect(platform.requestsTo(giftRoute)).toEqual(sent);
	},
);
