import fc from 'fast-check';
import { operatorCodesIn, servicesIn } from '../../platform/serviceList';

describe('services in a list', () => {
	test.each([
		[
			{ serviceKey: 'K1', serviceName: 'Loyalty' },
			{ serviceKey: 'K1', name: 'Loyalty (K1)' },
		],
		[
			{ apikey: 'K2', name: 'Win-back' },
			{ serviceKey: 'K2', name: 'Win-back (K2)' },
		],
		[{ apiKey: 'K3' }, { serviceKey: 'K3', name: 'K3' }],
		[
			{ servicekey: 4, service: 'Four' },
			{ serviceKey: '4', name: 'Four (4)' },
		],
		[
			{ serviceKey: 'K5', serviceName: '', name: null },
			{ serviceKey: 'K5', name: 'K5' },
		],
	])('%j is %j', (record, service) => {
		expect(servicesIn([record])).toEqual([service]);
	});

	test('keep their order; records without a key are left out', () => {
		const records = [
			{ serviceKey: 'B' },
			{ name: 'no key' },
			{ serviceKey: 'A' },
			{ serviceKey: '' },
		];
		expect(servicesIn(records).map(({ serviceKey }) => serviceKey)).toEqual(['B', 'A']);
	});
});

describe('operator codes in an answer', () => {
	test('are found at any depth, each once, sorted', () => {
		const answer = [
			{ operator: 'GB_B', packages: [{ operatorCode: 'FR_A' }, { mno: 'GB_B' }] },
			{ operators: ['DE_C', 'FR_A'] },
			{ operators: [{ code: 'SE_D', name: 'Exempeltel' }] },
			{ countries: { fr: { mnocode: 'FR_E' } } },
		];
		expect(operatorCodesIn(answer)).toEqual(['DE_C', 'FR_A', 'FR_E', 'GB_B', 'SE_D']);
	});

	test('are not what only looks like one', () => {
		expect(
			operatorCodesIn({ serviceName: 'FR_ORANGE', code: 'E42', operator: 20801, mno: '20801' }),
		).toEqual([]);
	});

	test('are none in nonsense, and never an exception', () => {
		fc.assert(
			fc.property(fc.anything(), (answer) => {
				for (const code of operatorCodesIn(answer)) expect(code).toMatch(/^[A-Z]{2}_[A-Z0-9_-]+$/);
			}),
		);
	});
});
