import type { Platform } from '../../support/platform';

type FaultRule = Parameters<Platform['faults']>[number];
type Fault = FaultRule['fault'];

/** Which of the matching requests a rule strikes. */
export type Strike = Pick<FaultRule, 'chance' | 'seed'>;

/** One thing that goes wrong. */
export interface Kind {
	name: string;
	/** Whether an answer or its absence shows that the platform has not acted. */
	isSure: boolean;
	/** How often it strikes when all strike at once; a `rare` one strikes every request that is under way. */
	inChaos: 'usual' | 'rare' | 'never';
	/** What has gone wrong when the run begins. */
	begin?(platform: Platform): void;
	rules(strike: Strike, paths: string[]): FaultRule[];
}

/** Milliseconds after which the node under test gives a request up. */
export const timeoutMs = 1_500;

/** Milliseconds after which a platform that is late acts: later than anybody waits. */
export const lateMs = timeoutMs + 300;

/** How long a list does not show yet what was done; records have whole seconds, so it is up to a second more. */
export const listDelaySeconds = 0.2;

/** Milliseconds after which a list shows it for sure. */
export const listedAfterMs = 1_300;

/** Seconds that the node under test gives the platform to settle: longer than it is late, and its lists after it. */
export const settlingTime = 2;

const page = '<!doctype html><title>Gateway</title><h1>Something went wrong</h1>';
const html = { 'content-type': 'text/html' };
/** What some platforms send with 200. */
export const errorBody = { status: 'ERROR', errorMessage: 'database timeout' };
const answer = (when: 'before' | 'after', status: number, more: object = {}): Fault => ({
	kind: 'answer',
	when,
	status,
	...more,
});

/** At requests for anything but a token. */
const atPlatform = (name: string, fault: Fault, isSure = false): Kind => ({
	name,
	isSure,
	inChaos: fault.kind === 'expire' ? 'rare' : 'usual',
	rules: (strike, paths) => paths.map((path) => ({ path, fault, ...strike })),
});

/** At requests for a token, when the one there is has expired. */
const atLogin = (name: string, fault: Fault, inChaos: Kind['inChaos'] = 'usual'): Kind => ({
	name,
	isSure: true,
	inChaos,
	begin: (platform) => {
		platform.expireAccessTokens();
	},
	rules: (strike) => [{ path: '*/token', fault, ...strike }],
});

const serverErrors = [500, 502, 503, 504].flatMap((status) => [
	atPlatform(`${status} before acting`, answer('before', status)),
	atPlatform(`${status} after acting`, answer('after', status)),
]);

/** Everything the platform and the way to it can do wrong. */
export const kinds: Kind[] = [
	atPlatform('reset before acting', { kind: 'drop', when: 'before' }),
	atPlatform('reset after acting', { kind: 'drop', when: 'after' }),
	atPlatform('time-out, never acts', { kind: 'hang', when: 'before' }),
	atPlatform('time-out after acting', { kind: 'hang', when: 'after' }),
	atPlatform('time-out, acts late', { kind: 'late', ms: lateMs }),
	atPlatform('429, seconds', answer('before', 429, { headers: { 'retry-after': '1' } }), true),
	atPlatform('429, date', answer('before', 429, { retryDateIn: 1 }), true),
	...serverErrors,
	atPlatform('503, Retry-After', answer('before', 503, { headers: { 'retry-after': '1' } }), true),
	atPlatform('slow body', { kind: 'slow', ms: timeoutMs / 2 }),
	atPlatform('body too slow', { kind: 'slow', ms: timeoutMs * 3 }),
	atPlatform('truncated JSON', { kind: 'truncate' }),
	atPlatform('HTML 200 before', answer('before', 200, { headers: html, body: page })),
	atPlatform('HTML 200 after', answer('after', 200, { headers: html, body: page })),
	atPlatform('error 200 before', answer('before', 200, { body: errorBody })),
	atPlatform('error 200 after', answer('after', 200, { body: errorBody })),
	atPlatform('HTML 500 before', answer('before', 500, { headers: html, body: page })),
	atPlatform('HTML 500 after', answer('after', 500, { headers: html, body: page })),
	atPlatform('token refused', answer('before', 401), true),
	atPlatform('token expired', { kind: 'expire', what: 'accessTokens' }, true),
	atPlatform('refresh refused', { kind: 'expire', what: 'sessions' }, true),
	atLogin('login down', answer('before', 503)),
	atLogin('login reset', { kind: 'drop', when: 'after' }),
	atLogin('login 429', answer('before', 429, { headers: { 'retry-after': '1' } })),
	atLogin('login HTML', answer('before', 200, { headers: html, body: page })),
	atLogin('login truncated', { kind: 'truncate' }),
	// It ends the run.
	atLogin('login refused', answer('before', 401, { body: { error: 'invalid_grant' } }), 'never'),
];
