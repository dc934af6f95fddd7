import { withoutNumbers } from '../../lists/withoutNumbers';
import { failedBy, unanswered } from '../../nodes/engine/core/request/errors';
import { accountOf } from '../../platform/account';
import { readTokenAnswer } from '../../platform/token';
import { accountAt } from '../support/platform';

/** What a person reads of the answer of a token address. */
function login(status: number, body: unknown, change: object = {}): string {
	const account = accountOf({ ...accountAt('https://billing.example.com:8443'), ...change });
	try {
		readTokenAnswer(account, { type: 'password', hasGiven: false }, { status, body }, 0);
	} catch (error) {
		const { message, advice = '' } = unanswered('billing.example.com', error).error;
		return `${message}. ${advice}`;
	}
	throw new Error('It gave a token');
}

const says = (body: unknown, status = 400) => failedBy({ status, body }).message;
const cut = (code: string) => {
	const { error } = unanswered('127.0.0.1:8080', Object.assign(new Error(), { code }));
	return `${error.message}. ${error.advice}`;
};
const wrong = { error: 'invalid_grant', error_description: 'Invalid user credentials' };
const client = { error: 'invalid_client', error_description: 'Bad client at auth.example.com.' };
const fix = 'Nothing was sent. Fix the credential, then run the list again.';
const check = "Check 'User Name' and 'Password' in the credential";

it.each([
	[
		login(401, wrong),
		`Wrong user name or password, or a locked account. The identity provider says “Invalid user credentials”. ${check}. ${fix}`,
	],
	[
		login(401, client),
		`Wrong client ID or client secret. The identity provider says “Bad client at the platform.”. Check 'Client ID' and 'Client Secret' in the credential. ${fix}`,
	],
	[
		login(200, '', { authUrl: 'billing' }),
		`'Identity Provider Address' in the credential must be a web address. Write it in full, for example …. ${fix}`,
	],
	[says({ errorMessage: 'Blocked: +33 639 98 00 11' }), 'The platform says: Blocked: … (HTTP 400)'],
	[
		says({ errorMessage: 'Ask (api.example.com) or https://help.example.com/x?msisdn=1.' }),
		'The platform says: Ask or the platform. (HTTP 400)',
	],
	[
		cut('ECONNREFUSED'),
		"The platform can't be reached: nothing answers at this address (connection refused). Nothing was sent. Check Base Address in the credential and the connection of this n8n.",
	],
	['2026-11-25 was over. Row 12.', '2026-11-25 was over. Row 12.'],
])('%j is told without numbers and addresses', (told, words) => {
	expect(withoutNumbers(told)).toBe(words);
	expect(withoutNumbers(told)).not.toMatch(/(platform|provider) the (platform|provider)/i);
});
