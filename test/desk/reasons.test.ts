import { inReadersLanguage } from '../../desk/language';
import { countedReasons, problemReason, reasonOf } from '../../desk/reasons';
import { failedBy, unanswered } from '../../nodes/engine/core/request/errors';
import { accountOf } from '../../platform/account';
import { phrase, phraseOf, storedText } from '../../platform/say';
import { readTokenAnswer } from '../../platform/token';
import { accountAt } from '../support/platform';

/** The message of a campaign that can't log in. */
function login(status: number, body: unknown): string {
	const account = accountOf(accountAt('https://billing.example.com:8443'));
	try {
		readTokenAnswer(account, { type: 'password', hasGiven: false }, { status, body }, 0);
	} catch (error) {
		return unanswered('billing.example.com', error).error.message;
	}
	throw new Error('It gave a token');
}

const says = (body: unknown, status = 400) => failedBy({ status, body }).message;
const cut = unanswered('billing.example.com', Object.assign(new Error(), { code: 'ECONNREFUSED' }));
const refused = { error: 'invalid_grant', error_description: 'No user 33639980011' };
const busy = { error: 'server_error', error_description: 'Not for 33639980011' };

const examples: [stored: string, code: string, view: string][] = [
	[
		says({ errorMessage: 'Number 33639980011 – SUBSCRIBER_BLACKLISTED' }, 422),
		'SUBSCRIBER_BLACKLISTED',
		'The number is blacklisted (SUBSCRIBER_BLACKLISTED)',
	],
	[
		says({ errorMessage: 'Blocked: +33 639 98 00 11' }),
		'HTTP 400',
		'The platform says: … (HTTP 400)',
	],
	[says({ errorMessage: 'Not for Ada' }, 200), 'other', 'The platform says: …'],
	[
		cut.error.message,
		'other',
		"The platform can't be reached: nothing answers at this address (connection refused)",
	],
	[
		'The look-up failed: The platform says: Not for Ada (HTTP 400)',
		'HTTP 400',
		'The look-up failed: The platform says: … (HTTP 400)',
	],
	[
		'Outcome unknown: the reference may have been used before. The platform shows a similar reference, SPRING-33639980011',
		'other',
		'Outcome unknown: the reference may have been used before. The platform shows a similar reference, …',
	],
	['2,000 MB of 7,654,321 are left', 'other', '2,000 MB of 7,654,321 are left'],
];

it.each(examples)('of %j, the code is %s, and who sees no customers reads: %s', (...example) => {
	const [stored, code, words] = example;
	expect(reasonOf(stored, false)).toEqual({ code, words });
	expect(reasonOf(stored, true).code).toBe(code);
	expect(problemReason(stored, true)).toEqual({ code, words: stored });
});

it.each([login(401, refused), login(503, busy), login(200, busy), login(404, '')])(
	'no word of the identity provider is told to everybody: %s',
	(stored) => {
		expect(problemReason(stored, false).words).not.toMatch(/33639980011|https:/);
		expect(problemReason(stored, true).words).toBe(stored);
	},
);

it('a paused campaign names its buttons and the reason in the language of the reader', () => {
	const words =
		'Paused, because rows failed one after the other for one reason. Fix the cause, such as an empty data pool, then press “Resume” and “Retry failed”.';
	const reason = phraseOf(says({ errorMessage: 'Not for Ada' }));
	const stored = storedText(phrase`${phraseOf(words)} The reason: ${reason}`);
	const told = (withCustomers: boolean) =>
		inReadersLanguage({ query: { lang: 'de' } }, () => problemReason(stored, withCustomers).words);
	expect(told(true)).toMatch(/^Pausiert.*„Fehlgeschlagene wiederholen“\. Der Grund: .*Not for Ada/);
	expect(told(false)).toMatch(
		/„Fehlgeschlagene wiederholen“\. Der Grund: The platform says: … \(HTTP 400\)$/,
	);
});

it('reasons that differ only in a number are one, the most frequent first', () => {
	const counted = {
		'The platform says: no 1 (HTTP 400)': 2,
		'The platform says: no 2 (HTTP 400)': 3,
		'The platform says: no 2 (HTTP 409)': 4,
		'Number 33639980001 is blocked': 1,
	};
	expect(countedReasons(counted, true)).toEqual([
		{ code: 'HTTP 400', words: 'The platform says: no … (HTTP 400)', rows: 5 },
		{ code: 'HTTP 409', words: 'The platform says: no 2 (HTTP 409)', rows: 4 },
		{ code: 'other', words: 'Number 33639980001 is blocked', rows: 1 },
	]);
	expect(countedReasons(counted, false)[0]).toEqual({
		code: 'HTTP 400',
		words: 'The platform says: … (HTTP 400)',
		rows: 5,
	});
});

it('readers without customers see nothing that a list within a text quotes', () => {
	const stored = storedText(phrase`numbers, such as ${{ list: ['+33639980011'], more: '1 more' }}`);
	expect(problemReason(stored, true).words).toBe('numbers, such as +33639980011 and 1 more');
	expect(problemReason(stored, false).words).toBe('numbers, such as … and …');
});
