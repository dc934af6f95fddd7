import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';

const type = new MobileBillingApi();
const named = (name: string) => type.properties.find((property) => property.name === name);

test('every field a person fills in is described', () => {
	const all = [...type.properties, ...new MobileBillingServiceApi().properties];
	for (const property of all.filter(({ type: kind }) => kind !== 'hidden')) {
		expect(property.displayName).not.toBe('');
		expect(property.description).toEqual(expect.stringMatching(/[^.]$/));
	}
});

test.each(['clientSecret', 'password', 'accessToken', 'refreshToken', 'tokenFingerprint'])(
	'%s is masked: the editor’s REST interface must not show it',
	(name) => {
		expect(named(name)?.typeOptions?.password).toBe(true);
	},
);

test('what n8n stores by itself is hidden', () => {
	const hidden = type.properties.filter((property) => property.type === 'hidden');
	expect(
		hidden
			.map(({ name }) => name)
			.sort()
			.join(),
	).toBe('accessExpiresAt,accessToken,issuedAt,refreshExpiresAt,refreshToken,tokenFingerprint');
});

test('exactly the access token is what expires', () => {
	const expirable = type.properties.filter(({ typeOptions }) => typeOptions?.expirable);
	expect(expirable.map(({ name }) => name)).toEqual(['accessToken']);
	// n8n logs in by itself for an empty one, before anything can tell it that this is a test.
	expect(named('accessToken')?.default).toBe('none');
});

test('the test of n8n changes nothing, and leaves the verdict to preAuthentication', () => {
	expect(type.test.request).toMatchObject({
		baseURL: '={{$credentials.baseUrl}}',
		url: '/datagifting/v1/services',
		ignoreHttpStatusErrors: true,
	});
	expect(type.test.request.method ?? 'GET').toBe('GET');
	expect(type.test.rules).toBeUndefined();
});

test('each service has its own signature key and panel login', () => {
	const service = new MobileBillingServiceApi();
	const more = service.properties.find(({ name }) => name === 'moreServices');
	const [{ values = [] } = {}] = (more?.options ?? []) as { values?: { name: string }[] }[];
	const names = values.map(({ name }) => name);
	expect(names).toEqual(
		expect.arrayContaining(['signingSecret', 'panelUsername', 'panelPasswordHash']),
	);
	expect(service.properties.map(({ name }) => name)).toEqual([...names, 'moreServices']);
});
