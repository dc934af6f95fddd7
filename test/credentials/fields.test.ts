import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';

const type = new MobileBillingApi();
const named = (name: string) => type.properties.find((property) => property.name === name);

test('the fields a person fills in', () => {
	const shown = type.properties.filter((property) => property.type !== 'hidden');
	expect(shown.slice(0, 8).map(({ name }) => name)).toEqual([
		'tokenProvider',
		'authUrl',
		'baseUrl',
		'clientId',
		'clientSecret',
		'username',
		'password',
		'giftHeader',
	]);
	for (const { description, displayName } of shown) {
		expect(displayName).not.toBe('');
		expect(description).toEqual(expect.stringMatching(/./));
	}
});

test.each(['clientSecret', 'password', 'accessToken', 'refreshToken', 'tokenFingerprint'])(
	'%s is masked: the editor’s REST interface must not hand it out',
	(name) => {
		expect(named(name)?.typeOptions?.password).toBe(true);
	},
);

test.each([
	'accessToken',
	'refreshToken',
	'tokenFingerprint',
	'accessExpiresAt',
	'refreshExpiresAt',
	'issuedAt',
])('%s is n8n’s own and hidden', (name) => {
	expect(named(name)?.type).toBe('hidden');
});

test('exactly the access token is what expires', () => {
	const expirable = type.properties.filter(({ typeOptions }) => typeOptions?.expirable);
	expect(expirable.map(({ name }) => name)).toEqual(['accessToken']);
	// n8n logs in by itself for an empty one, before anything can tell it that this is a test.
	expect(named('accessToken')?.default).toBe('none');
});

test.each(['authUrl', 'clientSecret'])(
	'%s is asked for with the newer token address only',
	(name) => {
		expect(named(name)?.displayOptions).toEqual({ show: { tokenProvider: ['identityProvider'] } });
	},
);

test('no masked field has a value to begin with', () => {
	const masked = type.properties.filter(
		({ name, typeOptions }) => typeOptions?.password && name !== 'accessToken',
	);
	expect(masked.map(({ default: standard }) => standard)).toEqual(masked.map(() => ''));
});

test('the test of n8n asks the platform something that changes nothing', () => {
	expect(type.test.request.method ?? 'GET').toBe('GET');
	expect(type.test.request.baseURL).toBe('={{$credentials.baseUrl}}');
	expect(type.test.request.url).toMatch(/^\//);
});

test('and takes any answer but “unauthorized” for good: it needs no gifting rights', () => {
	expect(type.test.request.ignoreHttpStatusErrors).toEqual({ ignore: true, except: [401] });
	expect(type.test.rules).toEqual([
		{
			type: 'responseCode',
			properties: { value: 401, message: expect.stringContaining('does not accept its token') },
		},
	]);
});
