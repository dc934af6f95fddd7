import { connect } from 'node:net';
import fc from 'fast-check';
import { waitFor } from '../../scripts/host/wait';
import { onceFor } from '../../nodes/engine/n8n/once';
import { isFirstDelivery } from '../../nodes/MobileBillingTrigger/deduplicate';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node.js';
import { CredentialsInMemory } from '../support/credentialsHelper';
import { additionalDataWith, nodeOf, workflowOf } from '../support/n8n';
import { executed, ProcessedItems } from '../support/triggers/executed';
import { payment, queryOf, signed, type Fields } from '../support/triggers/webhookEvents';
import { closeHosts, startHost, type Host } from '../support/triggers/webhookHost';

const send = async (host: Host, fields: Fields = payment(1)) =>
	(await host.post(signed(fields))).status;

afterEach(closeHosts);

it('an event is new in a manual test, or when result, end of a subscription or workflow differ', async () => {
	const workflowId = 'workflow-of-three';
	const test = await startHost({ workflowId, mode: 'manual' });
	const strict = await startHost({ workflowId, parameters: { results: ['canceled'] } });
	const [live, other] = [await startHost({ workflowId }), await startHost()];
	for (const host of [test, test, strict, live, live, other]) await send(host);
	await send(live, payment(1, { status: 'failed' }));
	for (const event_type of ['opt_out', 'OPT_OUT', 'one_off'])
		await send(live, payment(1, { event_type }));
	// The same text is signed, whatever its field is called.
	await send(live, payment(1, { event_type: '', event_typed: 'opt_out' }));
	expect([test, strict, live, other].map(({ started }) => started.length)).toEqual([2, 0, 3, 1]);
	expect(test.processed.size).toBe(0);
});

it('an event is known after a restart, whatever its other fields say, unless n8n failed to store it', async () => {
	const store = jest.fn(() => Promise.resolve());
	const before = await startHost({ store });
	store.mockRejectedValueOnce(new Error('disk full'));
	expect(await send(before, payment(0))).toBe(500);
	const { processed } = before;
	const numbers = Array.from({ length: 20 }, (_, number) => number + 1);
	// All at once: n8n's list has no lock.
	const sent = numbers.map(async (number) => await send(before, payment(number)));
	expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
	const after = await startHost({ processed });
	for (const number of [0, ...numbers]) {
		expect(await send(after, payment(number, { event_type: 'one_off' }))).toBe(200);
	}
	expect(after.started.map(({ transactionId }) => transactionId)).toEqual(['trx-0']);
	expect(JSON.stringify(before.started)).not.toContain('eventKeys');
});

it('an execution that a queue runs again, and one that a person retries, passes its event on again', async () => {
	const type = new MobileBillingTrigger();
	const none = new CredentialsInMemory({}, {});
	const processed = new ProcessedItems();
	const items = [onceFor(['event'], { transactionId: 'trx-1' })];
	const node = nodeOf(type, none, {});
	const place = [workflowOf([node], [type]), node, additionalDataWith(none)] as const;
	const runs = [
		['webhook', '1', 1],
		['webhook', '1', 1],
		['webhook', '2', 0],
		['retry', '3', 1],
	] as const;
	for (const [mode, id, count] of runs) {
		const [passed] = await executed(type, place, [items], { mode, processed, id });
		expect(passed).toHaveLength(count);
	}
});

it('n8n keeps the last 2,500 events of a trigger', async () => {
	const processed = new ProcessedItems();
	const before = await startHost({ processed });
	await send(before, payment(1));
	const others = Array.from({ length: 4_998 }, (_, at) => `event-${at}`);
	await processed.checkProcessedAndRecord(others, 'node', { mode: 'entries' });
	const [same, later] = [await startHost({ processed }), await startHost({ processed })];
	await send(same, payment(1));
	for (const number of [2, 1]) await send(later, payment(number));
	expect([same, later].map(({ started }) => started.length)).toEqual([0, 2]);
	expect(processed.size).toBe(5_000);
});

it('an event whose caller hung up starts once: when n8n has stored it, and not before', async () => {
	const waiting: { succeed: () => void; fail: (error: Error) => void }[] = [];
	const store = () => new Promise<void>((succeed, fail) => waiting.push({ succeed, fail }));
	const host = await startHost({ store });
	/** Waits for this many calls and executions to store. */
	const until = async (calls: number, stores: number) => {
		const isMet = () => host.calls === calls && waiting.length === stores;
		await waitFor('calls', isMet, { timeoutMs: 30_000, everyMs: 2 });
	};
	const hangUp = async (calls: number, stores: number) => {
		const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
		socket.write(`GET /?${queryOf(signed(payment(1)))} HTTP/1.1\r\nhost: n8n\r\n\r\n`);
		await until(calls, stores);
		socket.destroy();
	};
	await hangUp(1, 1);
	await hangUp(2, 1);
	waiting[0]?.fail(new Error('nobody listens'));
	await until(2, 2);
	const answers = Promise.all(Array.from({ length: 20 }, () => send(host)));
	await until(22, 2);
	waiting[1]?.succeed();
	expect(new Set(await answers)).toEqual(new Set([200]));
	expect(host.executions).toBe(1);
	expect(host.started.map(({ transactionId }) => transactionId)).toEqual(['trx-1']);
});

describe('the memory of a process', () => {
	let triggers = 0;
	const newTrigger = () => `workflow/${++triggers}`;
	const turn = () => new Promise((resolve) => setImmediate(resolve));

	it('starts an event once, whatever order deliveries and answers come in and whatever fails', async () => {
		const delivery = fc.record({ event: fc.constantFrom('a', 'b', 'c') });
		const step = fc.oneof(delivery, fc.record({ at: fc.nat(), isStored: fc.boolean() }));
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
				const trigger = newTrigger();
				const open: { event: string; answer: (isStored: boolean) => void }[] = [];
				const [started, asked]: [string[], string[]] = [[], []];
				const deliver = async (event: string) => {
					const isFirst = await isFirstDelivery(trigger, event, async () => {
						asked.push(event);
						return await new Promise((answer) => void open.push({ event, answer }));
					});
					if (!isFirst) expect(started).toContain(event);
					return isFirst;
				};
				const end = async (at: number, isStored: boolean) => {
					const [one] = open.splice(at % open.length, 1);
					if (one && isStored) started.push(one.event);
					one?.answer(isStored);
					await turn();
					expect(new Set(open.map(({ event }) => event)).size).toBe(open.length);
				};
				const deliveries: Promise<boolean>[] = [];
				for (const one of steps) {
					if ('event' in one) deliveries.push(deliver(one.event));
					else await end(one.at, one.isStored);
				}
				const events = [...new Set(steps.flatMap((one) => ('event' in one ? [one.event] : [])))];
				deliveries.push(...events.map(deliver));
				for (await turn(); open.length > 0;) await end(0, true);
				expect(started.toSorted()).toEqual(events.toSorted());
				expect((await Promise.all(deliveries)).filter(Boolean)).toHaveLength(asked.length);
			}),
		);
	});

	it('holds the last 20,000 events of a trigger', async () => {
		const trigger = newTrigger();
		const deliver = async (event: number) =>
			await isFirstDelivery(trigger, `${event}`, () => Promise.resolve(true));
		for (let event = 0; event <= 20_000; event++) await deliver(event);
		expect([await deliver(1), await deliver(0)]).toEqual([false, true]);
	});
});
