import type { CatalogueData, Operator, Service } from './catalogue';
import { DAY_MS } from './clock';
import type { Pool } from './gifting/assign';
import type { PaymentService, Period } from './payments/services';

const DEMO = 1001;
const OTHER = 1002;

/** The users who may log in. */
export const LOGINS = [
	{ username: 'demo-merchant', password: 'demo-password', merchantId: DEMO },
	{ username: 'other-merchant', password: 'other-password', merchantId: OTHER },
];

/** The users who may query with the three-header login. */
export const QUERY_LOGINS = [
	{ user: 'demo-search', key: 'demo-search-key', merchantId: DEMO },
	{ user: 'other-search', key: 'other-search-key', merchantId: OTHER },
];

type OperatorRow = [string, string, string, string, string, ending?: string];

/** `ending`: the last three digits of the blacklisted number; the number after it has no customer. */
const operatorOf = ([code, name, mnc, from, to, ending]: OperatorRow): Operator => {
	const blacklisted = ending && from.slice(0, -3) + ending;
	const unassigned = blacklisted && String(Number(blacklisted) + 1);
	const special = { blacklisted, unassigned };
	return { code, name, country: code.slice(0, 2), mcc: '001', mnc, from, to, ...special };
};

type PackageRow = [packageId: number, name: string, amount: number, validityDays: number];

const giving = (serviceKey: string, serviceName: string, packages: PackageRow[]): Service => ({
	serviceKey,
	serviceName,
	merchantId: DEMO,
	packages: packages.map(([packageId, name, amount, validityDays]) => {
		return { packageId, name, amount, validityDays };
	}),
});

/** Numbers are in ranges that regulators reserve for fiction, or under +999, which is no country code. 001 is for test networks. */
export const catalogueData: CatalogueData = {
	merchants: [
		{ merchantId: DEMO, name: 'Demo Merchant' },
		{ merchantId: OTHER, name: 'Other Merchant' },
	],
	clients: [
		{ clientId: 'demo-client', clientSecret: 'demo-secret' },
		{ clientId: 'other-client', clientSecret: 'other-secret' },
	],
	operators: [
		operatorOf(['FR_DEMOTEL', 'Demotel', '11', '33639980000', '33639984999', '403']),
		operatorOf(['FR_FICTEL', 'Fictel', '12', '33639985000', '33639989999']),
		operatorOf(['GB_SAMPLECELL', 'Samplecell', '21', '447700900000', '447700900499', '403']),
		operatorOf(['GB_MADEUP', 'Madeup Mobile', '22', '447700900500', '447700900999']),
		operatorOf(['DE_MUSTERFUNK', 'Musterfunk', '31', '4917604069000', '4917604069099', '043']),
		operatorOf(['SE_EXEMPELTEL', 'Exempeltel', '41', '46701740605', '46701740699', '643']),
		operatorOf(['XZ_SANDBOX', 'Sandbox', '99', '999000000000', '999999999999', '403']),
	],
	services: [
		giving('LOYALTYDATA01', 'Loyalty Data', [
			[101, '100 MB', 100, 7],
			[102, '500 MB', 500, 30],
			[103, '1 GB', 1024, 30],
		]),
		giving('WINBACKDATA02', 'Win-back Data', [[201, '50 MB', 50, 7]]),
		giving('SUMMERDATA03', 'Summer Data', [[301, '200 MB', 200, 14]]),
		{ ...giving('OTHERDATA01', 'Other Data', [[901, '100 MB', 100, 7]]), merchantId: OTHER },
	],
};

/** The data pools at the start; amounts in MB, expiry counted from `nowMs`. */
export function poolsAt(nowMs: number): Pool[] {
	const rows = [
		['LOYALTYDATA01', 'FR_DEMOTEL', 50_000, 0, 30],
		['LOYALTYDATA01', 'FR_DEMOTEL', 500_000, 0, 180],
		['LOYALTYDATA01', 'FR_FICTEL', 500_000, 0, 180],
		['LOYALTYDATA01', 'GB_SAMPLECELL', 500_000, 0, 180],
		['LOYALTYDATA01', 'GB_MADEUP', 500_000, 0, 180],
		['LOYALTYDATA01', 'DE_MUSTERFUNK', 500_000, 0, 180],
		['LOYALTYDATA01', 'XZ_SANDBOX', 1_000_000_000_000, 0, 365],
		['WINBACKDATA02', 'FR_DEMOTEL', 1_000, 950, 60],
		['WINBACKDATA02', 'GB_SAMPLECELL', 5_000, 0, 60],
		['SUMMERDATA03', 'FR_DEMOTEL', 10_000, 2_500, -30],
		['SUMMERDATA03', 'GB_SAMPLECELL', 10_000, 10_000, -30],
		['SUMMERDATA03', 'GB_SAMPLECELL', 10_000, 0, 30],
		['OTHERDATA01', 'FR_DEMOTEL', 100_000, 0, 180],
		['OTHERDATA01', 'XZ_SANDBOX', 1_000_000_000, 0, 365],
	] as const;
	return rows.map(([serviceKey, operator, totalAmount, assignedAmount, days], index) => ({
		poolId: index + 1,
		serviceKey,
		operator,
		totalAmount,
		assignedAmount,
		expiresAt: nowMs + days * DAY_MS,
	}));
}

interface Selling extends Partial<Omit<PaymentService, 'prices'>> {
	prices: Record<string, [amount: number, price: number]>;
}

const selling = (serviceKey: string, serviceName: string, keyword: string, more: Selling) => ({
	serviceKey,
	serviceName,
	keyword,
	shortCode: `900${serviceKey.slice(-2)}`,
	merchantId: DEMO,
	active: true,
	period: null,
	encryptedIds: true,
	signing: null,
	apiLogin: null,
	notificationUrl: null,
	notificationEncoding: 'get' as const,
	...more,
	prices: Object.entries(more.prices).map(([priceId, [amount, price]]) => {
		return { priceId, amount, price };
	}),
});

const every = (period: Period['period']) => ({ period, periodAmount: 1 });

/** Every key, user and password is invented. */
export const paymentServices: PaymentService[] = [
	selling('GAMECLUB04', 'Game Club', 'GAME', {
		prices: { WEEK: [7, 2.99] },
		period: every('WEEK'),
		signing: { algorithm: 'SHA1', key: 'demo-signing-key-gameclub' },
	}),
	selling('NEWSDAILY05', 'News Daily', 'NEWS', {
		prices: { DAY: [1, 0.49] },
		period: every('DAY'),
		signing: { algorithm: 'SHA256', key: 'demo-signing-key-newsdaily' },
		encryptedIds: false,
	}),
	selling('MUSICMONTH06', 'Music Month', 'MUSIC', {
		prices: { MONTH: [30, 9.99] },
		period: every('MONTH'),
		signing: { algorithm: 'MD5', key: 'demo-signing-key-musicmonth' },
	}),
	selling('COINSHOP07', 'Coin Shop', 'COINS', {
		prices: {
			COINS10: [10, 0.99],
			COINS60: [60, 4.99],
			COINS150: [150, 9.99],
			COINS400: [400, 19.99],
		},
		signing: { algorithm: 'SHA1', key: 'demo-signing-key-coinshop' },
	}),
	selling('TICKETS08', 'City Tickets', 'TICKET', {
		prices: { SHORT: [1, 1], DAY: [1, 6.05], GROUP: [5, 7] },
		encryptedIds: false,
	}),
	selling('PARTNER09', 'Partner Shop', 'PARTNER', {
		prices: { ITEM: [1, 1.5] },
		signing: { algorithm: 'SHA256', key: 'demo-signing-key-partner' },
		apiLogin: { username: 'demo-panel', password: 'demo-panel-password-hash' },
	}),
	selling('SLEEPING10', 'Sleeping Service', 'SLEEP', { prices: { ITEM: [1, 1] }, active: false }),
	selling('OTHERSHOP01', 'Other Shop', 'OTHER', {
		prices: { ITEM: [1, 1] },
		merchantId: OTHER,
		signing: { algorithm: 'SHA1', key: 'other-signing-key' },
	}),
];
