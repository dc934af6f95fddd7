import { sellerForEach, signatureFor } from '../support/sandbox/seller';

const shop = sellerForEach();
const seconds = () => String(Math.floor(Date.now() / 1000));

it.each([
	['GAMECLUB04', 'sha1', 'demo-signing-key-gameclub'],
	['NEWSDAILY05', 'sha256', 'demo-signing-key-newsdaily'],
	['MUSICMONTH06', 'md5', 'demo-signing-key-musicmonth'],
])('%s takes a signature by %s and no other', async (apikey, algorithm, key) => {
	const asked = { apikey, userid: 'Zoë 1', timestamp: seconds(), extra: 'more' };
	const sign = signatureFor(asked, algorithm, key);
	const answers = [{ sign }, { sign, userid: 'other' }, {}].map(async (change) => {
		return (await shop.seller.identify({ ...asked, ...change })).data.status;
	});
	expect(await Promise.all(answers)).toEqual(['ACCEPTED', 'INVALID_REQUEST', 'ACCEPTED']);
});

it.each([
	[{ timestamp: undefined }, 'INVALID_REQUEST'],
	[{ timestamp: '1700000000000' }, 'INVALID_REQUEST'],
	[{ apikey: 'NOSUCHSERVICE' }, 'INVALID_SERVICE'],
	[{ apikey: 'OTHERSHOP01' }, 'INVALID_SERVICE'],
])('%j is refused with %s, which says nothing of the customer', async (change, status) => {
	const refused = { status, active: false, valid: false, msisdn: null };
	expect(await shop.seller.identify(change)).toMatchObject({ status: 200, data: refused });
});

describe.each([
	['subIdentify', /^\d{10}$/, true],
	['userIdentify', /^\d{13}$/, false],
])('%s.jsf', (page, timestamps, isSigned) => {
	const returnurl = 'https://shop.example/page?order=7&name=a%20b#x';
	const open = (change: Record<string, string | undefined> = {}) => {
		const asked = { apikey: 'GAMECLUB04', returnurl, timestamp: seconds(), handset: '33639980001' };
		return shop.seller.get(`/payment/pages/${page}.jsf`, { ...asked, ...change });
	};
	const back = async (change = {}) => new URL(String((await open(change)).headers.location));

	it('comes back with the customer if the visitor is known, signed if that is usual', async () => {
		await shop.seller.optIn();
		const address = await back();
		expect(address.href).toMatch(/^https:\/\/shop\.example\/page\?order=7&name=a%20b&.*#x$/);
		const { sign, ...query } = Object.fromEntries(address.searchParams);
		const known = { msisdn: '33639980001', operator: 'FR_DEMOTEL', identid: expect.any(String) };
		const own = { order: '7', name: 'a b', timestamp: expect.stringMatching(timestamps) };
		expect(query).toEqual({ ...own, ...(isSigned ? { userid: 'user-1' } : known) });
		const signature = signatureFor(query, 'SHA1', 'demo-signing-key-gameclub');
		expect(sign).toBe(isSigned ? signature : undefined);
		await shop.seller.set({ signedReturns: isSigned ? 'never' : 'always' });
		expect((await back()).searchParams.has('sign')).toBe(!isSigned);
	});

	it('comes back without a customer if nothing is known, and asks for the handset', async () => {
		expect((await back({ handset: '' })).search).not.toMatch(/identid|userid/);
		expect((await open({ handset: undefined })).data).toContain('Which handset are you?');
	});

	it('takes a signed address, and refuses others with a page', async () => {
		const asked = { apikey: 'MUSICMONTH06', returnurl, timestamp: seconds() };
		const sign = signatureFor(asked, 'md5', 'demo-signing-key-musicmonth');
		for (const [change, status] of [
			[{ ...asked, sign }, 302],
			[{ ...asked, sign, returnurl: 'https://other.example' }, 403],
			[{ returnurl: 'javascript:alert(1)' }, 400],
			[{ apikey: 'NOSUCHSERVICE' }, 404],
		] as const) {
			const answer = await open(change);
			expect(answer.status).toBe(status);
			if (status !== 302) expect(answer.headers['content-type']).toContain('text/html');
		}
	});
});
