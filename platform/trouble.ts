import { DateTime } from 'luxon';
import { meaningOf } from './codes';
import { LongAnswerError } from './json';
import { tried } from './input';

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_/;

/** The words for a failed connection's `code`, never spelling it: n8n replaces messages in which it recognizes a code. */
export function troubleOf(code: string | undefined): string {
	const { words } = meaningOf(code ?? '') ?? {};
	if (words !== undefined) return words;
	if (code !== undefined && certificate.test(code)) {
		return `its certificate is not trusted (${readable(code)}). Ask the operator, or add its authority to those n8n trusts`;
	}
	// n8n replaces a message in which it finds a code without an underscore, in either case.
	return code?.includes('_')
		? `the connection failed (${readable(code)})`
		: 'the connection failed';
}

/** The words for an error without a usable answer; they continue the host's name. */
export function noAnswerOf(error: unknown): string {
	if (error instanceof LongAnswerError) return error.message;
	return `can't be reached: ${troubleOf(errorCodeOf(error))}`;
}

/** As `noAnswerOf`, for a request that we gave up. */
export const noAnswerInTime = `can't be reached: ${troubleOf('ETIMEDOUT')}`;

function readable(code: string): string {
	return code.toLowerCase().replace(/^err_/, '').replaceAll('_', ' ');
}

const beforeSending = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL'];

const whileConnecting = ['EHOSTUNREACH', 'ENETUNREACH'];

/** Whether a connection failed before anything was sent. Other trouble with encryption may come with the answer. */
export function neverLeft(error: unknown): boolean {
	const code = errorCodeOf(error);
	if (code === undefined) return false;
	if (whileConnecting.includes(code)) return isConnecting(error);
	return beforeSending.includes(code) || certificate.test(code);
}

/** Node.js says what it was doing; some versions of axios pass its error on as the cause. */
function isConnecting(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	return ('syscall' in error && error.syscall === 'connect') || isConnecting(error.cause);
}

/** The `code` of a Node.js, OpenSSL or axios error. Nothing else of it may be kept: it holds the whole request. */
function errorCodeOf(error: unknown): string | undefined {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	return typeof code === 'string' ? code : undefined;
}

export function isWebAddress(address: string): boolean {
	return /^https?:\/\/[^/]/i.test(address);
}

/** The host of an address, for messages; the address itself when it cannot be read as one. */
export function hostOf(address: string): string {
	return tried(() => new URL(address).host) ?? address;
}

/** Milliseconds of `Retry-After` (RFC 9110, 10.2.3), a date by the answer's own `Date`, else by `now`; undefined for none. */
export function retryAfterOf(headers: Record<string, unknown>, now: number): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	const until = httpDateOf(text);
	return until && Math.max(0, until - (httpDateOf(headers.date) ?? now));
}

/** Unix milliseconds of a date as HTTP writes it (RFC 9110, 5.6.7); undefined for anything else. */
export function httpDateOf(date: unknown): number | undefined {
	const moment = typeof date === 'string' ? DateTime.fromHTTP(date) : undefined;
	return moment?.isValid ? moment.toMillis() : undefined;
}

const firstWaitMs = 500;
const maxWaitMs = 30_000;

/** Milliseconds before a retry: 500 doubling up to 30,000, the latter half random. @param attempt from 1 @param chance 0 to 1 */
export function backoffOf(attempt: number, chance: number): number {
	const waitMs = Math.min(firstWaitMs * 2 ** (attempt - 1), maxWaitMs);
	return Math.round(waitMs / 2 + (waitMs / 2) * chance);
}
