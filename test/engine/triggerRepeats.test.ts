import { connect } from 'node:net';
import axios from 'axios';
import type { IDataObject, INodeType } from 'n8n-workflow';
import type * as Trigger from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import { payment, queryOf, signed, type Fields } from '../support/webhookEvents';
import {
	newWorkflow,
	startHost,
	until,
	type Host,
	type HostSettings,
} from '../support/webhookHost';

const http = axios.create({ validateStatus: () => true });
const hosts: Host[] = [];

async function begin(settings?: HostSettings): Promise<Host> {
	const host = await startHost(settings);
	hosts.push(host);
	return host;
}

/** The trigger as a newly started n8n has it: no module remembers anything. */
function freshTrigger(): INodeType {
	let node: INodeType | undefined;
	jest.isolateModules(() => {
		const module = jest.requireActual<typeof Trigger>(
			'../../nodes/MobileBillingTrigger/MobileBillingTrigger.node',
		);
		node = new module.MobileBillingTrigger();
	});
	if (!node) throw new Error('not loaded');
	return node;
}

const send = async (host: Host, fields: Fields) =>
	(await http.post(host.url, signed(fields))).status;
const idsOf = (host: Host) => host.started.map(({ transactionId }) => transactionId);

/** Sends a delivery and hangs up before it is answered. */
async function hangUpOn(host: Host, fields: Fields, when: () => boolean) {
	const socket = connect(host.port, '127.0.0.1');
	socket.on('error', () => undefined);
	socket.write(`GET /?${queryOf(signed(fields))} HTTP/1.1\r\nhost: n8n\r\n\r\n`);
	await until(when);
	socket.destroy();
}

/** n8n that takes an execution when the test says so. */
function slowly() {
	const waiting: { item: IDataObject; go: (error?: Error) => void }[] = [];
	const take = async (item: IDataObject) => {
		await new Promise<void>((resolve, reject) => {
			waiting.push({
				item,
				go: (error) => {
					if (error) reject(error);
					else resolve();
				},
			});
		});
	};
	return { waiting, take };
}

afterEach(async () => {
	await Promise.all(hosts.splice(0).map(async (host) => await host.close()));
});

describe('the same event delivered again', () => {
	it('starts the flow once and is answered each time, however it is sent', async () => {
		const host = await begin();
		const fields = signed(payment(1));
		for (const answer of [
			await http.post(host.url, fields),
			await http.post(host.url, fields),
			await http.get(`${host.url}?${queryOf(fields)}`),
			await http.post(host.url, queryOf(fields)),
		]) {
			expect([answer.status, answer.data]).toEqual([200, 'OK']);
		}
		expect(idsOf(host)).toEqual(['trx-1']);
	});

	it('starts it once when 50 come at once, also among other events', async () => {
		const host = await begin();
		const numbers = Array.from({ length: 100 }, (_, index) => (index % 2 ? 'same' : index));
		const statuses = await Promise.all(numbers.map((number) => send(host, payment(number))));
		expect(new Set(statuses)).toEqual(new Set([200]));
		expect(idsOf(host)).toHaveLength(51);
		expect(idsOf(host).filter((id) => id === 'trx-same')).toHaveLength(1);
	});

	it('starts it once though n8n was restarted in between', async () => {
		const workflow = newWorkflow();
		const before = await begin({ workflow, node: freshTrigger() });
		for (const number of [1, 2, 3]) await send(before, payment(number));
		const after = await begin({ workflow, node: freshTrigger() });
		for (const number of [3, 2, 4, 1]) expect(await send(after, payment(number))).toBe(200);
		expect(idsOf(after)).toEqual(['trx-4']);
	});

	it('starts none of thirty again that came at once before a restart', async () => {
		const workflow = newWorkflow();
		const numbers = Array.from({ length: 30 }, (_, number) => number);
		const before = await begin({ workflow, node: freshTrigger() });
		await Promise.all(numbers.map((number) => send(before, payment(number))));
		const after = await begin({ workflow, node: freshTrigger() });
		await Promise.all(numbers.map((number) => send(after, payment(number))));
		expect([before.started.length, after.started.length]).toEqual([30, 0]);
	}, 20_000);

	it('starts it once though two n8n processes share the address, when it comes to one after the other', async () => {
		const workflow = newWorkflow();
		const one = await begin({ workflow, node: freshTrigger() });
		const two = await begin({ workflow, node: freshTrigger() });
		for (const number of [1, 2, 3, 4]) {
			await send(number % 2 ? one : two, payment(number));
			await send(number % 2 ? two : one, payment(number));
		}
		expect([idsOf(one), idsOf(two)]).toEqual([
			['trx-1', 'trx-3'],
			['trx-2', 'trx-4'],
		]);
	});

	it('starts it as often as it comes while a person tries the flow out, and then once in earnest', async () => {
		const workflow = newWorkflow();
		const test = await begin({ workflow, mode: 'manual' });
		await send(test, payment(1));
		await send(test, payment(1));
		expect(idsOf(test)).toEqual(['trx-1', 'trx-1']);
		const live = await begin({ workflow });
		await send(live, payment(1));
		await send(live, payment(1));
		expect(idsOf(live)).toEqual(['trx-1']);
	});

	it('is another event when result or event type differ, and for another workflow', async () => {
		const host = await begin();
		await send(host, payment(1));
		await send(host, payment(1, { event_type: 'opt_out' }));
		await send(host, payment(1, { status: 'failed' }));
		expect(host.started).toMatchObject([
			{ result: 'success', eventType: 'opt_in' },
			{ result: 'success', eventType: 'opt_out' },
			{ result: 'failed', eventType: 'opt_in' },
		]);
		const other = await begin();
		await send(other, payment(1));
		expect(idsOf(other)).toEqual(['trx-1']);
	});

	it('is taken though the filter of an earlier setting had dropped it', async () => {
		const workflow = newWorkflow();
		const strict = await begin({ workflow, parameters: { results: ['failed'] } });
		await send(strict, payment(1));
		expect(strict.started).toEqual([]);
		const open = await begin({ workflow });
		await send(open, payment(1));
		expect(idsOf(open)).toEqual(['trx-1']);
	});
});

describe('an event that n8n could not take', () => {
	it('is answered 500 and starts the flow when it comes again', async () => {
		let failures = 2;
		const host = await begin({
			take: () => (failures-- > 0 ? Promise.reject(new Error('disk full')) : Promise.resolve()),
		});
		const statuses = [];
		for (let turn = 0; turn < 4; turn++) statuses.push(await send(host, payment(1)));
		expect(statuses).toEqual([500, 500, 200, 200]);
		expect(idsOf(host)).toEqual(['trx-1']);
	});

	it('starts it when it comes again after a restart', async () => {
		const workflow = newWorkflow();
		const failing = await begin({
			workflow,
			node: freshTrigger(),
			take: ({ transactionId }) =>
				transactionId === 'trx-1' ? Promise.reject(new Error('disk full')) : Promise.resolve(),
		});
		const statuses = await Promise.all([1, 2, 3].map((number) => send(failing, payment(number))));
		expect(statuses).toEqual([500, 200, 200]);
		const after = await begin({ workflow, node: freshTrigger() });
		await send(after, payment(1));
		expect(idsOf(after)).toEqual(['trx-1']);
	});

	it('starts it by the next of those that came meanwhile, and the others are answered', async () => {
		const { waiting, take } = slowly();
		const host = await begin({ take });
		const answers = Promise.all(Array.from({ length: 20 }, () => send(host, payment(1))));
		await until(() => host.calls.begun === 20);
		waiting[0]?.go(new Error('disk full'));
		await until(() => waiting.length === 2);
		waiting[1]?.go();
		const statuses = await answers;
		expect(statuses.filter((status) => status === 500)).toHaveLength(1);
		expect(statuses.filter((status) => status === 200)).toHaveLength(19);
		expect(waiting).toHaveLength(2);
		expect(idsOf(host)).toEqual(['trx-1']);
	});
});

describe('a caller that hangs up before the answer', () => {
	it('and comes again while n8n is still at it starts nothing twice', async () => {
		const { waiting, take } = slowly();
		const host = await begin({ take });
		await hangUpOn(host, payment(1), () => waiting.length === 1);
		const again = send(host, payment(1));
		await until(() => host.calls.begun === 2);
		await new Promise((resolve) => setTimeout(resolve, 30));
		expect(waiting).toHaveLength(1);
		waiting[0]?.go();
		expect(await again).toBe(200);
		expect(idsOf(host)).toEqual(['trx-1']);
	});

	it('and comes again after n8n took it starts nothing twice', async () => {
		const { waiting, take } = slowly();
		const host = await begin({ take });
		await hangUpOn(host, payment(1), () => waiting.length === 1);
		await new Promise((resolve) => setTimeout(resolve, 30));
		waiting[0]?.go();
		await until(() => host.calls.done === 1);
		expect(await send(host, payment(1))).toBe(200);
		expect(idsOf(host)).toEqual(['trx-1']);
	});

	it('starts the flow when it comes again and n8n could not take it the first time', async () => {
		const { waiting, take } = slowly();
		const host = await begin({ take });
		await hangUpOn(host, payment(1), () => waiting.length === 1);
		const again = send(host, payment(1));
		waiting[0]?.go(new Error('disk full'));
		await until(() => waiting.length === 2);
		waiting[1]?.go();
		expect(await again).toBe(200);
		expect(idsOf(host)).toEqual(['trx-1']);
	});

	it('before the trigger has even looked at it leaves nothing hanging', async () => {
		const host = await begin();
		await hangUpOn(host, payment(1), () => host.calls.begun === 1);
		await until(() => host.calls.done === 1);
		expect(await send(host, payment(1))).toBe(200);
		expect(idsOf(host)).toEqual(['trx-1']);
	});
});
