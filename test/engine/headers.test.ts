import { accountAt, n8nWith } from '../support/platform';
import { startEndpoint } from '../support/endpoint';
import { giveTo, recipients } from '../support/gifting';

test('a gift leaves as JSON and asks for JSON, with the token in both headers', async () => {
	const endpoint = await startEndpoint(({ path }) => ({
		body: path.endsWith('/token')
			? { access_token: 'abc', expires_in: 60 }
			: { status: 'ASSIGNED' },
	}));
	await giveTo(n8nWith(accountAt(endpoint.url)), recipients(1));
	await endpoint.close();
	const [, gift] = endpoint.seen;
	expect(gift?.headers).toMatchObject({
		'content-type': 'application/json',
		accept: expect.stringMatching(/^application\/json/),
		authorization: 'Bearer abc',
		token: 'abc',
	});
	expect(JSON.parse(gift?.body ?? '')).toMatchObject({ clientId: 'gift-0' });
});
