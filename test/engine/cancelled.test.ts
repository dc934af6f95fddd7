import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { CredentialsInMemory } from '../support/credentialsHelper';
import { giveTo, loggedIn, recipients, type GiftRun } from '../support/gifting';
import { giftPath, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';

let platform: Platform;
let n8n: CredentialsInMemory;
beforeEach(async () => {
	platform = await Platform.start();
	n8n = await loggedIn(platform);
});
afterEach(() => platform.close());

/** Waits until it is so; jest's own limit ends it. */
async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await pause(5);
}

/** What n8n stores of a run over so many customers that is cancelled once it is so. */
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
			stored = outputOf(record).map(({ json }) => json);
		},
	});
	expect(run.status).toBe('canceled');
	await until(() => stored !== undefined);
	return stored ?? [];
}

/** Everybody who has a gift of the campaign is named by its reference, and nobody is in doubt besides. */
function expectNamed(stored: IDataObject[], underWay: number): void {
	const references = platform.gifts().map(({ clientId }) => clientId);
	expect(references).not.toHaveLength(0);
	const named = stored.map(({ clientId, reference }) => clientId ?? reference);
	expect(named).toEqual(
		expect.arrayContaining(references.filter((one) => one?.includes('spring'))),
	);
	expect(stored.filter(({ outcomeUnknown }) => outcomeUnknown).length).toBeLessThanOrEqual(
		underWay,
	);
}

// n8n stores a cancelled execution at once and only once; it does not wait for its node.
describe('what n8n stores of a cancelled list names who has a gift and who may have', () => {
	test.each([1, 10, 50])('%d at a time, answers under way', async (concurrency) => {
		platform.set({ latencyMs: 5 });
		const fault = { kind: 'delay', when: 'after', ms: 20_000 } as const;
		platform.faults({ path: giftPath, every: 3, fault, times: concurrency });
		const isUnderWay = () => platform.gifts().length > concurrency + 1;
		const stored = await storedOf(200, isUnderWay, { concurrency });
		expectNamed(stored, concurrency);
	});

	test('when requests give way to each other', async () => {
		platform.set({ latencyMs: 40 });
		const isWellUnderWay = () => platform.gifts().length >= 500;
		expectNamed(await storedOf(2000, isWellUnderWay, { concurrency: 50 }), 50);
	});

	test('while a lost one is given time to turn up', async () => {
		platform.faults({ path: giftPath, every: 3, fault: { kind: 'drop', when: 'before' } });
		const isLookedFor = () => platform.gifts().length >= 6;
		const options = { concurrency: 3, settlingTime: 60 };
		expectNamed(await storedOf(9, isLookedFor, options), 3);
	});

	test('while one waits to be sent again', async () => {
		const headers = { 'Retry-After': '60' };
		platform.faults({ path: giftPath, every: 3, fault: { kind: 'answer', status: 503, headers } });
		const isRefused = () => platform.gifts().length >= 6;
		expectNamed(await storedOf(9, isRefused, { concurrency: 3, tries: 5, retryFor: 600 }), 3);
	});

	test('while the login is slow', async () => {
		platform.set({ latencyMs: 5 });
		const fault = { kind: 'delay', when: 'after', ms: 20_000 } as const;
		let isEnded = false;
		const isLoggingIn = () => {
			if (!isEnded && platform.gifts().length >= 20) {
				platform.faults({ path: '*/token', fault });
				isEnded = platform.expireAccessTokens() > 0;
			}
			return isEnded && (platform.sandbox.world.faults.report()[0]?.struck ?? 0) > 0;
		};
		expectNamed(await storedOf(200, isLoggingIn, { concurrency: 10 }), 10);
	});

	// n8n would run the node again for a first item that failed, and have stored nothing by then.
	test.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'with Retry On Fail, when the first item failed (on error: %s)',
		async (onError) => {
			platform.faults(
				{ path: giftPath, fault: { kind: 'answer', status: 422 }, times: 1 },
				{ path: giftPath, fault: { kind: 'delay', when: 'after', ms: 20_000 } },
			);
			const isUnderWay = () => platform.gifts().length >= 4;
			const settings = { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 };
			expectNamed(await storedOf(10, isUnderWay, { concurrency: 5 }, settings), 5);
		},
	);

	test('while it waits for its turn behind another list', async () => {
		const options = { concurrency: 5, requestsPerSecond: 4 };
		const cancelling = new AbortController();
		const other = async () => {
			await until(() => platform.gifts().length >= 2);
			await giveTo(n8n, recipients(200).slice(100), {
				parameters: { options: { ...options, concurrency: 50 } },
				onStart: (cancel) => {
					cancelling.signal.addEventListener('abort', cancel);
				},
			});
		};
		const ahead = other();
		const isBehind = () => platform.gifts().length >= 8;
		expectNamed(await storedOf(100, isBehind, options), 5);
		cancelling.abort();
		await ahead;
	});
});
