import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SeenRequest {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface PlainAnswer {
	status?: number;
	headers?: Record<string, string>;
	/** Text and bytes are sent as they are, anything else as JSON. */
	body?: unknown;
}

/** A web server with answers set by a test, for answers that the sandbox never gives. */
export interface Endpoint {
	url: string;
	/** The requests that came in, in order. */
	seen: SeenRequest[];
	close(): Promise<void>;
}

export async function startEndpoint(
	answer: (request: SeenRequest) => PlainAnswer | Promise<PlainAnswer>,
): Promise<Endpoint> {
	const seen: SeenRequest[] = [];
	const respond = async (request: IncomingMessage, response: ServerResponse) => {
		const { method = '', url: path = '', headers } = request;
		const one = { method, path, headers, body: await text(request) };
		seen.push(one);
		const { status = 200, headers: own, body = '' } = await answer(one);
		const isText = typeof body === 'string' || Buffer.isBuffer(body);
		const type = isText ? 'text/plain' : 'application/json';
		// A test may have replaced the clock.
		const date = new Date(Date.now()).toUTCString();
		response.writeHead(status, { date, 'content-type': type, ...own });
		response.end(isText ? body : JSON.stringify(body));
	};
	const server = createServer((request, response) => void respond(request, response));
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const close = async () => {
		server.close();
		server.closeAllConnections();
		await once(server, 'close');
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}

/** An address at which nothing listens. */
export async function addressOfNobody(): Promise<string> {
	const endpoint = await startEndpoint(() => ({}));
	await endpoint.close();
	return endpoint.url;
}
