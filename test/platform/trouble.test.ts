import fc from 'fast-check';
import { DateTime } from 'luxon';
import { NodeApiError, type INode } from 'n8n-workflow';
import {
	backoffOf,
	codeOf,
	hostOf,
	neverLeft,
	retryAfterOf,
	troubleOf,
} from '../../platform/trouble';

const node = { name: 'Node', type: 'node', parameters: {} } as INode;

describe('why a connection failed, in words', () => {
	test.each([
		['ECONNREFUSED', 'nothing answers'],
		['ECONNRESET', 'cut before a response'],
		['ENOTFOUND', 'host name does not exist'],
		['EAI_AGAIN', 'could not be resolved'],
		['ETIMEDOUT', 'no response in time'],
		['ERR_INVALID_URL', 'not a complete web address'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate is not trusted (depth zero self signed cert)'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate is not trusted'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate is not trusted'],
		['EHOSTUNREACH', 'no route to the host'],
		['EADDRNOTAVAIL', 'the connection failed'],
		['EPERM', 'the connection failed'],
		['constructor', 'the connection failed'],
		['', 'the connection failed'],
		[undefined, 'the connection failed'],
	])('%p: %s', (code, words) => {
		const message = `billing.example.com can't be reached: ${troubleOf(code)}`;
		expect(message).toContain(words);
		// n8n replaces a message in which it finds a code it knows.
		expect(new NodeApiError(node, {}, { message }).message).toBe(message);
	});
});

test.each([
	['https://api.billing.example.com', 'api.billing.example.com'],
	['http://127.0.0.1:4010/some/path?q=1', '127.0.0.1:4010'],
	['https://user:pass@api.example.com/', 'api.example.com'],
	['not an address', 'not an address'],
])('the host of %j is %j', (address, host) => {
	expect(hostOf(address)).toBe(host);
});

const failed = (code: unknown, more: object = {}) =>
	Object.assign(new Error('x'), { code, ...more });

test.each([
	[failed('ECONNRESET'), 'ECONNRESET'],
	[failed(42), undefined],
	[new Error('x'), undefined],
	[{ code: 'ECONNRESET' }, undefined],
])('the code of %p is %p', (error, code) => {
	expect(codeOf(error)).toBe(code);
});

const connecting = { syscall: 'connect' };

test.each([
	[failed('ECONNREFUSED'), true],
	[failed('ENOTFOUND'), true],
	[failed('CERT_HAS_EXPIRED'), true],
	[failed('ECONNRESET'), false],
	[failed('ETIMEDOUT'), false],
	[failed('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'), false],
	[failed(undefined), false],
	[failed('ENETUNREACH', connecting), true],
	[failed('ENETUNREACH', { cause: failed('ENETUNREACH', connecting) }), true],
	[failed('ENETUNREACH', { syscall: 'read' }), false],
	[failed('ENETUNREACH'), false],
	['ECONNREFUSED', false],
])('a request with the error %o never left: %p', (error, isSafe) => {
	expect(neverLeft(error)).toBe(isSafe);
});

describe('how long a platform asks to wait', () => {
	const now = Date.UTC(2026, 10, 21, 12, 0, 0);
	const after = (value: unknown, date?: unknown) =>
		retryAfterOf({ 'retry-after': value, date }, now);
	const at = (seconds: number) => DateTime.fromMillis(now + seconds * 1000).toUTC();

	test.each<[string, (moment: DateTime) => string]>([
		['today’s', (moment) => moment.toHTTP() ?? ''],
		['the older', (moment) => moment.toFormat("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", { locale: 'en' })],
	])('is until a date in %s format, by the platform’s own clock', (_name, written) => {
		const seconds = fc.integer({ min: 0, max: 1_000_000 });
		fc.assert(
			fc.property(seconds, fc.integer({ min: -100_000, max: 100_000 }), (wanted, ahead) => {
				expect(after(written(at(wanted)))).toBe(wanted * 1000);
				expect(after(written(at(ahead + wanted)), written(at(ahead)))).toBe(wanted * 1000);
			}),
		);
	});

	test.each([
		['120', undefined, 120_000],
		[' 0 ', undefined, 0],
		['Sat, 21 Nov 2026 11:59:59 GMT', undefined, 0],
		['Sat, 21 Nov 2026 12:00:05 GMT', 'today', 5000],
		['Sat, 21 Nov 2026 12:00:05 GMT', 'Sat, 21 Nov 2026 12:00:10 GMT', 0],
		['', undefined, undefined],
		['soon', undefined, undefined],
		['-5', undefined, undefined],
		['1.5', undefined, undefined],
		['5 s', undefined, undefined],
		['Sat, 31 Nov 2026 12:00:00 GMT', undefined, undefined],
		[120, undefined, undefined],
		[undefined, undefined, undefined],
	])('for %j, with the date %j, is %p ms', (value, date, wait) => {
		expect(after(value, date)).toBe(wait);
	});
});

describe('the wait before a retry', () => {
	test.each([
		[1, 250, 500],
		[2, 500, 1000],
		[6, 8000, 16_000],
		[7, 15_000, 30_000],
		[2000, 15_000, 30_000],
	])('after %d attempts lies between %d and %d ms', (attempts, least, most) => {
		expect(backoffOf(attempts, 0)).toBe(least);
		expect(backoffOf(attempts, 1)).toBe(most);
		expect(backoffOf(attempts, 0.5)).toBe((least + most) / 2);
	});
});
