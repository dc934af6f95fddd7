import { isObject, isSuccess, readRefusal } from './answer';
import { unixSecondsOf } from './times';

/** One line of the report: what was checked, what the platform does, what that means, and the next step. */
export interface Finding {
	check: string;
	result: 'ok' | 'warning' | 'failed';
	seen: string;
	meaning: string;
	advice: string;
}

/** An answer as the checks read it. */
export interface SeenAnswer {
	status: number;
	body: unknown;
}

/** Why a request gave no answer, in words: it failed, or it was not sent or not waited for. */
type NoAnswer = { trouble: string; isRefusal?: boolean } | { notChecked: string };

/** What a request gave. */
export type Probe<T = SeenAnswer> = { answer: T } | NoAnswer;

/** Makes a finding; without advice there is nothing to do. */
export function finding(
	check: string,
	result: Finding['result'],
	words: { seen: string; meaning: string; advice?: string },
): Finding {
	const { seen, meaning, advice = 'Nothing to do.' } = words;
	return { check, result, seen, meaning, advice };
}

/** The finding of a check without an answer. */
export function unseen(check: string, probe: NoAnswer): Finding {
	if ('trouble' in probe) {
		return finding(check, 'failed', {
			seen: probe.trouble,
			meaning: 'There is no usable answer.',
			advice: 'Fix the cause, or run this again later.',
		});
	}
	return finding(check, 'warning', {
		seen: `not checked: ${probe.notChecked}`,
		meaning: 'This says nothing about the platform.',
		advice: 'See the other checks, then run this again.',
	});
}

/** One read for each thing an account may be for; they change and charge nothing. */
export function reachProbes(now: number) {
	return {
		gifting: { method: 'GET' as const, path: '/datagifting/v1/services' },
		payments: {
			method: 'POST' as const,
			path: '/api/payment/1_4/subscription',
			body: { apikey: 'TEST', userid: 'test', timestamp: unixSecondsOf(now) },
		},
		searches: {
			method: 'POST' as const,
			path: '/v1/transactions',
			body: { transactionId: '0' },
		},
	};
}

/** Whether an answer shows that the account was let in: a page that is not found is no platform. */
export function isLetIn({ status, body }: SeenAnswer): boolean {
	const isRequestError = status >= 400 && status < 500 && status !== 401 && status !== 403;
	return isSuccess(status) || (isRequestError && isObject(body));
}

/** An answer in a few characters: its status and the platform's code, never its prose. */
export function codeSaid({ status, body }: SeenAnswer): string {
	const { code = '' } = readRefusal(body);
	return /^[A-Za-z_]{2,40}$/.test(code) ? `HTTP ${status} ${code}` : `HTTP ${status}`;
}
