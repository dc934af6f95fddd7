import type { ItemResult } from '../../nodes/engine/core/exchange';
import { resultOfEarlier } from '../../nodes/engine/core/list/plan';
import { PlatformError } from '../../nodes/engine/core/request/errors';
import { renewToken, type Clock, type Sent } from '../../nodes/engine/core/request/send';

const error = new PlatformError('No response');
const result = { records: [] };
const done: ItemResult = { kind: 'done', result, isSent: true };
const skipped: ItemResult = { kind: 'skipped', result };
const refused: ItemResult = { kind: 'refused', error };
const doubted: ItemResult = { kind: 'failed', certainty: 'inDoubt', error };
const notProcessed: ItemResult = { kind: 'failed', certainty: 'notProcessed', error };
const notSent: ItemResult = { kind: 'notSent', reason: 'stopped', error };

describe('when n8n runs the node again', () => {
	it.each<[string, 'write' | 'attempt', ItemResult, ReturnType<typeof resultOfEarlier>]>([
		['a gift that was given stays', 'write', done, { result: done }],
		['a gift of before stays', 'write', skipped, { result: skipped }],
		['a gift in doubt is looked up', 'write', doubted, { doubted }],
		['a refused gift is sent', 'write', refused, {}],
		['a gift that did not leave is sent', 'write', notProcessed, {}],
		['a PIN that was right stays', 'attempt', done, { result: done }],
		['a wrong PIN is not sent', 'attempt', refused, { result: refused }],
		['a PIN in doubt is not sent', 'attempt', doubted, { result: doubted }],
		['a PIN that did not leave is sent', 'attempt', notProcessed, {}],
		['a PIN that was not reached is sent', 'attempt', notSent, {}],
	])('%s', (_, effect, earlier, kept) => {
		expect(resultOfEarlier({ effect }, { params: {}, result: earlier })).toEqual(kept);
	});

	it('sends what it has not reached', () => {
		expect(resultOfEarlier({ effect: 'write' }, undefined)).toEqual({});
	});
});

describe('a refused token', () => {
	const answerOf = (status: number): Sent => ({
		certainty: status === 401 ? 'notProcessed' : 'answered',
		answer: { status, body: {}, tokenIssuedAt: 7 },
	});

	it.each<[string, number[], number[], number]>([
		['nothing for one that works', [200], [], 200],
		['at once the first time', [401, 200], [], 200],
		['a little the second time', [401, 401, 200], [250], 200],
		['never a third time', [401, 401, 401, 200], [250], 401],
	])('is renewed after %s', async (_, statuses, waits, last) => {
		const slept: number[] = [];
		const sleep = (milliseconds: number) => Promise.resolve(void slept.push(milliseconds));
		const clock: Clock = { now: () => 0, monotonic: () => 0, sleep };
		const asked: (number | undefined)[] = [];
		const send = renewToken(
			clock,
			() => 0.75,
		)(({ refusedToken }) => {
			asked.push(refusedToken);
			return Promise.resolve(answerOf(statuses[asked.length - 1] ?? 0));
		});
		const { answer } = await send({ method: 'GET', path: '/' });
		expect(answer?.status).toBe(last);
		expect(slept).toEqual(waits);
		expect(asked).toEqual(asked.map((_one, at) => (at > 0 ? 7 : undefined)));
	});
});
