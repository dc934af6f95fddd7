import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What n8n says with status 200 to every call that comes before its database is ready: it has taken nothing. */
const startingWords = 'n8n is starting up';

/** A door before n8n as docs/notification-trigger.md asks for it: open while `/healthz/readiness` says 200. */
export class Gate {
	/** How many calls got n8n's 200 without being taken. */
	falselyTaken = 0;

	/** How many calls were turned away because n8n was not ready. */
	turnedAway = 0;

	private isOpen = false;

	private readonly watching = setInterval(() => void this.check(), 250);

	private readonly server = createServer((call, answer) => {
		this.pass(call).then(
			([status, words]) => answer.writeHead(status).end(words),
			() => answer.writeHead(502).end(),
		);
	});

	private constructor(private readonly n8nUrl: string) {}

	static async before(n8nUrl: string): Promise<Gate> {
		const gate = new Gate(n8nUrl);
		await gate.check();
		await new Promise<void>((resolve) => gate.server.listen(0, '127.0.0.1', resolve));
		return gate;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async close(): Promise<void> {
		clearInterval(this.watching);
		await new Promise((resolve) => this.server.close(resolve));
	}

	private async check(): Promise<void> {
		const health = await this.ask('/healthz/readiness', { method: 'GET' }).catch(() => undefined);
		this.isOpen = health?.statusCode === 200;
		health?.resume();
	}

	private async pass(call: IncomingMessage): Promise<[status: number, words: string]> {
		const body = await buffer(call);
		if (!this.isOpen) {
			this.turnedAway += 1;
			return [503, ''];
		}
		const { method, headers, url = '' } = call;
		const heard = await this.ask(url, { method, headers }, body);
		const words = (await buffer(heard)).toString();
		if (heard.statusCode === 200 && words.startsWith(startingWords)) this.falselyTaken += 1;
		return [heard.statusCode ?? 502, words];
	}

	private async ask(path: string, how: object, body?: Buffer): Promise<IncomingMessage> {
		return await new Promise((resolve, reject) => {
			request(`${this.n8nUrl}${path}`, { ...how, agent: false }, resolve)
				.once('error', reject)
				.end(body);
		});
	}
}
