import { connect } from 'node:net';
import axios from 'axios';
import fc from 'fast-check';
import { isFirstDelivery } from '../../nodes/MobileBillingTrigger/deduplicate';
import { payment, queryOf, signed, type Fields } from '../support/triggers/webhookEvents';
import { hostsOfTests, newWorkflow, until, type Host } from '../support/triggers/webhookHost';

const http = axios.create({ validateStatus: () => true });
const begin = hostsOfTests();

const send = async (host: Host, fields: Fields) =>
	(await http.post(host.url, signed(fields))).status;
const sendAll = async (host: Host, numbers: (number | string)[]) =>
	await Promise.all(numbers.map((number) => send(host, payment(number))));
const idsOf = (host: Host) => host.started.map(({ transactionId }) => transactionId);
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

/** An n8n that stores an execution, or fails to, when the test says so. */
function slowly() {
	const waiting: { succeed: () => void; fail: () => void }[] = [];
	const store = async () => {
		await new Promise<void>((resolve, reject) => {
			waiting.push({ succeed: resolve, fail: () => reject(new Error('disk full')) });
		});
	};
	return { waiting, store };
}

it('a duplicate starts nothing, when 50 come at once among other events', async () => {
	const host = await begin();
	const numbers = upTo(100).map((n) => (n % 2 ? 'same' : n));
	expect(new Set(await sendAll(host, numbers))).toEqual(new Set([200]));
	expect(idsOf(host).toSorted()).toEqual([...new Set(numbers)].map((n) => `trx-${n}`).toSorted());
});

it('an event starts each manual test, and these do not count for the published workflow', async () => {
	const workflow = newWorkflow();
	const test = await begin({ workflow, mode: 'manual' });
	const live = await begin({ workflow });
	for (const host of [test, test, live, live]) await send(host, payment(1));
	expect([idsOf(test), idsOf(live)]).toEqual([['trx-1', 'trx-1'], ['trx-1']]);
});

it('an event is new when result or workflow differ, or a filter dropped the first', async () => {
	const workflow = newWorkflow();
	const strict = await begin({ workflow, parameters: { results: ['canceled'] } });
	await send(strict, payment(1));
	const [host, other] = [await begin({ workflow }), await begin()];
	for (const status of ['success', 'failed']) await send(host, payment(1, { status }));
	await send(other, payment(1));
	expect([strict, host, other].map(({ started }) => started.length)).toEqual([0, 2, 1]);
});

it('an event whose execution n8n fails to store is answered 500, and one that waited starts it', async () => {
	const { waiting, store } = slowly();
	const host = await begin({ store });
	const answers = sendAll(host, upTo(20).fill(1));
	await until(() => host.calls.begun === 20 && waiting.length === 1);
	waiting[0]?.fail();
	await until(() => waiting.length === 2);
	waiting[1]?.succeed();
	expect((await answers).toSorted()).toEqual([...upTo(19).fill(200), 500]);
	expect(idsOf(host)).toEqual(['trx-1']);
});

it('a caller that hangs up before the answer sends the event again, and then it starts', async () => {
	const { waiting, store } = slowly();
	const host = await begin({ store });
	const socket = connect(host.port, '127.0.0.1');
	socket.on('error', () => undefined);
	socket.write(`GET /?${queryOf(signed(payment(1)))} HTTP/1.1\r\nhost: n8n\r\n\r\n`);
	await until(() => waiting.length === 1);
	socket.destroy();
	const again = send(host, payment(1));
	await until(() => waiting.length === 2);
	waiting[0]?.fail();
	waiting[1]?.succeed();
	expect(await again).toBe(200);
	expect(idsOf(host)).toEqual(['trx-1']);
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
