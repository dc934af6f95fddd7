import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A key and a certificate made for these tests, for 127.0.0.1 until 2126; nobody vouches for it. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBhk9fup+nlL4sDH6
Hybq5qwuhjNyoemyYSweTGI2AaKhRANCAARq+EceGa0QvPtsQi57kAU7C6BwjwGh
OxmDvrJgJIk+oZ9Q/KpZCleN4wMJBznv2kMhzgRp1AigIZZQFQGRd6+v
-----END PRIVATE KEY-----`;

const cert = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIULLwtp60qDVQJ1eAteizU2zfXIOEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTEyMTgxOVoYDzIxMjYxMDI4
MTIxODE5WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARq+EceGa0QvPtsQi57kAU7C6BwjwGhOxmDvrJgJIk+oZ9Q/KpZCleN
4wMJBznv2kMhzgRp1AigIZZQFQGRd6+vo2QwYjAdBgNVHQ4EFgQUgmqUimyaJmjW
gOkZlDuYQiYjPiwwHwYDVR0jBBgwFoAUgmqUimyaJmjWgOkZlDuYQiYjPiwwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IQD43/cdYCFzbyTxQnGRShuHgAQspfj4sPrgW/qTzg8jpgIgETFVY6N136EY1Hqn
eKOsfalGfZ42fKI8IiDoG6rkvwY=
-----END CERTIFICATE-----`;

/** A web server with a certificate that nobody trusts. */
export async function startUntrusted() {
	const server = createServer({ key, cert }, (_request, response) => response.end('hello'));
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return {
		url: `https://127.0.0.1:${port}`,
		close: () =>
			new Promise<void>((closed) => {
				server.close(() => {
					closed();
				});
				server.closeAllConnections();
			}),
	};
}
