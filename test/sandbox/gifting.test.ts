import { sellerForEach } from '../support/sandbox/seller';

const shop = sellerForEach();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const get = (path: string, params = {}) => shop.seller.get(`/datagifting/v1/${path}`, params);
const gifts = (params: object) => get('transaction', params);
const pools = async (serviceKey: string, operator: string) => {
	const { data } = await get('services/balance', { serviceKey, operator });
	return data.map((pool: { assignedAmount: number }) => pool.assignedAmount);
};

it('gives the data, takes it from the pool and keeps a record', async () => {
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
	const again = (await shop.seller.gift({ clientId: 'c-1', amount: 1 })).data;
	expect(again.transactionId).not.toBe(data.transactionId);
	expect((await shop.seller.gift({ clientId: undefined })).data.clientId).toBeNull();
	expect(await pools('LOYALTYDATA01', 'FR_DEMOTEL')).toEqual([201, 0]);
	const { entries } = (await shop.seller.http.get('/_sandbox/ledger')).data;
	expect(entries[0]).toMatchObject({ result: 'ASSIGNED', asked: { clientId: 'c-1' }, gift: data });
});

it('takes from the pool that expires soonest and has room for the whole gift', async () => {
	for (const amount of [49_990, 20, 10]) await shop.seller.gift({ amount });
	expect(await pools('LOYALTYDATA01', 'FR_DEMOTEL')).toEqual([50_000, 20]);
	await shop.seller.gift({ serviceKey: 'SUMMERDATA03', msisdn: '447700900001' });
	expect(await pools('SUMMERDATA03', 'GB_SAMPLECELL')).toEqual([10_000, 100]);
	// Decimals that do not add up as floats.
	for (const amount of [16.6, 16.6, 16.6, 0.2]) {
		expect((await shop.seller.gift({ serviceKey: 'WINBACKDATA02', amount })).status).toBe(200);
	}
	expect(await pools('WINBACKDATA02', 'FR_DEMOTEL')).toEqual([1000]);
});

it.each([
	[{ serviceKey: 'NOSUCHSERVICE' }, 404, 'INVALID_SERVICE', 'serviceKey'],
	[{ serviceKey: 'OTHERDATA01' }, 403, 'UNAUTHORIZED', 'serviceKey'],
	[{ serviceKey: 'GAMECLUB04' }, 422, 'NOT_A_GIFTING_SERVICE', 'serviceKey'],
	[{ serviceKey: 'SUMMERDATA03' }, 409, 'POOL_EXPIRED', 'serviceKey'],
	[{ serviceKey: 'WINBACKDATA02', amount: 51 }, 409, 'POOL_EXHAUSTED', 'amount'],
	[{ serviceKey: 'LOYAL-01' }, 400, 'INVALID_REQUEST', 'serviceKey'],
	[{ msisdn: '15550100000' }, 404, 'UNKNOWN_MSISDN', 'msisdn'],
	[{ msisdn: '33639980404' }, 404, 'UNKNOWN_MSISDN', 'msisdn'],
	[{ msisdn: '33639980403' }, 422, 'SUBSCRIBER_BLACKLISTED', 'msisdn'],
	[{ msisdn: '46701740605' }, 422, 'NO_POOL_FOR_OPERATOR', 'msisdn'],
	[{ msisdn: '+33639980001' }, 400, 'INVALID_REQUEST', 'msisdn'],
	[{ amount: '100' }, 400, 'INVALID_REQUEST', 'amount'],
	[{ amount: 0 }, 400, 'INVALID_REQUEST', 'amount'],
	[{ clientId: 'c'.repeat(257) }, 400, 'INVALID_REQUEST', 'clientId'],
])('refuses %j with %i %s', async (change, httpStatus, status, field) => {
	const answer = await shop.seller.gift(change);
	expect(answer.status).toBe(httpStatus);
	expect(answer.data).toEqual({ status, errorMessage: expect.any(String), field });
	const [entry] = shop.seller.sandbox.world.ledger.entries;
	expect(entry).toMatchObject({ result: status, httpStatus });
	expect(entry).not.toHaveProperty('gift');
});

it('lists the gifts of a service, or of one number in it', async () => {
	await shop.seller.gift();
	await shop.seller.gift({ msisdn: '33639980002' });
	await shop.seller.gift({ serviceKey: 'WINBACKDATA02', amount: 1 });
	const serviceKey = 'LOYALTYDATA01';
	expect((await gifts({ serviceKey })).data).toHaveLength(2);
	expect((await gifts({ serviceKey, msisdn: '33639980002' })).data).toHaveLength(1);
	await shop.seller.set({ giftReferences: 'hidden' });
	expect((await gifts({ serviceKey })).data[0]).not.toHaveProperty('clientId');
});

it('lists the services and packages of the merchant, also those that sell', async () => {
	const { data } = await get('services');
	const keys = data.map(({ serviceKey }: { serviceKey: string }) => serviceKey);
	expect(keys).toEqual([
		...['LOYALTYDATA01', 'WINBACKDATA02', 'SUMMERDATA03'],
		...['GAMECLUB04', 'NEWSDAILY05', 'MUSICMONTH06', 'COINSHOP07', 'TICKETS08', 'PARTNER09'],
		'SLEEPING10',
	]);
	expect(data[1]).toEqual({
		serviceKey: 'WINBACKDATA02',
		serviceName: 'Win-back Data',
		merchantId: 1001,
		type: 'DATA_GIFTING',
		packages: [{ packageId: 201, name: '50 MB', amount: 50, validityDays: 7 }],
		operators: ['FR_DEMOTEL', 'GB_SAMPLECELL'],
	});
	expect(data[7].packages[1]).toEqual({ priceId: 'DAY', name: 'DAY', amount: 1, price: 6.05 });
	await shop.seller.set({ merchantIdRequired: true });
	expect((await get('services')).status).toBe(400);
	expect((await get('services', { merchantId: 1001 })).status).toBe(200);
});

const gifting = { serviceKey: 'LOYALTYDATA01' };
it.each([
	['transaction', {}, 400, 'INVALID_REQUEST'],
	['transaction', { serviceKey: 'OTHERDATA01' }, 403, 'UNAUTHORIZED'],
	['services', { merchantId: 1002 }, 403, 'UNAUTHORIZED'],
	['services/balance', gifting, 400, 'INVALID_REQUEST'],
	['services/balance', { ...gifting, operator: 'FR_NO' }, 404, 'INVALID_OPERATOR_CODE'],
	['services/balance', { serviceKey: 'NO', operator: 'FR_DEMOTEL' }, 404, 'INVALID_SERVICE'],
])('GET %s with %j is refused with %i %s', async (path, params, status, code) => {
	expect(await get(path, params)).toMatchObject({ status, data: { status: code } });
});
