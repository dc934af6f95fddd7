import { sellerForEach } from '../support/sandbox/seller';

const shop = sellerForEach();
const giftPath = '/datagifting/v1/service/transaction';
const faults = async (...rules: object[]) => {
	const { status, data } = await shop.seller.http.put('/_sandbox/faults', rules);
	if (status !== 200) throw new Error(data.errorMessage);
};
const given = () => shop.seller.sandbox.world.ledger.gifts('LOYALTYDATA01').length;
const body = { a: 1 };
const headers = { 'retry-after': '2' };

/** A gift whose sender waits for 300 ms, as [HTTP status, or the error; the body]. */
async function gift(): Promise<[unknown, unknown]> {
	shop.seller.http.defaults.timeout = 300;
	try {
		const { status, data } = await shop.seller.gift();
		return [status, data];
	} catch (error) {
		return [(error as { code: string }).code, undefined];
	} finally {
		shop.seller.http.defaults.timeout = 0;
	}
}

it.each<[object, unknown, number]>([
	[{ kind: 'drop' }, 'ECONNRESET', 0],
	[{ kind: 'drop', when: 'after' }, 'ECONNRESET', 1],
	[{ kind: 'hang' }, 'ECONNABORTED', 0],
	[{ kind: 'hang', when: 'after' }, 'ECONNABORTED', 1],
	[{ kind: 'delay', ms: 60_000 }, 'ECONNABORTED', 0],
	[{ kind: 'delay', when: 'after', ms: 60_000 }, 'ECONNABORTED', 1],
	[{ kind: 'answer', status: 503, body }, 503, 0],
	[{ kind: 'answer', when: 'after', status: 503, body }, 503, 1],
	[{ kind: 'late', ms: 60_000 }, 'ECONNABORTED', 0],
	[{ kind: 'late', ms: 1 }, 'ECONNABORTED', 1],
	[{ kind: 'slow', ms: 20 }, 200, 1],
	[{ kind: 'truncate' }, 200, 1],
	[{ kind: 'expire', what: 'accessTokens' }, 401, 0],
])('%j: the sender gets %s, and gifts are given %i times', async (fault, result, gifts) => {
	await faults({ path: giftPath, fault });
	const [status, data] = await gift();
	expect([status, given()]).toEqual([result, gifts]);
	if (status === 503) expect(data).toEqual(body);
	if ('kind' in fault && fault.kind === 'truncate') expect(typeof data).toBe('string');
});

it('an answer has the headers it is given, or a date to retry at', async () => {
	await faults({ fault: { kind: 'answer', status: 429, headers } });
	expect((await shop.seller.gift()).headers).toMatchObject(headers);
	await faults({ fault: { kind: 'answer', status: 429, retryDateIn: 60, body: '<html>' } });
	const answer = await shop.seller.gift();
	const seconds = (Date.parse(String(answer.headers['retry-after'])) - Date.now()) / 1000;
	expect(Math.round(seconds / 10)).toBe(6);
	expect(answer.data).toBe('<html>');
});

it.each([
	['null', { clientId: null, amount: 100 }],
	['omit', { amount: 100 }],
])('fields are hidden: %s', async (how, shown) => {
	await shop.seller.gift();
	await faults({ method: 'GET', fault: { kind: 'conceal', fields: ['clientId', 'msisdn'], how } });
	const params = { serviceKey: 'LOYALTYDATA01' };
	const [record] = (await shop.seller.get('/datagifting/v1/transaction', params)).data;
	const { clientId, amount } = record;
	expect({ ...('clientId' in record && { clientId }), amount }).toEqual(shown);
});

const fault = { kind: 'answer', status: 500 };
it.each<[object[], string]>([
	[[{ fault, every: 3, times: 2 }], '001001000'],
	[[{ fault, times: 1 }], '100000000'],
	[[{ fault, method: 'get' }], '000000000'],
	[[{ fault, path: '/datagifting/*/service/*' }], '111111111'],
	[[{ fault, path: '/datagifting' }], '000000000'],
	[[{ fault, chance: 0 }], '000000000'],
	[[{ fault, chance: 0.5, seed: 3 }], 'by chance'],
	[[{ fault, every: 2 }, { fault: { ...fault, status: 502 } }], '212121212'],
])('rules %j strike at %s', async (rules, expected) => {
	const strikes = async () => {
		await faults(...rules);
		const results: string[] = [];
		for (let n = 0; n < 9; n += 1) {
			const { status } = await shop.seller.gift();
			results.push({ 500: '1', 502: '2' }[status] ?? '0');
		}
		return results.join('');
	};
	const first = await strikes();
	if (expected === 'by chance') expect(first).toMatch(/0.*1|1.*0/);
	else expect(first).toBe(expected);
	expect(await strikes()).toBe(first);
	const report = (await shop.seller.http.get('/_sandbox/faults')).data;
	expect(report[0].struck).toBe([...first].filter((one) => one === '1').length);
	expect((await shop.seller.http.delete('/_sandbox/faults')).data).toEqual([]);
});

it.each([
	[{ rules: [] }],
	[[{ fault: { kind: 'gremlin' } }]],
	[[{ fault: { kind: 'delay' } }]],
	[[{ fault: { kind: 'drop' }, chance: 2 }]],
	[[{ fault: { kind: 'drop' }, sometimes: true }]],
])('rules %j are refused in words', async (rules) => {
	const answer = await shop.seller.http.put('/_sandbox/faults', rules);
	expect([answer.status, typeof answer.data.errorMessage]).toEqual([400, 'string']);
});
