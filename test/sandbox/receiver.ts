import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as it came over the wire. */
export interface Call {
	method: string;
	path: string;
	query: string;
	contentType: string;
	body: string;
	/** `performance.now()` */
	at: number;
	/** Parameters of the query, the form or the JSON object. */
	fields: Record<string, string>;
}

type Answer = number | { status: number; headers?: Record<string, string>; body?: string } | 'hang';

/** A merchant's server that takes notifications. */
export class Receiver {
	readonly calls: Call[] = [];
	/** What to answer a call with; without it 200. */
	answer: (call: Call) => Answer = () => 200;
	inFlight = 0;
	highestInFlight = 0;
	private server: Server | undefined;

	static async start(): Promise<Receiver> {
		const receiver = new Receiver();
		await receiver.listen(0);
		return receiver;
	}

	get port(): number {
		return (this.server?.address() as AddressInfo).port;
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}/hook`;
	}

	fresh(): void {
		this.calls.length = 0;
		this.highestInFlight = this.inFlight = 0;
		this.answer = () => 200;
	}

	/** Answers so first, then 200. */
	answerFirst(...answers: Answer[]): void {
		const left = [...answers];
		this.answer = () => left.shift() ?? 200;
	}

	async listen(port: number): Promise<void> {
		const server = createServer((request, response) => {
			this.inFlight += 1;
			this.highestInFlight = Math.max(this.highestInFlight, this.inFlight);
			response.on('close', () => (this.inFlight -= 1));
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const { method = '', url = '', headers } = request;
				const at = url.indexOf('?');
				const query = at < 0 ? '' : url.slice(at + 1);
				const body = Buffer.concat(chunks).toString('utf8');
				const contentType = headers['content-type'] ?? '';
				const call = { method, path: url, query, contentType, body, at: performance.now() };
				const read: Call = { ...call, fields: fieldsOf(call) };
				this.calls.push(read);
				const answer = this.answer(read);
				if (answer === 'hang') return;
				const {
					status,
					headers: more,
					body: text = '',
				} = typeof answer === 'number' ? { status: answer, headers: {} } : answer;
				response.writeHead(status, more).end(text);
			});
		});
		this.server = server;
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	}

	async close(): Promise<void> {
		const { server } = this;
		if (!server) return;
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
}

function fieldsOf({ query, contentType, body }: Omit<Call, 'fields'>): Record<string, string> {
	if (contentType === 'application/json') return JSON.parse(body);
	// A POST with its fields in the query has an empty form.
	const form = contentType === 'application/x-www-form-urlencoded' && body !== '';
	return Object.fromEntries(new URLSearchParams(form ? body : query));
}

/** The recipe of docs/platform-interface.md, "sign", written out once more. */
export function signatureFor(
	fields: Record<string, string>,
	algorithm: string,
	key: string,
): string {
	const names = Object.keys(fields).filter((name) => name !== 'sign');
	const text = names.sort().reduce((joined, name) => joined + fields[name], '');
	return createHmac(algorithm.toLowerCase(), key).update(text).digest('hex');
}

/** Waits until it is so, at most half a minute. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = performance.now() + 30_000;
	while (!(await isSo())) {
		if (performance.now() > deadline) throw new Error('it did not happen in time');
		await pause(10);
	}
}

export function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}
