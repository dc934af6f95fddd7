import { connect } from 'node:net';
import axios from 'axios';
import fc from 'fast-check';
import { waitFor } from '../../scripts/host/wait';
import { isFirstDelivery } from '../../nodes/MobileBillingTrigger/deduplicate';
import { payment, queryOf, signed, type Fields } from '../support/triggers/webhookEvents';
import { closeHosts, startHost, type Host } from '../support/triggers/webhookHost';

const http = axios.create({ validateStatus: () => true });
const send = async (host: Host, fields: Fields = payment(1)) =>
	(await http.post(host.url, signed(fields))).status;
const idsOf = (host: Host) => host.started.map(({ transactionId }) => transactionId);

afterEach(closeHosts);

it('an event is new in a manual test, or when result or workflow differ', async () => {
	const workflowId = 'workflow-of-three';
	const test = await startHost({ workflowId, mode: 'manual' });
	const strict = await startHost({ workflowId, parameters: { results: ['canceled'] } });
	const [live, other] = [await startHost({ workflowId }), await startHost()];
	for (const host of [test, test, strict, live, live, other]) await send(host);
	await send(live, payment(1, { status: 'failed' }));
	expect([test, strict, live, other].map(({ started }) => started.length)).toEqual([2, 0, 2, 1]);
});

describe('n8n stores an execution', () => {
	/** An n8n that stores an execution, or fails to, when the test says so. */
	const slowly = async () => {
		const waiting: { succeed: () => void; fail: () => void }[] = [];
		const store = () =>
			new Promise<void>((succeed, reject) => {
				waiting.push({ succeed, fail: () => reject(new Error('disk full')) });
			});
		const host = await startHost({ store });
		/** Waits for so many calls and executions to store. */
		const until = async (calls: number, stores: number) => {
			const isMet = () => host.calls === calls && waiting.length === stores;
			await waitFor('calls', isMet, { timeoutMs: 30_000, everyMs: 2 });
		};
		return { waiting, until, host };
	};

	it('and fails: the event is answered 500, and one that waited starts it', async () => {
		const { waiting, until, host } = await slowly();
		const answers = Promise.all(Array.from({ length: 20 }, () => send(host)));
		await until(20, 1);
		waiting[0]?.fail();
		await until(20, 2);
		waiting[1]?.succeed();
		expect((await answers).toSorted()).toEqual([...Array<number>(19).fill(200), 500]);
		expect(idsOf(host)).toEqual(['trx-1']);
	});

	it('for a caller that hung up: it sends the event again, and then it starts', async () => {
		const { waiting, until, host } = await slowly();
		const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
		socket.write(`GET /?${queryOf(signed(payment(1)))} HTTP/1.1\r\nhost: n8n\r\n\r\n`);
		await until(1, 1);
		socket.destroy();
		const again = send(host);
		await until(2, 2);
		waiting[0]?.fail();
		waiting[1]?.succeed();
		expect(await again).toBe(200);
		expect(idsOf(host)).toEqual(['trx-1']);
	});
});

describe('the memory of a process', () => {
	let triggers = 0;
	const newTrigger = () => `workflow/${++triggers}`;
	const turn = () => new Promise((resolve) => setImmediate(resolve));

	it('starts an event once, whatever order deliveries and answers come in and whatever fails', async () => {
		const step = fc.oneof(
			fc.record({ event: fc.constantFrom('a', 'b', 'c') }),
			fc.record({ answer: fc.nat(), isStored: fc.boolean() }),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
				const trigger = newTrigger();
				const open: { event: string; end: (isStored: boolean) => void }[] = [];
				const started: string[] = [];
				let [waiting, early] = [0, 0];
				const begin = (event: string) => {
					let resolve: (isStored: boolean) => void = () => undefined;
					const answer = new Promise<boolean>((done) => (resolve = done));
					waiting++;
					void isFirstDelivery(trigger, event, () => answer).then((isFirst) => {
						waiting--;
						if (!isFirst) return void (early += started.includes(event) ? 0 : 1);
						const end = (isStored: boolean) => {
							if (isStored) started.push(event);
							resolve(isStored);
						};
						open.push({ event, end });
					});
				};
				for (const one of steps) {
					if ('event' in one) begin(one.event);
					else if (open.length > 0) open.splice(one.answer % open.length, 1)[0]?.end(one.isStored);
					await turn();
					expect(new Set(open.map(({ event }) => event)).size).toBe(open.length);
				}
				const events = new Set(steps.flatMap((one) => ('event' in one ? [one.event] : [])));
				events.forEach(begin);
				for (await turn(); open.length > 0; await turn()) open.shift()?.end(true);
				expect(started.toSorted()).toEqual([...events].toSorted());
				expect([waiting, early]).toEqual([0, 0]);
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
