import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { searchList } from '../support/n8n';
import { errorOf } from '../support/runNode';
import { byKey, itemsOf, Stub } from '../support/stub';

const stub = Stub.forEach();

const loyalty = { serviceKey: byKey('LOYALTYDATA01') };
const unreadable = "sent a response that can't be read";

describe('a read of gifting', () => {
	const gifts = { resource: 'dataGift', operation: 'getMany', ...loyalty };
	const services = { resource: 'service', operation: 'getMany' };
	const operator = { ...byKey('FR_ORANGE'), mode: 'list' };
	const balance = { ...services, operation: 'getBalance', ...loyalty, operator };
	const list = '/transaction?serviceKey=LOYALTYDATA01';
	const [time, iso] = ['2026-03-01 09:30:00', '2026-03-01T09:30:00.000Z'];
	const pool = { totalAmount: 5, assignedAmount: 3 };
	const poolOf = 'serviceKey=LOYALTYDATA01&operator=FR_ORANGE';
	const left = { serviceKey: 'LOYALTYDATA01', operator: 'FR_ORANGE' };

	const record = { transactionId: 7, clientid: 'a', timeCreated: time, x: 1 };
	const simple = { transactionId: '7', clientReference: 'a', timeCreated: iso, x: 1 };
	const raw = { transactionId: 7, x: null };
	const ofNumber = { ...gifts, msisdn: '+33639980001', simplify: false };
	const pools = [{ ...pool, expirationDate: time }, {}];
	const remains = {
		remainingAmount: 2,
		remainingPercent: 40,
		daysLeft: expect.any(Number) as number,
	};
	const shownPools = [{ ...left, ...pool, ...remains, timeToExpire: iso }, left];
	const packages = [{ a: 1 }];
	it.each<[INodeParameters, string, unknown, object[]]>([
		[gifts, list, [record, { x: null }], [simple, {}]],
		[ofNumber, `${list}&msisdn=33639980001`, { data: [raw] }, [raw]],
		[services, '/services', { apikey: 'K1', packages }, [{ serviceKey: 'K1', packages }]],
		[balance, `/services/balance?${poolOf}`, pools, shownPools],
		[{ ...balance, simplify: false }, `/services/balance?${poolOf}`, pools, pools],
	])('%j leaves for %s', async (parameters, address, body, items) => {
		stub.fresh(undefined, { baseUrl: `${stub.url}/gateway/` });
		stub.answersWith({ body });
		expect(itemsOf(await stub.run(parameters))).toEqual(items);
		expect(stub.asked).toEqual([[`GET /gateway/datagifting/v1${address}`]]);
		expect(stub.requests[0]?.headers).not.toHaveProperty('token');
	});

	const page = `<html>${'<p>page</p>'.repeat(1_000)}`;
	const begins = 'Check Base Address in the credential. The response begins: ';
	const lower = 'Lower Concurrency or Requests per Second in the options.';
	const limit = 'DAILY_LIMIT_EXCEEDED';
	const tomorrow = 'Retry tomorrow, or ask your operator to raise the limit.';
	const forbidden = 'Ask your operator which services and operations the account may use.';
	const refused =
		"The login worked, but the platform doesn't accept its token. Check 'Base Address' in the credential, and 'Identity Provider Address' if it has one.";
	it.each<[number, unknown, string, string, string | undefined]>([
		[200, page, unreadable, begins + page.slice(0, 200), undefined],
		[403, {}, 'says: HTTP 403', forbidden, undefined],
		[429, {}, 'says: HTTP 429', lower, 'rate-limited'],
		[429, { status: limit }, `says: ${limit} (HTTP 429)`, tomorrow, 'rate-limited'],
		[401, {}, 'says: HTTP 401', refused, 'credential-invalid'],
	])('HTTP %i %j is an error', async (status, body, words, description, cause) => {
		stub.answersWith({ status, body });
		const error = errorOf(await stub.run(services));
		expect(error).toMatchObject({ message: `The platform ${words}`, description });
		expect(error).toHaveProperty('failure', cause && expect.objectContaining({ cause }));
		expect(stub.asked).toHaveLength(status === 401 ? 3 : 1);
	});
});

describe('the dropdown', () => {
	type Method = 'searchServices' | 'searchGivingServices' | 'searchOperators';
	const search = async (method: Method, service = '', filter?: string) => {
		const parameters = { resource: 'service', operation: 'getBalance', serviceKey: byKey(service) };
		const call = { parameters, filter };
		return (await searchList(new MobileDataGifting(), method, stub.credentials, call)).results;
	};
	const packages = [{ operator: 'FR_A' }, { operator: 'AT_A' }];
	const services = [
		{ serviceKey: 'K1', serviceName: 'One', packages },
		{ apikey: 'K2', operators: ['DE_O2', 'FR_A'], active: false },
		{ no: 'key' },
	];

	it.each<[Method, string, string | undefined, Record<string, string>]>([
		['searchServices', '', undefined, { 'One (K1)': 'K1', K2: 'K2' }],
		['searchServices', '', 'ONE', { 'One (K1)': 'K1' }],
		['searchGivingServices', '', undefined, { 'One (K1)': 'K1' }],
		['searchOperators', 'K1', undefined, { AT_A: 'AT_A', FR_A: 'FR_A' }],
		['searchOperators', '', 'fr', { FR_A: 'FR_A' }],
		['searchOperators', '={{ 1 }}', 'de_', { DE_O2: 'DE_O2' }],
	])('%s for %j, filtered by %j', async (method, service, filter, choices) => {
		stub.answersWith({ body: { services } });
		const expected = Object.entries(choices).map(([name, value]) => ({ name, value }));
		expect(await search(method, service, filter)).toEqual(expected);
		expect(stub.asked).toEqual([['GET /datagifting/v1/services']]);
	});

	const address = "'Base Address' in the credential must be a web address";
	it.each<[IDataObject, number, unknown, string, RegExp]>([
		[{}, 403, { errorMessage: 'no' }, 'The platform says: no (HTTP 403)', /^Ask your operator/],
		[{}, 500, {}, 'The platform says: HTTP 500', /^Run this again later\.$/],
		[{ baseUrl: '' }, 200, '', address, /^Nothing was sent\. Write it in full/],
	])('with the account %j, answered %i %j, says why', async (...row) => {
		const [account, status, body, words, nextStep] = row;
		stub.fresh(undefined, account);
		stub.answersWith({ status, body });
		await expect(search('searchServices')).rejects.toMatchObject({
			message: words,
			description: expect.stringMatching(nextStep) as string,
		});
	});
});
