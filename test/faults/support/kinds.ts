import type { Platform } from '../../support/platform';

type FaultRule = Parameters<Platform['faults']>[number];
type Fault = FaultRule['fault'];

/** Which of the matching requests a rule strikes. */
type Strike = Pick<FaultRule, 'chance' | 'seed' | 'times'>;

/** One thing that goes wrong. */
export interface Kind {
	name: string;
	/** Whether it shows that the platform has not acted: then nothing is in doubt. */
	isSure: boolean;
	/** How often it strikes when all strike at once; a `rare` one strikes every request that is under way. */
	inChaos: 'usual' | 'rare' | 'never';
	/** Whether it strikes requests for a token. */
	isAtLogin: boolean;
	rules(strike: Strike, paths: string[]): FaultRule[];
}

/** Milliseconds after which the node under test gives a request up. */
export const timeoutMs = 1_500;

/** Milliseconds after which a platform that is late acts: later than the node waits. */
export const lateMs = timeoutMs + 300;

/** Seconds until a list shows what was done; records have whole seconds, which adds up to a second. */
export const listDelaySeconds = 0.2;

/** Milliseconds after which a list shows it for sure. */
export const listedAfterMs = 1_300;

/** Seconds that the node under test gives the platform to settle: longer than it is late, and its lists after it. */
export const settlingTime = 2;

const page = '<!doctype html><title>Gateway</title><h1>Something went wrong</h1>';
const html = { 'content-type': 'text/html' };
const errorBody = { status: 'ERROR', errorMessage: 'database timeout' };
const soon = { headers: { 'retry-after': '1' } };
/** A gateway's own words, which are no answer to a payment. */
const tooMany = { ...soon, body: { status: 'TOO_MANY_REQUESTS' } };
const noToken = { body: { status: 'TOKEN_EXPIRED' } };
const answer = (when: 'before' | 'after', status: number, more: object = {}): Fault => ({
	kind: 'answer',
	when,
	status,
	...more,
});

const atPlatform = (name: string, fault: Fault, isSure = false): Kind => ({
	name,
	isSure,
	inChaos: fault.kind === 'expire' ? 'rare' : 'usual',
	isAtLogin: false,
	rules: (strike, paths) => paths.map((path) => ({ path, fault, ...strike })),
});

const atLogin = (name: string, fault: Fault, inChaos: Kind['inChaos'] = 'usual'): Kind => ({
	name,
	isSure: true,
	inChaos,
	isAtLogin: true,
	rules: (strike) => [{ path: '*/token', fault, ...strike }],
});

/** As `atPlatform`, before and after the platform acts. */
const atBoth = (name: string, fault: (when: 'before' | 'after') => Fault): Kind[] => [
	atPlatform(`${name} before acting`, fault('before')),
	atPlatform(`${name} after acting`, fault('after')),
];

/** Everything the platform and the way to it can do wrong. */
export const kinds: Kind[] = [
	...atBoth('reset', (when) => ({ kind: 'drop', when })),
	...atBoth('timeout', (when) => ({ kind: 'hang', when })),
	atPlatform('timeout, acts late', { kind: 'late', ms: lateMs }),
	atPlatform('429, seconds', answer('before', 429, tooMany), true),
	atPlatform('429, date', answer('before', 429, { retryDateIn: 1 }), true),
	...[500, 502, 503, 504].flatMap((status) => atBoth(`${status}`, (when) => answer(when, status))),
	atPlatform('503, Retry-After', answer('before', 503, soon)),
	atPlatform('slow body', { kind: 'slow', ms: timeoutMs / 2 }),
	atPlatform('body too slow', { kind: 'slow', ms: timeoutMs * 3 }),
	atPlatform('truncated JSON', { kind: 'truncate' }),
	...atBoth('HTML 200', (when) => answer(when, 200, { headers: html, body: page })),
	...atBoth('error 200', (when) => answer(when, 200, { body: errorBody })),
	...atBoth('HTML 500', (when) => answer(when, 500, { headers: html, body: page })),
	atPlatform('token refused', answer('before', 401, noToken), true),
	atPlatform('token expired', { kind: 'expire', what: 'accessTokens' }, true),
	atPlatform('refresh refused', { kind: 'expire', what: 'sessions' }, true),
	atLogin('login down', answer('before', 503)),
	atLogin('login reset', { kind: 'drop', when: 'after' }),
	atLogin('login 429', answer('before', 429, soon)),
	atLogin('login HTML', answer('before', 200, { headers: html, body: page })),
	atLogin('login truncated', { kind: 'truncate' }),
	// It ends the run.
	atLogin('login refused', answer('before', 401, { body: { error: 'invalid_grant' } }), 'never'),
];
