import { itemsOf, Office } from '../support/pollOffice';
import { errorOf } from '../support/runNode';

let office: Office;

beforeAll(async () => {
	office = await Office.open();
});
afterAll(() => office.close());

const threeHeaders = {
	searchLogin: 'headers',
	searchUser: 'demo-search',
	searchSecret: 'demo-search-key',
	searchAlgorithm: 'sha1',
	userHeader: 'user',
	signatureHeader: 'signature',
	timestampHeader: 'timestamp',
};

async function withLogin(change: object, settings: object = {}) {
	await office.fresh({ ...threeHeaders, ...change });
	await office.seller.set({ queryLogin: 'headers', ...settings });
	office.sell(Date.now());
	return await office.getMany('transaction');
}

describe('the login of a search', () => {
	it('is the Bearer token unless the credential says otherwise', async () => {
		await office.fresh();
		office.sell(Date.now());
		expect(itemsOf(await office.getMany('transaction'))).toHaveLength(1);
		const [search] = office.searches;
		expect(search?.headers.authorization).toMatch(/^Bearer ./);
		expect(search?.headers).not.toHaveProperty('x-search-login');
		expect(search?.headers).not.toHaveProperty('signature');
	});

	it.each([
		['sha1', 'SHA1'],
		['sha256', 'SHA256'],
		['md5', 'MD5'],
	])('is user, timestamp and a signature by HMAC %s', async (searchAlgorithm, queryAlgorithm) => {
		expect(itemsOf(await withLogin({ searchAlgorithm }, { queryAlgorithm }))).toHaveLength(1);
		const [search] = office.searches;
		expect(search?.headers).toMatchObject({
			user: 'demo-search',
			timestamp: expect.stringMatching(/^\d{10}$/) as string,
			signature: expect.stringMatching(/^[0-9a-f]+$/) as string,
		});
		expect(search?.headers).not.toHaveProperty('authorization');
		expect(search?.headers).not.toHaveProperty('x-search-login');
	});

	it('is in headers of the names the operator gave', async () => {
		const headers = {
			userHeader: 'X-Api-User',
			signatureHeader: 'X-Api-Sign',
			timestampHeader: 'X-Api-Time',
		};
		const settings = {
			queryUserHeader: 'X-Api-User',
			querySignatureHeader: 'X-Api-Sign',
			queryTimestampHeader: 'X-Api-Time',
		};
		expect(itemsOf(await withLogin(headers, settings))).toHaveLength(1);
		expect(office.searches[0]?.headers).toMatchObject({ 'x-api-user': 'demo-search' });
	});

	it('is in headers of the usual names when a name is none', async () => {
		expect(itemsOf(await withLogin({ userHeader: 'my user:', signatureHeader: '' }))).toHaveLength(
			1,
		);
	});

	it.each([
		['the key is wrong', { searchSecret: 'another key' }, 'the signature is wrong'],
		['the user is unknown', { searchUser: 'nobody' }, 'the user is not known'],
		['the algorithm is another', { searchAlgorithm: 'md5' }, 'the signature is wrong'],
	])('is refused in words when %s', async (_what, change, words) => {
		const run = await withLogin(change);
		expect(errorOf(run)?.message).toContain(words);
		expect(JSON.stringify(run.data.resultData)).not.toContain('demo-search-key');
	});

	it('is for searches alone: other operations keep the token', async () => {
		await withLogin({});
		office.recorder.sent.length = 0;
		await office.checkStatus('user-1');
		expect(office.recorder.sent[0]?.headers.authorization).toMatch(/^Bearer ./);
		expect(office.recorder.sent[0]?.headers).not.toHaveProperty('signature');
	});

	it('is renewed when the token is no longer taken', async () => {
		await office.fresh();
		office.sell(Date.now());
		await office.seller.http.post('/_sandbox/expire-access-tokens');
		expect(itemsOf(await office.getMany('transaction'))).toHaveLength(1);
		expect(office.credentials.stores).toBe(1);
	});
});
