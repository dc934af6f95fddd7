import type { PaymentService, Price } from './services';

const DEMO_MERCHANT = 1001;
const OTHER_MERCHANT = 1002;

const price = (priceId: string, amount: number, money: number): Price => ({
	priceId,
	amount,
	price: money,
});

const STANDARD = {
	merchantId: DEMO_MERCHANT,
	active: true,
	period: null,
	requireSignature: false,
	encryptedIds: true,
	apiLogin: null,
	notificationUrl: null,
	notificationEncoding: 'get',
	notificationReference: 'reference',
} as const;

/** Every key, user and password is invented. */
export const paymentServices: PaymentService[] = [
	{
		...STANDARD,
		serviceKey: 'GAMECLUB04',
		serviceName: 'Game Club',
		period: { period: 'WEEK', periodAmount: 1 },
		prices: [price('WEEK', 7, 2.99)],
		keyword: 'GAME',
		shortCode: '90004',
		signing: { algorithm: 'SHA1', key: 'demo-signing-key-gameclub' },
	},
	{
		...STANDARD,
		serviceKey: 'NEWSDAILY05',
		serviceName: 'News Daily',
		period: { period: 'DAY', periodAmount: 1 },
		prices: [price('DAY', 1, 0.49)],
		keyword: 'NEWS',
		shortCode: '90005',
		signing: { algorithm: 'SHA256', key: 'demo-signing-key-newsdaily' },
		encryptedIds: false,
	},
	{
		...STANDARD,
		serviceKey: 'MUSICMONTH06',
		serviceName: 'Music Month',
		period: { period: 'MONTH', periodAmount: 1 },
		prices: [price('MONTH', 30, 9.99)],
		keyword: 'MUSIC',
		shortCode: '90006',
		signing: { algorithm: 'MD5', key: 'demo-signing-key-musicmonth' },
		requireSignature: true,
	},
	{
		...STANDARD,
		serviceKey: 'COINSHOP07',
		serviceName: 'Coin Shop',
		prices: [
			price('COINS10', 10, 0.99),
			price('COINS60', 60, 4.99),
			price('COINS150', 150, 9.99),
			price('COINS400', 400, 19.99),
		],
		keyword: 'COINS',
		shortCode: '90007',
		signing: { algorithm: 'SHA1', key: 'demo-signing-key-coinshop' },
	},
	{
		...STANDARD,
		serviceKey: 'TICKETS08',
		serviceName: 'City Tickets',
		prices: [price('SHORT', 1, 1), price('DAY', 1, 6.05), price('GROUP', 5, 7)],
		keyword: 'TICKET',
		shortCode: '90008',
		signing: null,
		encryptedIds: false,
	},
	{
		...STANDARD,
		serviceKey: 'PARTNER09',
		serviceName: 'Partner Shop',
		prices: [price('ITEM', 1, 1.5)],
		keyword: 'PARTNER',
		shortCode: '90009',
		signing: { algorithm: 'SHA256', key: 'demo-signing-key-partner' },
		apiLogin: { username: 'demo-panel', password: 'demo-panel-password-hash' },
	},
	{
		...STANDARD,
		serviceKey: 'SLEEPING10',
		serviceName: 'Sleeping Service',
		active: false,
		prices: [price('ITEM', 1, 1)],
		keyword: 'SLEEP',
		shortCode: '90010',
		signing: null,
	},
	{
		...STANDARD,
		serviceKey: 'OTHERSHOP01',
		serviceName: 'Other Shop',
		merchantId: OTHER_MERCHANT,
		prices: [price('ITEM', 1, 1)],
		keyword: 'OTHER',
		shortCode: '90001',
		signing: { algorithm: 'SHA1', key: 'other-signing-key' },
	},
];
