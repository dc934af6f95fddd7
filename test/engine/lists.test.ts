import type { ICredentialDataDecryptedObject, INodeListSearchResult } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { addressOfNobody } from '../support/endpoint';
import { serviceKey } from '../support/gifting';
import { searchList } from '../support/listSearch';
import { n8nWith, Platform } from '../support/platform';

const node = new MobileDataGifting();
const balance = { resource: 'service', operation: 'getBalance' };

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

interface Search {
	filter?: string;
	parameters?: Record<string, ReturnType<typeof serviceKey>>;
	account?: ICredentialDataDecryptedObject;
}

const search = async (
	method: 'searchServices' | 'searchOperators',
	{ filter, parameters, account = {} }: Search = {},
) =>
	await searchList(node, method, n8nWith({ ...platform.account, ...account }), {
		parameters: { ...balance, ...parameters },
		filter,
	});

const namesIn = ({ results }: INodeListSearchResult) => results.map(({ name }) => name);
const valuesIn = ({ results }: INodeListSearchResult) => results.map(({ value }) => value);

const answersServicesWith = (body: unknown, status = 200) => {
	platform.faults({ path: '/datagifting/v1/services', fault: { kind: 'answer', status, body } });
};

describe('the list of services', () => {
	test('shows the account’s services by name, and gives their keys', async () => {
		const list = await search('searchServices');
		expect(list.results[0]).toEqual({
			name: 'Loyalty Data (LOYALTYDATA01)',
			value: 'LOYALTYDATA01',
		});
		expect(valuesIn(list)).toEqual(expect.arrayContaining(platform.giftingKeys()));
	});

	test.each([
		['loyal', ['LOYALTYDATA01']],
		['DATA0', ['LOYALTYDATA01', 'WINBACKDATA02', 'SUMMERDATA03']],
		['win-back', ['WINBACKDATA02']],
		['nothing like it', []],
	])('filtered by %j', async (filter, keys) => {
		expect(valuesIn(await search('searchServices', { filter }))).toEqual(keys);
	});

	test('filtered by nothing is whole', async () => {
		const whole = await search('searchServices');
		expect(await search('searchServices', { filter: '' })).toEqual(whole);
	});

	test('reads the spellings other platforms may use', async () => {
		answersServicesWith({
			services: [{ apikey: 'K1', name: 'One' }, { apiKey: 'K2' }, { no: 'key' }],
		});
		expect((await search('searchServices')).results).toEqual([
			{ name: 'One (K1)', value: 'K1' },
			{ name: 'K2', value: 'K2' },
		]);
	});
});

test('the list of operators shows those that the chosen service has data for', async () => {
	const parameters = { serviceKey: serviceKey('WINBACKDATA02') };
	expect(valuesIn(await search('searchOperators', { parameters }))).toEqual([
		'FR_DEMOTEL',
		'GB_SAMPLECELL',
	]);
});

describe('the list of operators', () => {
	const services = [
		{ serviceKey: 'K1', packages: [{ operator: 'FR_ORANGE' }, { operator: 'AT_A1' }] },
		{ serviceKey: 'K2', operators: ['DE_O2', 'FR_ORANGE'] },
	];
	beforeEach(() => {
		answersServicesWith(services);
	});

	test('shows those of all services as long as none is chosen', async () => {
		const all = ['AT_A1', 'DE_O2', 'FR_ORANGE'];
		expect(valuesIn(await search('searchOperators'))).toEqual(all);
		const parameters = { serviceKey: { ...serviceKey(''), mode: 'list' } };
		expect(valuesIn(await search('searchOperators', { parameters }))).toEqual(all);
	});

	test('shows those of the chosen service, picked or typed', async () => {
		for (const mode of ['list', 'id']) {
			const parameters = { serviceKey: { ...serviceKey('K1'), mode } };
			expect(namesIn(await search('searchOperators', { parameters }))).toEqual([
				'AT_A1',
				'FR_ORANGE',
			]);
		}
	});

	test('shows those of all services when the chosen one is worked out by an expression', async () => {
		const parameters = { serviceKey: serviceKey('={{ $json.service }}') };
		expect(valuesIn(await search('searchOperators', { parameters }))).toHaveLength(3);
	});

	test('filtered', async () => {
		expect(valuesIn(await search('searchOperators', { filter: 'fr_' }))).toEqual(['FR_ORANGE']);
	});

	test('is empty where the platform names none', async () => {
		answersServicesWith([{ serviceKey: 'K1' }]);
		expect(valuesIn(await search('searchOperators'))).toEqual([]);
	});
});

describe.each(['searchServices', 'searchOperators'] as const)(
	'%s that fails says why',
	(method) => {
		test('a wrong password', async () => {
			const failing = search(method, { account: { password: 'mistyped' } });
			await expect(failing).rejects.toThrow('Wrong user name or password');
		});

		test('no base address', async () => {
			const failing = search(method, { account: { baseUrl: '' } });
			await expect(failing).rejects.toThrow('Base Address in the credential is not a web address');
		});

		test('a platform that is not there', async () => {
			const failing = search(method, { account: { baseUrl: await addressOfNobody() } });
			await expect(failing).rejects.toThrow(/cannot be reached: nothing answers/);
		});

		test('a platform that refuses', async () => {
			answersServicesWith({ status: 'UNAUTHORIZED', errorMessage: 'not for you' }, 403);
			await expect(search(method)).rejects.toThrow(/not for you.*403/);
		});

		test('a platform that answers with a web page', async () => {
			answersServicesWith('<html>Welcome</html>');
			await expect(search(method)).rejects.toThrow(/no data/);
		});
	},
);

test('opening both lists logs in once', async () => {
	const n8n = n8nWith(platform.account);
	await Promise.all(
		['searchServices', 'searchOperators', 'searchServices'].map((method) =>
			searchList(node, method, n8n, { parameters: balance }),
		),
	);
	expect(platform.tokenRequestCount()).toBe(1);
});
