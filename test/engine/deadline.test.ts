import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { loggedIn } from '../support/gifting';
import { n8nWith, Platform } from '../support/platform';
import { errorOf, fieldsOf, runNode } from '../support/runNode';

let platform: Platform;
let trickling: Server;

beforeAll(async () => {
	platform = await Platform.start();
	trickling = createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		const drip = setInterval(() => response.write(' '), 50);
		response.on('close', () => {
			clearInterval(drip);
		});
	}).listen(0, '127.0.0.1');
	await once(trickling, 'listening');
});

afterAll(async () => {
	trickling.closeAllConnections();
	trickling.close();
	await platform.close();
});

test('an answer that trickles is given up when the time is up, and its connection is closed', async () => {
	const connected = once(trickling, 'connection') as Promise<[Socket]>;
	const { port } = trickling.address() as AddressInfo;
	const n8n = await loggedIn(platform);
	Object.assign(n8n.stored.mobileBillingApi ?? {}, { baseUrl: `http://127.0.0.1:${port}` });
	const request = { resource: 'service', operation: 'getMany', options: { timeout: 1 } };
	const run = runNode({
		node: new MobileDataGifting(),
		credentials: n8n,
		items: [{}],
		parameters: request,
	});
	const [socket] = await connected;
	// A connection that is cut may end with an error first.
	socket.on('error', () => undefined);
	const closed = new Promise((resolve) => socket.once('close', resolve));
	const [ended] = await Promise.all([run, closed]);
	expect(errorOf(ended)?.message).toContain('no response in time');
});

test('a login that takes longer than the timeout takes nothing of the time for the answer', async () => {
	platform.faults({
		path: '/realms/api/protocol/openid-connect/token',
		fault: { kind: 'delay', ms: 1_500 },
		times: 1,
	});
	const run = await runNode({
		node: new MobileDataGifting(),
		credentials: n8nWith(platform.account),
		items: [{}],
		parameters: { resource: 'service', operation: 'getMany', options: { timeout: 1 } },
	});
	expect(errorOf(run)).toBeUndefined();
	expect(fieldsOf(run).length).toBeGreaterThan(0);
});
