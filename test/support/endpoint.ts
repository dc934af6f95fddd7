import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface PlainAnswer {
	status?: number;
	headers?: Record<string, string>;
	/** Text is sent as it is, anything else as JSON. */
	body?: unknown;
}

/** A web server that answers what it is told: for what the sandbox, being a platform, never says. */
export interface Endpoint {
	url: string;
	/** What came in, in order. */
	seen: SeenRequest[];
	close(): Promise<void>;
}

export async function startEndpoint(
	answer: (request: SeenRequest) => PlainAnswer | Promise<PlainAnswer>,
): Promise<Endpoint> {
	const seen: SeenRequest[] = [];
	const server = createServer((request, response) => {
		const pieces: Buffer[] = [];
		request.on('data', (piece: Buffer) => pieces.push(piece));
		request.on('end', () => {
			const { method = '', url: path = '', headers } = request;
			const one = { method, path, headers, body: Buffer.concat(pieces).toString() };
			seen.push(one);
			void Promise.resolve(answer(one)).then(({ status = 200, headers: own, body = '' }) => {
				const isText = typeof body === 'string';
				response
					.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...own })
					.end(isText ? body : JSON.stringify(body));
			});
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		seen,
		close: () =>
			new Promise((closed) => {
				server.close(() => {
					closed();
				});
				server.closeAllConnections();
			}),
	};
}

/** An address at which nothing listens. */
export async function addressOfNobody(): Promise<string> {
	const endpoint = await startEndpoint(() => ({}));
	await endpoint.close();
	return endpoint.url;
}
