import axios from 'axios';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as it left n8n. */
export interface Sent {
	path: string;
	headers: IncomingHttpHeaders;
	body: Record<string, unknown>;
}

/** An answer that is given in the platform's place. */
export interface Instead {
	status?: number;
	body: unknown;
}

/** Stands between n8n and the platform: writes down what is asked, and answers itself when it is told to. */
export class Recorder {
	readonly sent: Sent[] = [];
	/** Undefined lets the request through. */
	instead: ((sent: Sent) => Instead | undefined) | undefined;

	private constructor(
		readonly url: string,
		readonly port: number,
		private readonly stop: () => Promise<void>,
	) {}

	static async before(platform: string): Promise<Recorder> {
		let recorder: Recorder | undefined = undefined as Recorder | undefined;
		const server = createServer((request, response) => {
			void (async () => {
				const { method = 'GET', url = '/', headers } = request;
				const asked = await text(request);
				const sent: Sent = { path: url, headers, body: asked === '' ? {} : JSON.parse(asked) };
				recorder?.sent.push(sent);
				const instead = recorder?.instead?.(sent);
				if (instead) {
					const json = typeof instead.body !== 'string';
					const type = json ? 'application/json' : 'text/html';
					response.writeHead(instead.status ?? 200, { 'content-type': type });
					response.end(json ? JSON.stringify(instead.body) : instead.body);
					return;
				}
				// With its own "host", because a signed search covers the address it was sent to.
				const answer = await axios.request<Buffer>({
					method,
					url: `${platform}${url}`,
					headers: Object.fromEntries(Object.entries(headers)) as Record<string, string>,
					...(asked !== '' && { data: asked }),
					responseType: 'arraybuffer',
					validateStatus: () => true,
					proxy: false,
				});
				const type = String(answer.headers['content-type'] ?? 'application/json');
				response.writeHead(answer.status, { 'content-type': type });
				response.end(answer.data);
			})().catch(() => response.destroy());
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		recorder = new Recorder(`http://127.0.0.1:${port}`, port, async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		});
		return recorder;
	}

	async close(): Promise<void> {
		await this.stop();
	}
}
