import { formToken, isFormToken, isSentByPage } from '../../desk/formToken';

const now = Date.parse('2026-11-25T10:00:00Z');
const signer = { secret: 'of the account', login: 'Basic YWRhOmI=' };
const hour = 3_600_000;
const token = formToken(signer, now);

it.each<[string, boolean, string?, number?, object?]>([
	['its own token', true],
	['a token of twelve hours', true, token, now + 12 * hour],
	['an older token', false, token, now + 12 * hour + 1],
	['a token of tomorrow', false, token, now - 1],
	['a token of another login', false, token, now, { login: '' }],
	['a token of another account', false, token, now, { secret: 'x' }],
	['another time', false, token.replace(/^\d+/, String(now + 1)), now + 1],
	['no token', false, ''],
	['no time', false, token.replace(/^\d+/, '')],
	['a cut token', false, token.slice(0, -1)],
	['a time alone', false, `${now}.`],
])('for %s the answer is %s', (_, isOwn, sent = token, at = now, other = {}) => {
	expect(isFormToken({ ...signer, ...other }, sent, at)).toBe(isOwn);
});

it.each([
	[true, { 'sec-fetch-site': 'cross-site', host: 'x' }],
	[true, { 'sec-fetch-site': 'none' }],
	[true, { origin: 'null' }],
	[true, { Origin: 'https://evil.example' }],
	[false, { 'user-agent': 'Mozilla/5.0', accept: 'text/html', 'x-origin': 'a' }],
	[false, {}],
])('whether a page sent it is %s of %j', (isPage, headers) => {
	expect(isSentByPage(headers)).toBe(isPage);
});
