import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What n8n says with status 200 to every call that comes before its database is ready: it has taken nothing. */
const STARTING = 'n8n is starting up';

/** The door before n8n, as a load balancer with a readiness check is one: no such answer gets through. */
export class Gate {
	/** How many calls n8n answered with 200 without taking them. */
	falselyTaken = 0;

	private readonly server = createServer((call, answer) => {
		this.pass(call, answer).catch(() => {
			answer.writeHead(502).end();
		});
	});

	private constructor(private readonly n8nUrl: string) {}

	static async before(n8nUrl: string): Promise<Gate> {
		const gate = new Gate(n8nUrl);
		await new Promise<void>((resolve) => gate.server.listen(0, '127.0.0.1', resolve));
		return gate;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async close(): Promise<void> {
		await new Promise((resolve) => this.server.close(resolve));
	}

	private async pass(call: IncomingMessage, answer: ServerResponse): Promise<void> {
		const body = await buffer(call);
		const { method, headers, url } = call;
		const heard = await new Promise<IncomingMessage>((resolve, reject) => {
			request(`${this.n8nUrl}${url}`, { method, headers, agent: false }, resolve)
				.once('error', reject)
				.end(body);
		});
		const words = await buffer(heard);
		const isStarting = heard.statusCode === 200 && words.toString().startsWith(STARTING);
		if (isStarting) this.falselyTaken += 1;
		answer.writeHead(isStarting ? 503 : (heard.statusCode ?? 502)).end(words);
	}
}
