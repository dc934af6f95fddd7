import { NodeApiError, type INode } from 'n8n-workflow';
import { backoffOf, hostOf, neverLeft, retryAfterOf, troubleOf } from '../../platform/trouble';
import { alike, gives } from '../support/examples';

const untrusted = (name: string) =>
	`its certificate is not trusted (${name}). Ask the operator, or add its authority to those n8n trusts`;

test.each([
	['nothing answers at this address (connection refused)', 'ECONNREFUSED'],
	['the connection was cut before a response arrived', 'ECONNRESET', 'EPIPE'],
	['this host name does not exist', 'ENOTFOUND'],
	['the host name could not be resolved', 'EAI_AGAIN'],
	['no response in time', 'ETIMEDOUT', 'ECONNABORTED'],
	['this is not a complete web address', 'ERR_INVALID_URL', 'ERR_BAD_REQUEST'],
	['no route to the host', 'EHOSTUNREACH'],
	['no route to the network', 'ENETUNREACH'],
	[untrusted('depth zero self signed cert'), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
	[untrusted('tls cert altname invalid'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
	['the connection failed (ssl wrong version)', 'ERR_SSL_WRONG_VERSION'],
	['the connection failed', 'EPERM', 'constructor', undefined],
])('the error says “%s” for %s, %s', (words = '', ...codes) => {
	for (const code of codes) expect(troubleOf(code)).toBe(words);
	// n8n replaces a message in which it finds a code it knows.
	const node = { name: 'Node', type: 'node', parameters: {} } as INode;
	const message = `billing.example.com can't be reached: ${words}`;
	expect(new NodeApiError(node, {}, { message }).message).toBe(message);
});

gives('the host', hostOf, [
	['https://user:pass@api.example.com/x?q=1', 'api.example.com'],
	['not an address', 'not an address'],
]);

describe('an error', () => {
	const failed = (code: unknown, more = {}) => Object.assign(new Error('x'), { code, ...more });
	const connecting = failed('ENETUNREACH', { syscall: 'connect' });
	const before = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL', 'CERT_EXPIRED'];
	const after = ['ECONNRESET', 'ETIMEDOUT', 'ERR_SSL_BAD_RECORD_MAC', 'EHOSTUNREACH', 42];
	gives('whether the request never left', neverLeft, [
		...alike<unknown>(true, ...before.map((code) => failed(code)), connecting),
		...alike<unknown>(false, ...after.map((code) => failed(code)), 'ECONNREFUSED'),
		[failed('EHOSTUNREACH', { cause: connecting }), true],
		[failed('ENETUNREACH', { syscall: 'read' }), false],
	]);
});

describe('the wait', () => {
	const now = Date.UTC(2026, 10, 21, 12, 0, 0);
	const after = (value: unknown, date?: unknown) =>
		retryAfterOf({ 'retry-after': value, date }, now);
	const in5s = 'Sat, 21 Nov 2026 12:00:05 GMT';
	gives('the wait of Retry-After', after, [
		['120', undefined, 120_000],
		[' 0 ', undefined, 0],
		['Saturday, 21-Nov-26 12:00:05 GMT', undefined, 5000],
		[in5s, 'today', 5000],
		[in5s, 'Sat, 21 Nov 2026 12:00:10 GMT', 0],
	]);
	gives('no wait of Retry-After', (value: unknown) => after(value), [
		...alike<unknown>(undefined, 'soon', '-5', '5 s', 'Sat, 31 Nov 2026 12:00:00 GMT', 120),
	]);

	gives('the wait before a retry', backoffOf, [
		[1, 0, 250],
		[1, 1, 500],
		[7, 0, 15_000],
		[2000, 1, 30_000],
	]);
});
