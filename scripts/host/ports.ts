import { createServer } from 'node:net';

const HOST = '127.0.0.1';

function listenOnce(port: number): Promise<number | undefined> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(port, HOST, () => {
			const address = server.address();
			const taken = typeof address === 'object' && address !== null ? address.port : undefined;
			server.close(() => resolve(taken));
		});
	});
}

/** A port of this machine that nobody listens on: the wished one when it is free, else any. */
export async function freePort(wished = 0): Promise<number> {
	const port = (await listenOnce(wished)) ?? (await listenOnce(0));
	if (port === undefined) throw new Error(`No free port on ${HOST}`);
	return port;
}
