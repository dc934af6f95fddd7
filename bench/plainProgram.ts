import { Agent } from 'node:http';
import axios from 'axios';
import pLimit from 'p-limit';
import { giftOf, msisdnOf, type giftCall } from './giftingWorkflows';

/** What the program is asked to send. */
export interface PlainOrder {
	call: ReturnType<typeof giftCall>;
	first: number;
	count: number;
	concurrency: number;
	/** A new connection for each request, as n8n's helper has it, or connections that stay. */
	connections: 'new' | 'kept';
}

/** What anybody can do who writes a program: the same requests, so many at a time, and nothing around them. */
async function send({ call, first, count, concurrency, connections }: PlainOrder) {
	const kept = new Agent({ keepAlive: true, maxSockets: concurrency });
	const limit = pLimit(concurrency);
	const cpu = process.cpuUsage();
	const began = performance.now();
	const give = async (n: number) => {
		const httpAgent = connections === 'new' ? new Agent() : kept;
		const gift = giftOf(msisdnOf(first + n), 1);
		await axios.post(call.url, gift, { headers: call.headers, httpAgent, proxy: false });
	};
	await Promise.all(Array.from({ length: count }, (_, n) => limit(give, n)));
	const milliseconds = performance.now() - began;
	const { user, system } = process.cpuUsage(cpu);
	kept.destroy();
	return { milliseconds, processorMs: (user + system) / 1000 };
}

process.on('message', (order: PlainOrder) => {
	void send(order).then((times) => process.send?.(times));
});
