import fc from 'fast-check';
import { Breaker } from '../../nodes/engine/breaker';
import { addressOfNobody } from '../support/endpoint';
import { giveTo, recipients } from '../support/gifting';
import { giftPath, giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';

describe('giving up on a platform', () => {
	test('takes so many failures in a row, and nothing opens it before or closes it after', () => {
		const faults = fc.array(fc.boolean(), { maxLength: 60 });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 8 }), faults, (most, notes) => {
				const breaker = new Breaker(most);
				let hasRow = false;
				for (const [at, fault] of notes.entries()) {
					if (fault) breaker.noteFailure(new Error());
					else breaker.noteAnswer();
					const last = notes.slice(0, at + 1).slice(-most);
					hasRow ||= last.length === most && last.every(Boolean);
					expect(breaker.isOpen).toBe(hasRow);
				}
			}),
		);
	});

	test('never happens when it is switched off', () => {
		const breaker = new Breaker(0);
		expect(breaker.isOpen).toBe(false);
		for (let failures = 0; failures < 1000; failures++) {
			breaker.noteFailure(new Error());
		}
		expect(breaker.isOpen).toBe(false);
	});
});

test('one failed login that many items waited for is one failure', () => {
	const breaker = new Breaker(3);
	const login = new Error();
	for (let waiting = 0; waiting < 50; waiting++) breaker.noteFailure(login);
	expect(breaker.isOpen).toBe(false);
	breaker.noteFailure(new Error());
	breaker.noteFailure(new Error());
	expect(breaker.isOpen).toBe(true);
});

describe('a list', () => {
	let platform: Platform;
	beforeEach(async () => {
		platform = await Platform.start();
	});
	afterEach(() => platform.close());

	const give = async (count: number, options: object, account: object = {}) =>
		outputOf(
			await giveTo(n8nWith({ ...platform.account, ...account }), recipients(count), {
				parameters: { options: { concurrency: 1, ...options } },
				settings: { onError: 'continueRegularOutput' },
			}),
		);
	const isMarked = ({ json }: { json: { error?: unknown } }) =>
		String(json.error).startsWith('Not sent, because');

	test('is not sent further after so many failures in a row, and the rest is marked so', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 500 } });
		const items = await give(30, { stopAfterFailures: 4 });
		expect(platform.requestsTo(giftRoute)).toEqual({ 500: 4 });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_item, item) => ({ item })),
		);
		expect(items.map(isMarked)).toEqual(items.map((_item, at) => at >= 4));
		for (const { json } of items.slice(0, 4)) expect(json.error).toContain('HTTP 500');
		for (const { json } of items.slice(4)) {
			expect(json.error).toMatch(/^Not sent, because the 4 items before it failed.*HTTP 500/);
			expect(json.message).toEqual({
				advice: expect.stringContaining('Stop After Failures in a Row'),
			});
		}
	});

	test('is given up after twenty when nothing is set', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 500 } });
		const items = await give(30, {});
		expect(platform.requestsTo(giftRoute)).toEqual({ 500: 20 });
		expect(items.filter(isMarked)).toHaveLength(10);
	});

	test('is sent to its end when that is switched off', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 500 } });
		const items = await give(30, { stopAfterFailures: 0 });
		expect(platform.requestsTo(giftRoute)).toEqual({ 500: 30 });
		expect(items.filter(isMarked)).toEqual([]);
	});

	test('goes on when one in between succeeds', async () => {
		platform.faults({ path: giftPath, every: 2, fault: { kind: 'answer', status: 500 } });
		const items = await give(20, { stopAfterFailures: 2 });
		expect(items.filter(isMarked)).toEqual([]);
		expect(platform.gifts()).toHaveLength(10);
		expect(items.filter(({ json }) => json.error)).toHaveLength(10);
	});

	test('goes on when the platform refuses every one of them: it answered', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 422 } });
		const items = await give(10, { stopAfterFailures: 2 });
		expect(platform.requestsTo(giftRoute)).toEqual({ 422: 10 });
		expect(items.filter(isMarked)).toEqual([]);
	});

	test('goes on when a lost answer is found by looking it up', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'drop', when: 'after' } });
		const items = await give(6, { stopAfterFailures: 2 });
		expect(items.filter(({ json }) => json.confirmedByLookUp === true)).toHaveLength(6);
		expect(platform.gifts()).toHaveLength(6);
	});

	test('is given up when nobody answers, or the identity provider does not', async () => {
		const nobody = await addressOfNobody();
		for (const account of [{ baseUrl: nobody }, { authUrl: nobody }]) {
			const items = await give(10, { stopAfterFailures: 3 }, account);
			expect(items.map(isMarked)).toEqual(items.map((_item, at) => at >= 3));
		}
	});

	test('that may not go on stops at the first failure, whatever is set', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 500 } });
		const record = await giveTo(n8nWith(platform.account), recipients(5), {
			parameters: { options: { concurrency: 1, stopAfterFailures: 3 } },
		});
		expect(platform.requestsTo(giftRoute)).toEqual({ 500: 1 });
		expect(errorOf(record)?.message).toContain('HTTP 500');
	});
});
