import { codeIn } from '../../platform/codes';

it.each([
	[
		'says: number is blacklisted – SUBSCRIBER_BLACKLISTED (HTTP 422)',
		'SUBSCRIBER_BLACKLISTED',
		true,
	],
	['INVALID_MSISDN', 'INVALID_MSISDN', true],
	['api.example.com says: INACTIVE', 'INACTIVE', undefined],
	['ERROR_42 – DAILY_LIMIT_EXCEEDED', 'DAILY_LIMIT_EXCEEDED', undefined],
])('in %j the code is %s', (text, code, isFinal) => {
	expect(codeIn(text)).toMatchObject({ code, ...(isFinal && { isFinal }) });
	expect(codeIn(text)?.isFinal).toBe(isFinal);
});

it.each(['', 'No response', 'NOT_INACTIVE', 'INACTIVE_SINCE', 'SOMETHING_NEW', 'inactive'])(
	'%j has no known code',
	(text) => {
		expect(codeIn(text)).toBeUndefined();
	},
);

it.each([
	['INVALID_MSISDN', /^Correct the phone number, or leave it out\.$/],
	['SUBSCRIBER_BLACKLISTED', /^Leave this number out, or ask your operator/],
	['INACTIVE', /^Ask your operator to activate the service, then retry\.$/],
	['DAILY_LIMIT_EXCEEDED', /tomorrow/],
	['MONTHLY_LIMIT_EXCEEDED', /next month/],
	['Signature validation failed! – INVALID_REQUEST', /^Check 'Signature Key'/],
])('the next step after %s is about its cause', (text, nextStep) => {
	const meaning = codeIn(text);
	expect(meaning?.nextStep).toMatch(nextStep);
	// A final error doesn't advise to retry.
	expect(meaning?.isFinal && /retry/i.test(meaning.nextStep)).toBeFalsy();
});
