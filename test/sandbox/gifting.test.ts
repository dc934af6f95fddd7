import { sellerForEach } from '../support/sandbox/seller';

const shop = sellerForEach();
const get = (path: string, params = {}) => shop.seller.get(`/datagifting/v1/${path}`, params);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

it('an assignment gives the data, also twice, takes it from the pool that expires soonest and keeps a record', async () => {
	const { status, data } = await shop.seller.gift();
	expect(status).toBe(200);
	expect(data).toEqual({
		transactionId: expect.any(Number),
		serviceKey: 'LOYALTYDATA01',
		msisdn: '33639980001',
		clientId: 'c-1',
		amount: 100,
		operator: 'FR_DEMOTEL',
		country: 'FR',
		status: 'ASSIGNED',
		timeCreated: time,
	});
	const again = (await shop.seller.gift({ amount: 49_901, clientId: undefined })).data;
	expect(again).toMatchObject({ transactionId: data.transactionId + 1, clientId: null });
	const params = { serviceKey: 'LOYALTYDATA01', operator: 'FR_DEMOTEL' };
	expect((await get('services/balance', params)).data).toEqual([
		{ totalAmount: 50_000, assignedAmount: 100, expirationDate: time },
		{ totalAmount: 500_000, assignedAmount: 49_901, expirationDate: time },
	]);
	const { entries } = (await shop.seller.http.get('/_sandbox/ledger')).data;
	expect(entries[0]).toMatchObject({ result: 'ASSIGNED', asked: { clientId: 'c-1' }, gift: data });
});

it.each([null, ''])('a gift with the reference %j has none', async (clientId) => {
	expect((await shop.seller.gift({ clientId })).data).toMatchObject({ clientId: null });
});

it.each([
	[{ serviceKey: 'GAMECLUB04' }, 404, 'INVALID_SERVICE', 'serviceKey'],
	[{ serviceKey: 'OTHERDATA01' }, 403, 'UNAUTHORIZED', 'serviceKey'],
	[{ serviceKey: 'WINBACKDATA02', amount: 51 }, 409, 'POOL_EXHAUSTED', 'amount'],
	[{ msisdn: '33639980404' }, 404, 'INVALID_MSISDN', 'msisdn'],
	[{ msisdn: '33639980403' }, 422, 'SUBSCRIBER_BLACKLISTED', 'msisdn'],
	[{ msisdn: '46701740605' }, 422, 'NO_POOL_FOR_OPERATOR', 'msisdn'],
	[{ msisdn: '+33639980001' }, 400, 'INVALID_REQUEST', 'msisdn'],
	[{ amount: '100' }, 400, 'INVALID_REQUEST', 'amount'],
	[{ clientId: 'c'.repeat(257) }, 400, 'INVALID_REQUEST', 'clientId'],
])('an assignment with %j is refused with %i %s', async (change, httpStatus, status, field) => {
	const answer = await shop.seller.gift(change);
	expect(answer.status).toBe(httpStatus);
	expect(answer.data).toEqual({ status, errorMessage: expect.any(String), field });
	const [entry] = shop.seller.sandbox.world.ledger.entries;
	expect(entry).toMatchObject({ result: status, httpStatus });
	expect(entry).not.toHaveProperty('gift');
});

it.each([
	['915', 'UNDER_REVIEW', 'ASSIGNED', 100],
	['961', 'ASSIGNED', 'FAILED', 0],
	['962', 'ASSIGNED', 'PENDING', 100],
])(
	'a gift to a number ending in %s is answered with %s and listed as %s',
	async (ending, answered, listed, assignedAmount) => {
		const msisdn = `33639980${ending}`;
		const { status, data } = await shop.seller.gift({ msisdn });
		expect([status, data.status]).toEqual([200, answered]);
		const ofOne = { serviceKey: 'LOYALTYDATA01', msisdn };
		expect((await get('transaction', ofOne)).data).toEqual([{ ...data, status: listed }]);
		const params = { serviceKey: 'LOYALTYDATA01', operator: 'FR_DEMOTEL' };
		expect((await get('services/balance', params)).data[0]).toMatchObject({ assignedAmount });
	},
);

it('the list of services has those of the merchant with packages, also those that sell', async () => {
	const { data } = await get('services');
	expect(data).toHaveLength(10);
	expect(data[1]).toEqual({
		serviceKey: 'WINBACKDATA02',
		serviceName: 'Win-back Data',
		merchantId: 1001,
		type: 'DATA_GIFTING',
		packages: [{ packageId: 201, name: '50 MB', amount: 50, validityDays: 7 }],
		operators: ['FR_DEMOTEL', 'GB_SAMPLECELL'],
	});
	expect(data[7].packages[1]).toEqual({ priceId: 'DAY', name: 'DAY', amount: 1, price: 6.05 });
	expect((await get('services', { merchantId: 1001 })).status).toBe(200);
});

const gifting = { serviceKey: 'LOYALTYDATA01' };
it.each([
	['transaction', {}, 400, 'INVALID_REQUEST'],
	['transaction', { serviceKey: 'OTHERDATA01' }, 403, 'UNAUTHORIZED'],
	['services', { merchantId: 1002 }, 403, 'UNAUTHORIZED'],
	['services/balance', gifting, 400, 'INVALID_REQUEST'],
	['services/balance', { ...gifting, operator: 'FR_NO' }, 404, 'INVALID_OPERATOR_CODE'],
])('GET %s with %j is refused with %i %s', async (path, params, status, code) => {
	expect(await get(path, params)).toMatchObject({ status, data: { status: code } });
});
