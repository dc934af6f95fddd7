import { connect } from 'node:net';
import axios from 'axios';
import { payment, queryOf, signed, type Fields } from './support/webhookEvents';
import { newWorkflow, startHost, until, type Host, type HostSettings } from './support/webhookHost';

const http = axios.create({ validateStatus: () => true });
const hosts: Host[] = [];

async function begin(settings?: HostSettings): Promise<Host> {
	const host = await startHost(settings);
	hosts.push(host);
	return host;
}

const send = async (host: Host, fields: Fields) =>
	(await http.post(host.url, signed(fields))).status;
const sendAll = async (host: Host, numbers: (number | string)[]) =>
	await Promise.all(numbers.map((number) => send(host, payment(number))));
const idsOf = (host: Host) => host.started.map(({ transactionId }) => transactionId);
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);
const diskFull = () => Promise.reject(new Error('disk full'));

/** Sends a delivery and hangs up before it is answered. */
async function hangUpOn(host: Host, fields: Fields, when: () => boolean) {
	const socket = connect(host.port, '127.0.0.1');
	socket.on('error', () => undefined);
	socket.write(`GET /?${queryOf(signed(fields))} HTTP/1.1\r\nhost: n8n\r\n\r\n`);
	await until(when);
	socket.destroy();
}

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

afterEach(async () => {
	await Promise.all(hosts.splice(0).map(async (host) => await host.close()));
});

describe('a duplicate notification', () => {
	it('is answered and starts nothing, however it is sent', async () => {
		const host = await begin();
		const fields = signed(payment(1));
		for (const { status, data } of [
			await http.post(host.url, fields),
			await http.post(host.url, fields),
			await http.get(`${host.url}?${queryOf(fields)}`),
			await http.post(host.url, queryOf(fields)),
		]) {
			expect([status, data]).toEqual([200, 'OK']);
		}
		expect(idsOf(host)).toEqual(['trx-1']);
	});

	it('starts nothing when 50 come at once, among other events', async () => {
		const host = await begin();
		const numbers = upTo(100).map((n) => (n % 2 ? 'same' : n));
		expect(new Set(await sendAll(host, numbers))).toEqual(new Set([200]));
		expect(idsOf(host).toSorted()).toEqual([...new Set(numbers)].map((n) => `trx-${n}`).toSorted());
	});

	it('starts each manual test, and these do not count for the published workflow', async () => {
		const workflow = newWorkflow();
		const test = await begin({ workflow, mode: 'manual' });
		const live = await begin({ workflow });
		for (const host of [test, test, live, live]) await send(host, payment(1));
		expect([idsOf(test), idsOf(live)]).toEqual([['trx-1', 'trx-1'], ['trx-1']]);
	});

	it('is a new event when result, event type or workflow differ, or a filter dropped the first', async () => {
		const workflow = newWorkflow();
		const strict = await begin({ workflow, parameters: { results: ['canceled'] } });
		await send(strict, payment(1));
		const host = await begin({ workflow });
		const other = await begin();
		await send(host, payment(1));
		await send(host, payment(1, { event_type: 'opt_out' }));
		await send(host, payment(1, { status: 'failed' }));
		await send(other, payment(1));
		expect([strict, host, other].map(({ started }) => started.length)).toEqual([0, 3, 1]);
	});
});

describe('an event whose execution n8n fails to store', () => {
	it('is answered 500 and starts the workflow when it comes again', async () => {
		let failures = 2;
		const host = await begin({
			store: async () => (failures-- > 0 ? await diskFull() : undefined),
		});
		const statuses = [];
		for (let delivery = 0; delivery < 4; delivery++) statuses.push(await send(host, payment(1)));
		expect(statuses).toEqual([500, 500, 200, 200]);
		expect(idsOf(host)).toEqual(['trx-1']);
	});

	it('starts the workflow by one of the deliveries that waited for it', async () => {
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
});

describe('a caller that hangs up before the answer', () => {
	it('sends the event again, and then it starts the workflow', async () => {
		const { waiting, store } = slowly();
		const host = await begin({ store });
		await hangUpOn(host, payment(1), () => waiting.length === 1);
		const again = send(host, payment(1));
		await until(() => waiting.length === 2);
		waiting[0]?.fail();
		waiting[1]?.succeed();
		expect(await again).toBe(200);
		expect(idsOf(host)).toEqual(['trx-1']);
	});
});
