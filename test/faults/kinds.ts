import type { Platform } from '../support/platform';
import { seed } from './tally';

type FaultRule = Parameters<Platform['faults']>[number];
type Fault = FaultRule['fault'];

/** One thing that goes wrong. */
export interface Kind {
	name: string;
	fault: Fault;
	/** Whether it shows that the platform has not acted: then nothing is in doubt. */
	isSure?: boolean;
	/** Whether it strikes requests for a token, and no others. */
	isAtLogin?: boolean;
	/** How the platform hides references in its records: then nothing can be told after a fault. */
	hidden?: 'null' | 'omit';
	endsRun?: boolean;
	/** It shows nothing with the other operations. */
	only?: 'changes' | 'ledgers';
}

/** Milliseconds after which the node under test gives a request up. */
export const timeoutMs = 1_500;
/** Seconds until lists show a new record; records have whole seconds, so it may be one more. */
export const listDelaySeconds = 0.2;
/** Seconds that the node under test gives the platform to settle: longer than it is late, and its lists after it. */
export const settleSeconds = 2;

const answer = (when: 'before' | 'after', status: number, more: object = {}): Fault => ({
	kind: 'answer',
	when,
	status,
	...more,
});
const kind = (name: string, fault: Fault, more: Partial<Kind> = {}): Kind => ({
	name,
	fault,
	...more,
});

const html = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>Sorry</h1>' };
const trouble = { body: { status: 'ERROR', errorMessage: 'database timeout' } };
/** Unclear answers of 200, in shapes that platforms use. */
const unknown = {
	code: { code: 4021, description: 'Not enough data' },
	errors: { errors: [{ code: 'E17', message: 'Not enough data' }] },
};
const named = { actionStatus: 'FAILED', transactionId: 5 };
const soon = { headers: { 'retry-after': '1' } };
/** A gateway's own words, which are no answer to a payment. */
const tooMany = { body: { status: 'TOO_MANY_REQUESTS' } };
const sure = { isSure: true };
const atLogin = { isSure: true, isAtLogin: true };

/** Everything that the platform and the way to it can do wrong. */
export const kinds: Kind[] = [
	...(['before', 'after'] as const).flatMap((when) =>
		[
			kind(`reset ${when} acting`, { kind: 'drop', when }),
			kind(`timeout ${when} acting`, { kind: 'hang', when }),
			...[408, 500, 502, 503, 504].map((code) =>
				kind(`${code} ${when} acting`, answer(when, code)),
			),
			// A page is a gateway's, which may have passed the request on, whatever its status says.
			...[200, 400, 403, 404, 406, 408, 500].map((code) =>
				kind(`HTML ${code} ${when} acting`, answer(when, code, html)),
			),
			kind(`error 200 ${when} acting`, answer(when, 200, trouble)),
			...Object.entries(unknown).map(([field, body]) =>
				kind(`${field} 200 ${when} acting`, answer(when, 200, { body })),
			),
			kind(`FAILED 200 ${when} acting`, answer(when, 200, { body: named }), { only: 'changes' }),
		].map((one): Kind => (when === 'after' ? { ...one, only: 'changes' } : one)),
	),
	kind('no 200', answer('before', 200, { body: { success: false } }), sure),
	// Later than the node waits.
	kind('acts late', { kind: 'late', ms: timeoutMs + 300 }),
	kind('503, Retry-After', answer('before', 503, soon)),
	kind('slow body', { kind: 'slow', ms: timeoutMs / 2 }),
	kind('body too slow', { kind: 'slow', ms: timeoutMs * 3 }),
	kind('truncated JSON', { kind: 'truncate' }),
	kind('429, seconds', answer('before', 429, { ...tooMany, ...soon }), sure),
	kind('429, date', answer('before', 429, { ...tooMany, retryDateIn: 1 }), sure),
	kind('token refused', answer('before', 401, { body: { status: 'TOKEN_EXPIRED' } }), sure),
	kind('token expired', { kind: 'expire', what: 'accessTokens' }, sure),
	kind('refresh refused', { kind: 'expire', what: 'sessions' }, sure),
	kind('login down', answer('before', 503), atLogin),
	kind('login reset', { kind: 'drop', when: 'after' }, atLogin),
	kind('login 429', answer('before', 429, soon), atLogin),
	kind('login HTML', answer('before', 200, html), atLogin),
	kind('login truncated', { kind: 'truncate' }, atLogin),
	kind('login refused', answer('before', 401, { body: { error: 'invalid_grant' } }), {
		...atLogin,
		endsRun: true,
	}),
	...(['null', 'omit'] as const).map((hidden) =>
		kind(`references ${hidden}`, { kind: 'drop', when: 'after' }, { hidden, only: 'ledgers' }),
	),
];

/** The rules by which a kind strikes requests of these paths, or those for a token. */
export function rulesOf(
	{ fault, isAtLogin, hidden: how }: Kind,
	strike: Pick<FaultRule, 'chance' | 'times'>,
	paths: string[],
	salt: number,
): FaultRule[] {
	const fields = ['clientId', 'merchantReference'];
	const places = isAtLogin ? ['*/token'] : paths;
	return [
		...places.map((path) => ({ path, fault, seed: seed + salt, ...strike })),
		...(how ? [{ path: '*/transaction*', fault: { kind: 'conceal' as const, how, fields } }] : []),
	];
}
