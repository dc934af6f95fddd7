import type { PlatformRecord } from '../../../platform/answer';
import { isLetIn } from '../../../platform/reach';
import { mask } from '../../../platform/redact';
import type { Answer } from '../../engine/core/request/platformRequest';
import { shapeOf, type Facts } from './facts';
import {
	codeSaid,
	failed,
	judged,
	noAnswer,
	notChecked,
	ok,
	product,
	warning,
	type Finding,
} from './finding';
import { dataPools, giftReferences, gifting } from './giftFindings';

/** The checks by name, in the order of the report. */
const checks: Record<string, (facts: Facts) => Finding> = {
	Login: login,
	Clock: clock,
	Gifting: gifting,
	'Gift References': giftReferences,
	'Data Pools': dataPools,
	Payments: (facts) => judged(facts.payments, (answer) => product(facts, answer)),
	Searches: searches,
};

/** Digits in a row, also with spaces or hyphens between: what can be a phone number. */
const maybeNumber = /\+?\d(?:[\s-]?\d){6,}/g;

/** A token that lives shorter is renewed for almost every request. */
const shortLifeSeconds = 60;
/** A difference that matters to nobody: answers take a while, and `Date` has whole seconds. */
const smallDifferenceSeconds = 10;
/** Signed headers are valid for 60 s (public facts, “Search authentication”); the rest is for the way. */
const signedLifeSeconds = 50;

/** The finding of each check, fit to be sent to an operator. */
export function findingsOf(facts: Facts): PlatformRecord[] {
	return Object.entries(checks).map(([check, judge]) => {
		const finding = judge(facts);
		return { check, ...finding, seen: finding.seen.replace(maybeNumber, mask) };
	});
}

/** Gifting needs a token in any case, so it tells whether there is one. */
function login({ gifting: asked, tokens }: Facts): Finding {
	if ('login' in asked && asked.login) return noAnswer(asked.login);
	const { accessToken, refreshToken, accessExpiresAt, issuedAt } = tokens;
	if (accessToken === '') return judged(asked, () => notChecked('no token'));
	const seconds = Math.round((accessExpiresAt - issuedAt) / 1000);
	const life = accessExpiresAt === 0 ? 'an unknown time' : `${seconds.toLocaleString('en')} s`;
	const refresh = refreshToken === '' ? 'without a refresh token' : 'with a refresh token';
	const seen = `a token for ${life}, ${refresh}`;
	if (accessExpiresAt !== 0 && seconds < shortLifeSeconds) {
		return warning(
			seen,
			'Lists spend much of their time on logins, and a token may expire before a PIN arrives.',
			'Ask your operator for tokens that live five minutes.',
		);
	}
	const means = refreshToken === '' ? 'with' : 'without';
	return ok(seen, `The login is right. Tokens are renewed ${means} the password.`);
}

function clock({ clockDifferenceSeconds: difference }: Facts): Finding {
	if (difference === undefined) return notChecked('no answer showed the time');
	const size = Math.abs(difference);
	if (size < smallDifferenceSeconds)
		return ok('the clocks agree to seconds', 'Timestamps are right.');
	const where = difference > 0 ? 'ahead of' : 'behind';
	return warning(
		`the platform's clock is ${size.toLocaleString('en')} s ${where} this machine's`,
		'Signed headers are valid for 60 seconds, and timestamps of identifications may be refused, too.',
		"Set this machine's clock by NTP. If it is right, tell your operator.",
	);
}

function searches(facts: Facts): Finding {
	return judged(facts.search, (answer) => {
		const { isSigned, tokenIssuedAt, status } = answer;
		const signed = tokenIssuedAt === undefined ? 'Signed Headers' : 'Bearer and Signed Headers';
		const mode = isSigned ? signed : 'Bearer Token';
		if (isLetIn(answer)) return searchAnswer(answer, mode);
		if (status !== 401) return product(facts, answer);
		return failed(
			`${mode}: ${codeSaid(answer)}`,
			"Searches and the transaction trigger don't work, and a payment without a response ends as outcome unknown.",
			searchAdvice(facts, isSigned),
		);
	});
}

function searchAdvice({ takesToken, clockDifferenceSeconds = 0 }: Facts, isSigned = false): string {
	if (!isSigned) {
		return 'Ask your operator for a Search User and a Search Signature Key, and set Search Authentication to Signed Headers.';
	}
	if (takesToken) {
		return 'Set Search Authentication to Bearer Token, which the platform accepts.';
	}
	return Math.abs(clockDifferenceSeconds) > signedLifeSeconds
		? 'Set the clock first: signed headers are valid for 60 seconds.'
		: 'Check Search User, Search Signature Key and the names of the three headers.';
}

function searchAnswer(answer: Answer, mode: string): Finding {
	const shape = shapeOf(answer);
	if (shape === 'list') {
		const meaning = 'Get Many, look-ups of payments and the transaction trigger see every record.';
		return ok(`a list, by ${mode}`, meaning);
	}
	if (shape === 'record') {
		return warning(
			`a single record, by ${mode}`,
			"However many records match, one is shown: Get Many misses the others, the transaction trigger doesn't work, and a payment without a response may end as outcome unknown.",
			'Narrow filters until only one record can match, and use the Mobile Billing Trigger. Ask your operator for a version that answers with lists.',
		);
	}
	return warning(
		`no record of the last 30 days, by ${mode} (${codeSaid(answer)})`,
		'Whether a search shows a list or a single record is not known.',
		'Run this again when there is a transaction.',
	);
}
