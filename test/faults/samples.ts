import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { resources as billing } from '../../nodes/MobileBilling/operations';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { resources as gifting } from '../../nodes/MobileDataGifting/operations';
import type { Operation } from '../../nodes/engine/operation';
import { assignGift } from '../../sandbox/gifting/assign';
import type { Payment } from '../../sandbox/payments/payment';
import { enterPin } from '../../sandbox/payments/pin';
import { startPayment } from '../../sandbox/payments/start';
import type { World } from '../../sandbox/world';
import { serviceKey } from '../support/gifting';

/** What an operation is tried with. */
interface Sample {
	/** The operation's own fields. */
	parameters: INodeParameters;
	/** Prepares the platform, and gives the fields of a customer's item in addition to the phone number. */
	prepare?(world: World, phone: string): IDataObject;
	/** How often the platform has done what an item asked; absent for what changes nothing. */
	timesDone?(world: World, item: IDataObject): number;
}

const merchantId = 1001;

const sale = (world: World, msisdn: string, apikey = 'COINSHOP07', price = '0.99'): Payment =>
	startPayment(world, { merchantId, ip: '127.0.0.1' }, { apikey, price, msisdn });

const charged = (world: World, phone: string, ...what: string[]) => {
	const payment = sale(world, phone, ...what);
	enterPin(world, payment, payment.session?.pin ?? '');
	return payment;
};

const subscribed = (world: World, phone: string) => {
	charged(world, phone, 'GAMECLUB04', '2.99');
	return {};
};

const transactionId = ({ record }: Payment) => String(record.transactionId);

/** The service credential has no signature key here. */
const unsigned = (world: World, apikey: string) =>
	Object.assign(world.payments.services.find(apikey) ?? {}, { signing: null });

const actionsOf = (world: World, { phone }: IDataObject, action?: string) =>
	world.payments.transactions
		.ofNumber(String(phone))
		.filter(({ record }) => action === undefined || record.action === action).length;

const loyalty = { serviceKey: serviceKey('LOYALTYDATA01') };
const coins = { serviceKey: serviceKey('COINSHOP07') };
const gameClub = { serviceKey: serviceKey('GAMECLUB04') };
const msisdn = '={{ $json.phone }}';
const byNumber = { filters: { msisdn } };

/** By resource and operation. */
const samples: Record<string, Sample | undefined> = {
	'dataGift assign': {
		parameters: { ...loyalty, msisdn, amount: 1, clientId: '' },
		timesDone: (world, { phone }) => world.ledger.gifts('LOYALTYDATA01', String(phone)).length,
	},
	'dataGift getMany': {
		parameters: { ...loyalty, msisdn },
		prepare: (world, msisdn) => {
			const gift = { serviceKey: 'LOYALTYDATA01', clientId: 'sample', amount: 5, msisdn };
			return { gift: assignGift(world, merchantId, gift).transactionId };
		},
	},
	'service getBalance': {
		parameters: { ...loyalty, operator: { __rl: true, mode: 'id', value: 'FR_DEMOTEL' } },
	},
	'service getMany': { parameters: {} },
	'customer resolveAlias': { parameters: { msisdn } },
	'payment start': {
		parameters: { ...coins, price: '0.99', msisdn, redirect: false },
		timesDone: actionsOf,
	},
	'payment submitPin': {
		parameters: { transactionId: '={{ $json.id }}', pin: '={{ $json.pin }}' },
		prepare: (world, phone) => {
			const payment = sale(world, phone);
			return { id: transactionId(payment), pin: payment.session?.pin };
		},
		timesDone: (world, { id }) => {
			const payment = world.payments.transactions.find(String(id));
			return payment?.session?.status === 'COMPLETED' ? 1 : 0;
		},
	},
	'payment refund': {
		parameters: { ...coins, transactionId: '={{ $json.id }}' },
		prepare: (world, phone) => {
			unsigned(world, 'COINSHOP07');
			return { id: transactionId(charged(world, phone)) };
		},
		timesDone: (world, item) => actionsOf(world, item, 'REFUND'),
	},
	'subscription cancel': {
		parameters: { ...gameClub, cancelBy: 'userId', userId: msisdn },
		prepare: (world, phone) => {
			unsigned(world, 'GAMECLUB04');
			world.settings.cancelDelaySeconds = 0;
			return subscribed(world, phone);
		},
		timesDone: (world, item) => actionsOf(world, item, 'SUB CANCEL'),
	},
	'subscription checkStatus': {
		parameters: { ...gameClub, userid: msisdn },
		prepare: subscribed,
	},
	'subscription get': {
		parameters: { ...gameClub, subscriptionId: '={{ $json.id }}' },
		prepare: (world, phone) => {
			subscribed(world, phone);
			const [subscription] = world.payments.subscriptions.ofNumber(phone);
			return { id: String(subscription?.record.subscriptionId) };
		},
	},
	'subscription getMany': { parameters: { ...gameClub, ...byNumber }, prepare: subscribed },
	'transaction get': {
		parameters: { ...coins, transactionId: '={{ $json.id }}' },
		prepare: (world, phone) => ({ id: transactionId(sale(world, phone)) }),
	},
	'transaction getMany': {
		parameters: { ...coins, ...byNumber },
		prepare: (world, phone) => ({ id: transactionId(sale(world, phone)) }),
	},
};

/** An operation of one of the nodes, and what it is tried with. */
export interface Subject extends Sample {
	key: string;
	node: INodeType;
	resource: string;
	operation: Operation;
}

/** Every operation that sends a request for each item: a new one appears here by itself. */
export const subjects: Subject[] = [
	{ node: new MobileDataGifting(), resources: gifting },
	{ node: new MobileBilling(), resources: billing },
].flatMap(({ node, resources }) =>
	resources.flatMap(({ value: resource, operations }) =>
		operations
			.filter(({ effect }) => effect !== 'local' && effect !== 'survey')
			.map((operation) => {
				const key = `${resource} ${operation.value}`;
				const sample = samples[key];
				if (!sample) throw new Error(`${key} has no sample`);
				return { key, node, resource, operation, ...sample };
			}),
	),
);

/** So many customers, each with a number of their own. */
export function customers(count: number, from = 0) {
	return Array.from({ length: count }, (_, at) => ({ phone: String(999_100_001_000 + from + at) }));
}
