import type { INodeParameters } from 'n8n-workflow';
import { giveTo, serviceKey } from '../support/gifting';
import { n8nWith, Platform } from '../support/platform';
import { errorOf } from '../support/runNode';

const platform = Platform.forEach();

const pools =
	'Fix what the platform names, then run this item again. If a data pool is empty, ask your operator for data: Service: Get Balance shows the rest.';

// What a person sees who gives one gift on the sandbox.
test.each<[string, INodeParameters, string, string]>([
	[
		'an unknown number',
		{ msisdn: '33639980404' },
		'INVALID_MSISDN (HTTP 404)',
		'Correct the phone number, or leave it out.',
	],
	[
		'a blacklisted number',
		{ msisdn: '33639980403' },
		'SUBSCRIBER_BLACKLISTED (HTTP 422)',
		"Leave this number out, or ask your operator why it's blacklisted.",
	],
	[
		'an empty pool',
		{ serviceKey: serviceKey('WINBACKDATA02'), amount: 51 },
		'POOL_EXHAUSTED (HTTP 409)',
		pools,
	],
	[
		'a service that gives no data',
		{ serviceKey: serviceKey('GAMECLUB04') },
		'INVALID_SERVICE (HTTP 404)',
		'Check the service key, and that the account of the credential has this service.',
	],
	[
		"another merchant's service",
		{ serviceKey: serviceKey('OTHERDATA01') },
		'UNAUTHORIZED (HTTP 403)',
		'Ask your operator which services and operations the account may use.',
	],
])('a gift with %s says what to do about it', async (_what, fields, code, nextStep) => {
	const parameters = { msisdn: '33639980001', amount: 1, clientId: 'gift-1', ...fields };
	const error = errorOf(await giveTo(n8nWith(platform.account), [{}], { parameters }));
	expect(error?.message).toMatch(/^The platform says: /);
	expect(error?.message).toContain(code);
	expect(error?.description).toBe(`Nothing was done. ${nextStep}`);
});
