import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The addresses that webhook processors serve; `nginx.conf` of the deployment has the same. */
const PRODUCTION = /^\/(webhook|webhook-waiting|form|form-waiting)\//;

/**
 * The load balancer before n8n, as the deployment's nginx is one: production webhooks and forms go to the webhook
 * processors in turn, all else to the main process.
 */
export class Balancer {
	private turn = 0;

	private main = '';

	private processors: string[] = [];

	private readonly server = createServer((call, answer) => this.pass(call, answer));

	/** Begins to listen; calls get 502 until it knows where to send them. */
	static async start(): Promise<Balancer> {
		const balancer = new Balancer();
		await new Promise<void>((resolve) => balancer.server.listen(0, '127.0.0.1', resolve));
		return balancer;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	send({ main, processors }: { main: string; processors: string[] }): void {
		this.main = main;
		this.processors = processors;
	}

	async stop(): Promise<void> {
		const closed = new Promise((resolve) => this.server.close(resolve));
		this.server.closeAllConnections();
		await closed;
	}

	private pass(call: IncomingMessage, answer: ServerResponse): void {
		const { method, headers, url = '/' } = call;
		const target = PRODUCTION.test(url)
			? this.processors[this.turn++ % this.processors.length]
			: this.main;
		if (!target) {
			answer.writeHead(502).end();
			return;
		}
		const onward = request(`${target}${url}`, { method, headers, agent: false }, (heard) => {
			answer.writeHead(heard.statusCode ?? 502, heard.headers);
			heard.pipe(answer);
		});
		onward.once('error', () => {
			if (!answer.headersSent) answer.writeHead(502);
			answer.end();
		});
		answer.once('close', () => onward.destroy());
		call.pipe(onward);
	}
}
