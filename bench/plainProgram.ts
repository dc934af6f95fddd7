import { Agent } from 'node:http';
import axios from 'axios';
import pLimit from 'p-limit';
import { giftOf, msisdnOf, type giftCall } from './giftingWorkflows';

/** A message to this program: the gifts to send. */
export interface PlainOrder {
	call: ReturnType<typeof giftCall>;
	first: number;
	count: number;
	concurrency: number;
	/** A new connection for each request, as n8n's helper makes it, or connections that are kept. */
	connections: 'new' | 'kept';
}

/** Sends the same requests as a simple program would: without checks, retries and look-ups. */
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
