import { connect } from 'node:net';
import fc from 'fast-check';
import { waitFor } from '../../scripts/host/wait';
import { isFirstDelivery } from '../../nodes/MobileBillingTrigger/deduplicate';
import { payment, queryOf, signed, type Fields } from '../support/triggers/webhookEvents';
import { closeHosts, startHost, type Host } from '../support/triggers/webhookHost';

const send = async (host: Host, fields: Fields = payment(1)) =>
	(await host.post(signed(fields))).status;

afterEach(closeHosts);

it('an event is new in a manual test, or when result or workflow differ', async () => {
	const workflowId = 'workflow-of-three';
	const test = await startHost({ workflowId, mode: 'manual' });
	const strict = await startHost({ workflowId, parameters: { results: ['canceled'] } });
	const [live, other] = [await startHost({ workflowId }), await startHost()];
	for (const host of [test, test, strict, live, live, other]) await send(host);
	await send(live, payment(1, { status: 'failed' }));
	expect([test, strict, live, other].map(({ started }) => started.length)).toEqual([2, 0, 2, 1]);
	expect(test.saved).not.toContain('events');
});

it('an event is known after a restart, whatever its other fields say, unless n8n failed to store it', async () => {
	const store = jest.fn(() => Promise.resolve());
	const before = await startHost({ store });
	store.mockRejectedValueOnce(new Error('disk full'));
	expect(await send(before, payment(0))).toBe(500);
	for (const number of [1, 2]) expect(await send(before, payment(number))).toBe(200);
	const after = await startHost({ saved: before.saved });
	for (const number of [0, 1, 2]) {
		expect(await send(after, payment(number, { event_type: 'opt_out' }))).toBe(200);
	}
	expect(after.started.map(({ transactionId }) => transactionId)).toEqual(['trx-0']);
});

it('the last 1,000 events are saved', async () => {
	const before = await startHost();
	await send(before);
	const events = Array.from({ length: 1_000 }, (_, at) => `event-${at}`).join(' ');
	const saved = before.saved.replace(/"events":"\S+?"/, `"events":"${events}"`);
	const after = await startHost({ saved });
	await send(after, payment(2));
	const [, now = ''] = /"events":"(.+?)"/.exec(after.saved) ?? [];
	expect(now.split(' ')).toHaveLength(1_000);
	expect(now).toMatch(/^event-1 event-2 .* event-999 \S+$/);
});

it('an event starts once, though n8n fails to store it and its first caller hangs up', async () => {
	const waiting: { succeed: () => void; fail: (error: Error) => void }[] = [];
	const store = () => new Promise<void>((succeed, fail) => waiting.push({ succeed, fail }));
	const host = await startHost({ store });
	/** Waits for so many calls and executions to store. */
	const until = async (calls: number, stores: number) => {
		const isMet = () => host.calls === calls && waiting.length === stores;
		await waitFor('calls', isMet, { timeoutMs: 30_000, everyMs: 2 });
	};
	const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
	socket.write(`GET /?${queryOf(signed(payment(1)))} HTTP/1.1\r\nhost: n8n\r\n\r\n`);
	await until(1, 1);
	socket.destroy();
	const answers = Promise.all(Array.from({ length: 20 }, () => send(host)));
	await until(21, 2);
	waiting[0]?.fail(new Error('nobody listens'));
	waiting[1]?.fail(new Error('disk full'));
	await until(21, 3);
	waiting[2]?.succeed();
	expect((await answers).toSorted()).toEqual([...Array<number>(19).fill(200), 500]);
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
