import { readRefusal } from '../../../platform/answer';
import { isLetIn } from '../../../platform/reach';
import type { Answer } from '../../engine/core/request/platformRequest';
import { isIn, type Asked, type Facts } from './facts';

/** What the platform does, what that means, and the next step. */
export interface Finding {
	result: 'ok' | 'warning' | 'failed';
	seen: string;
	meaning: string;
	advice: string;
}

const finding =
	(result: Finding['result']) =>
	(seen: string, meaning: string, advice = 'Nothing to do.'): Finding => ({
		result,
		seen,
		meaning,
		advice,
	});

export const ok = finding('ok');
export const warning = finding('warning');
export const failed = finding('failed');

/** A question without an answer. */
export function noAnswer(trouble: string): Finding {
	const advice = 'Fix the cause, or run this again later.';
	return failed(trouble, 'There is no usable answer.', advice);
}

/** A question that wasn't asked, or not to its end. */
export function notChecked(why: string): Finding {
	const meaning = 'This says nothing about the platform.';
	return warning(`not checked: ${why}`, meaning, 'See the other checks, then run this again.');
}

/** Judges an answer, if there is one. */
export function judged(asked: Asked, judge: (answer: Answer) => Finding): Finding {
	if ('answer' in asked) return judge(asked.answer);
	return 'trouble' in asked ? noAnswer(asked.trouble) : notChecked(asked.notChecked);
}

/** An answer in a few characters: its status and the platform's code, never its prose. */
export function codeSaid({ status, body }: Answer): string {
	const { code = '' } = readRefusal(body);
	return /^[A-Za-z_]{2,40}$/.test(code) ? `HTTP ${status} ${code}` : `HTTP ${status}`;
}

/** Whether the account may use what gave this answer. */
export function product(facts: Facts, answer: Answer): Finding {
	const seen = codeSaid(answer);
	if (isLetIn(answer)) {
		return ok(seen, 'The platform lets the account in; the request was only a test.');
	}
	if (answer.status === 401) {
		const meaning = 'The login is refused here, so whether the account may use it is not known.';
		return failed(seen, meaning, 'Base Address and the identity provider must belong together.');
	}
	if (answer.status === 403) {
		const others = [facts.gifting, facts.payments, facts.search];
		const finding = others.some(isIn) ? warning : failed;
		const advice = 'If you need it, ask your operator to enable it for this account.';
		return finding(seen, 'The account may not use it.', advice);
	}
	const advice = 'Check Base Address in the credential, or run this again later.';
	return failed(seen, 'The address answers, but not as the platform does.', advice);
}
