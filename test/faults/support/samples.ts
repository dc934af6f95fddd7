import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { MobileBilling } from '../../../nodes/MobileBilling/MobileBilling.node';
import { resources as billing } from '../../../nodes/MobileBilling/operations';
import { MobileDataGifting } from '../../../nodes/MobileDataGifting/MobileDataGifting.node';
import { resources as gifting } from '../../../nodes/MobileDataGifting/operations';
import type { Operation } from '../../../nodes/engine/operation';
import { assignGift } from '../../../sandbox/gifting/assign';
import type { Payment } from '../../../sandbox/payments/payment';
import { startPayment } from '../../../sandbox/payments/start';
import { enterPin } from '../../../sandbox/payments/submit-pin';
import type { World } from '../../../sandbox/world';
import { serviceKey } from '../../support/gifting';
import type { Platform } from '../../support/platform';

/** What an operation is tried with. */
export interface Sample {
	/** The operation's own fields. */
	parameters: INodeParameters;
	/** Its route at the platform; `*` stands for any text. Undefined when no request leaves. */
	path?: string;
	/** Brings about what it needs, and gives the items. */
	items(world: World): IDataObject[];
	/** How often the platform has done what an item asked; undefined for what changes nothing. */
	timesDone?(platform: Platform, item: IDataObject): number;
}

/** An operation of one of the nodes. */
export interface Subject {
	/** As it is stored in workflows. */
	key: string;
	node: INodeType;
	resource: string;
	operation: Operation;
}

/** Every operation there is: a new one appears here by itself. */
export const subjects: Subject[] = [
	{ node: new MobileDataGifting(), resources: gifting },
	{ node: new MobileBilling(), resources: billing },
].flatMap(({ node, resources }) =>
	resources.flatMap(({ value: resource, operations }) =>
		operations.map((operation) => ({
			key: `${node.description.name} ${resource} ${operation.value}`,
			node,
			resource,
			operation,
		})),
	),
);

/** An operation and what it is tried with. @throws Error when there is none of this key */
export function sampleOf(key: string): { subject: Subject; sample: Sample } {
	const subject = subjects.find((one) => one.key === key);
	const sample = samples[key];
	if (!subject || !sample) throw new Error(`there is no ${key}`);
	return { subject, sample };
}

const merchant = { merchantId: 1001, ip: '127.0.0.1' };
const phones = ['999100001001', '999100001002', '999100001003'];
const customers = phones.map((phone) => ({ phone }));

const sales = (world: World, apikey: string, price: string): Payment[] =>
	phones.map((msisdn) => startPayment(world, merchant, { apikey, price, msisdn }));

const subscribed = (world: World) => {
	for (const payment of sales(world, 'GAMECLUB04', '2.99')) {
		enterPin(world, payment, payment.session?.pin ?? '');
	}
	return customers;
};

const byNumber = { filters: { msisdn: '={{ $json.phone }}' } };

/** By the keys of the subjects. */
export const samples: Record<string, Sample | undefined> = {
	'mobileDataGifting dataGift assign': {
		path: '/datagifting/v1/service/transaction',
		parameters: {
			serviceKey: serviceKey('LOYALTYDATA01'),
			msisdn: '={{ $json.phone }}',
			amount: 1,
			clientId: '',
		},
		items: () => customers,
		timesDone: ({ sandbox }, { phone }) =>
			sandbox.world.ledger.gifts('LOYALTYDATA01', String(phone)).length,
	},
	'mobileDataGifting dataGift getMany': {
		path: '/datagifting/v1/transaction',
		parameters: { serviceKey: serviceKey('LOYALTYDATA01'), msisdn: '={{ $json.phone }}' },
		items: (world) => {
			for (const msisdn of phones) {
				const asked = { serviceKey: 'LOYALTYDATA01', msisdn, clientId: 'sample', amount: 5 };
				assignGift(world, merchant.merchantId, asked);
			}
			return customers;
		},
	},
	'mobileDataGifting service getBalance': {
		path: '/datagifting/v1/services/balance',
		parameters: {
			serviceKey: serviceKey('LOYALTYDATA01'),
			operator: { __rl: true, mode: 'id', value: '={{ $json.operator }}' },
		},
		items: () => ['FR_DEMOTEL', 'GB_MADEUP', 'XZ_SANDBOX'].map((operator) => ({ operator })),
	},
	'mobileDataGifting service getMany': {
		path: '/datagifting/v1/services',
		parameters: {},
		items: () => customers,
	},
	'mobileBilling payment start': {
		path: '/api/payment/1_4/subscribe',
		parameters: {
			serviceKey: serviceKey('COINSHOP07'),
			price: '0.99',
			msisdn: '={{ $json.phone }}',
			redirect: false,
		},
		items: () => customers,
		timesDone: ({ sandbox }, { phone }) =>
			sandbox.world.payments.transactions.ofNumber(String(phone)).length,
	},
	'mobileBilling payment submitPin': {
		path: '/api/payment/1_4/transaction/*',
		parameters: { transactionId: '={{ $json.transactionId }}', pin: '={{ $json.pin }}' },
		items: (world) =>
			sales(world, 'COINSHOP07', '0.99').map(({ record, session }) => ({
				phone: record.msisdn,
				transactionId: String(record.transactionId),
				pin: session?.pin,
			})),
		timesDone: ({ sandbox }, { transactionId }) => {
			const payment = sandbox.world.payments.transactions.find(String(transactionId));
			return payment?.session?.status === 'COMPLETED' ? 1 : 0;
		},
	},
	'mobileBilling subscription checkStatus': {
		path: '/api/payment/1_4/subscription',
		parameters: { serviceKey: serviceKey('GAMECLUB04'), userid: '={{ $json.phone }}' },
		items: subscribed,
	},
	'mobileBilling subscription createIdentificationLink': {
		parameters: {
			serviceKey: serviceKey('GAMECLUB04'),
			returnurl: '=https://shop.example/back?article={{ $json.phone }}',
		},
		items: () => customers,
	},
	'mobileBilling subscription getMany': {
		path: '/v1/subscriptions',
		parameters: { serviceKey: serviceKey('GAMECLUB04'), ...byNumber },
		items: subscribed,
	},
	'mobileBilling subscription verifyIdentificationReturn': {
		parameters: { query: '={{ { userid: $json.phone } }}' },
		items: () => customers,
	},
	'mobileBilling transaction getMany': {
		path: '/v1/transactions',
		parameters: { serviceKey: serviceKey('COINSHOP07'), ...byNumber },
		items: (world) => {
			sales(world, 'COINSHOP07', '0.99');
			return customers;
		},
	},
};
