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
