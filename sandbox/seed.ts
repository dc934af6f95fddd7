import type { CatalogueData } from './catalogue';
import type { PoolData } from './gifting/pools';

const DAY_MS = 24 * 60 * 60 * 1000;

const DEMO_MERCHANT = 1001;
const OTHER_MERCHANT = 1002;

/**
 * Every number lies in a range that a regulator keeps for fiction (Arcep, Ofcom, Bundesnetzagentur,
 * PTS) or under +999, a country code nobody has. 001 is the country code of test networks.
 */
export const catalogueData: CatalogueData = {
	merchants: [
		{ merchantId: DEMO_MERCHANT, name: 'Demo Merchant' },
		{ merchantId: OTHER_MERCHANT, name: 'Other Merchant' },
	],
	clients: [
		{ clientId: 'demo-client', clientSecret: 'demo-secret' },
		{ clientId: 'other-client', clientSecret: 'other-secret' },
	],
	logins: [
		{ username: 'demo-merchant', password: 'demo-password', merchantId: DEMO_MERCHANT },
		{ username: 'other-merchant', password: 'other-password', merchantId: OTHER_MERCHANT },
	],
	operators: [
		{ code: 'FR_DEMOTEL', name: 'Demotel', country: 'FR', mcc: '001', mnc: '11' },
		{ code: 'FR_FICTEL', name: 'Fictel', country: 'FR', mcc: '001', mnc: '12' },
		{ code: 'GB_SAMPLECELL', name: 'Samplecell', country: 'GB', mcc: '001', mnc: '21' },
		{ code: 'GB_MADEUP', name: 'Madeup Mobile', country: 'GB', mcc: '001', mnc: '22' },
		{ code: 'DE_MUSTERFUNK', name: 'Musterfunk', country: 'DE', mcc: '001', mnc: '31' },
		{ code: 'SE_EXEMPELTEL', name: 'Exempeltel', country: 'SE', mcc: '001', mnc: '41' },
		{ code: 'XZ_SANDBOX', name: 'Sandbox', country: 'XZ', mcc: '001', mnc: '99' },
	],
	numberRanges: [
		{ operator: 'FR_DEMOTEL', from: '33639980000', to: '33639984999' },
		{ operator: 'FR_FICTEL', from: '33639985000', to: '33639989999' },
		{ operator: 'GB_SAMPLECELL', from: '447700900000', to: '447700900499' },
		{ operator: 'GB_MADEUP', from: '447700900500', to: '447700900999' },
		{ operator: 'DE_MUSTERFUNK', from: '4917604069000', to: '4917604069099' },
		{ operator: 'SE_EXEMPELTEL', from: '46701740605', to: '46701740699' },
		{ operator: 'XZ_SANDBOX', from: '999000000000', to: '999999999999' },
	],
	unassignedNumbers: [
		'33639980404',
		'447700900404',
		'4917604069044',
		'46701740644',
		'999000000404',
	],
	blacklistedNumbers: [
		'33639980403',
		'447700900403',
		'4917604069043',
		'46701740643',
		'999000000403',
	],
	services: [
		{
			serviceKey: 'LOYALTYDATA01',
			serviceName: 'Loyalty Data',
			merchantId: DEMO_MERCHANT,
			type: 'DATA_GIFTING',
			packages: [
				{ packageId: 101, name: '100 MB', amount: 100, validityDays: 7 },
				{ packageId: 102, name: '500 MB', amount: 500, validityDays: 30 },
				{ packageId: 103, name: '1 GB', amount: 1024, validityDays: 30 },
			],
		},
		{
			serviceKey: 'WINBACKDATA02',
			serviceName: 'Win-back Data',
			merchantId: DEMO_MERCHANT,
			type: 'DATA_GIFTING',
			packages: [{ packageId: 201, name: '50 MB', amount: 50, validityDays: 7 }],
		},
		{
			serviceKey: 'SUMMERDATA03',
			serviceName: 'Summer Data',
			merchantId: DEMO_MERCHANT,
			type: 'DATA_GIFTING',
			packages: [{ packageId: 301, name: '200 MB', amount: 200, validityDays: 14 }],
		},
		{
			serviceKey: 'GAMECLUB04',
			serviceName: 'Game Club',
			merchantId: DEMO_MERCHANT,
			type: 'CONTENT',
			packages: [],
		},
		{
			serviceKey: 'OTHERDATA01',
			serviceName: 'Other Data',
			merchantId: OTHER_MERCHANT,
			type: 'DATA_GIFTING',
			packages: [{ packageId: 901, name: '100 MB', amount: 100, validityDays: 7 }],
		},
	],
};

/** The data pools at the start; amounts in MB, expiry counted from `nowMs`. */
export function poolData(nowMs: number): PoolData[] {
	const inDays = (days: number) => nowMs + days * DAY_MS;
	const pool = (
		serviceKey: string,
		operator: string,
		totalAmount: number,
		assignedAmount: number,
		days: number,
	): PoolData => ({ serviceKey, operator, totalAmount, assignedAmount, expiresAt: inDays(days) });
	return [
		pool('LOYALTYDATA01', 'FR_DEMOTEL', 50_000, 0, 30),
		pool('LOYALTYDATA01', 'FR_DEMOTEL', 500_000, 0, 180),
		pool('LOYALTYDATA01', 'FR_FICTEL', 500_000, 0, 180),
		pool('LOYALTYDATA01', 'GB_SAMPLECELL', 500_000, 0, 180),
		pool('LOYALTYDATA01', 'GB_MADEUP', 500_000, 0, 180),
		pool('LOYALTYDATA01', 'DE_MUSTERFUNK', 500_000, 0, 180),
		pool('LOYALTYDATA01', 'XZ_SANDBOX', 1_000_000_000_000, 0, 365),
		pool('WINBACKDATA02', 'FR_DEMOTEL', 1_000, 950, 60),
		pool('WINBACKDATA02', 'GB_SAMPLECELL', 5_000, 0, 60),
		pool('SUMMERDATA03', 'FR_DEMOTEL', 10_000, 2_500, -30),
		pool('SUMMERDATA03', 'GB_SAMPLECELL', 10_000, 10_000, -30),
		pool('SUMMERDATA03', 'GB_SAMPLECELL', 10_000, 0, 30),
		pool('OTHERDATA01', 'FR_DEMOTEL', 100_000, 0, 180),
		pool('OTHERDATA01', 'XZ_SANDBOX', 1_000_000_000, 0, 365),
	];
}
