import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { MobileBilling } from '../../../nodes/MobileBilling/MobileBilling.node';
import { resources as billing } from '../../../nodes/MobileBilling/operations';
import { MobileDataGifting } from '../../../nodes/MobileDataGifting/MobileDataGifting.node';
import { resources as gifting } from '../../../nodes/MobileDataGifting/operations';
import type { Operation } from '../../../nodes/engine/operation';
import { assignGift } from '../../../sandbox/gifting/assign';
import type { Payment } from '../../../sandbox/payments/payment';
import { startPayment } from '../../../sandbox/payments/start';
import { enterPin } from '../../../sandbox/payments/pin';
import type { World } from '../../../sandbox/world';
import { serviceKey } from '../../support/gifting';

/** What an operation is tried with. */
interface Sample {
	/** The operation's own fields. */
	parameters: INodeParameters;
	/** Prepares the platform, and gives the items; three customers unless told. */
	items?(world: World): IDataObject[];
	/** How often the platform has done what an item asked; absent for what changes nothing. */
	timesDone?(world: World, item: IDataObject): number;
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

/** The service credential has no signature key here. */
const unsigned = (world: World, apikey: string) =>
	Object.assign(world.payments.services.find(apikey) ?? {}, { signing: null });

const actionsOf = (world: World, phone: unknown, action: string) =>
	world.payments.transactions
		.ofNumber(String(phone))
		.filter(({ record }) => record.action === action).length;

const byNumber = { filters: { msisdn: '={{ $json.phone }}' } };

/** By the keys of the subjects. */
const samples: Record<string, Sample | undefined> = {
	'mobileDataGifting dataGift assign': {
		parameters: {
			serviceKey: serviceKey('LOYALTYDATA01'),
			msisdn: '={{ $json.phone }}',
			amount: 1,
			clientId: '',
		},
		timesDone: (world, { phone }) => world.ledger.gifts('LOYALTYDATA01', String(phone)).length,
	},
	'mobileDataGifting dataGift getMany': {
		parameters: { serviceKey: serviceKey('LOYALTYDATA01'), msisdn: '={{ $json.phone }}' },
		items: (world) => {
			const gift = { serviceKey: 'LOYALTYDATA01', clientId: 'sample', amount: 5 };
			for (const msisdn of phones) assignGift(world, merchant.merchantId, { ...gift, msisdn });
			return customers;
		},
	},
	'mobileDataGifting service getBalance': {
		parameters: {
			serviceKey: serviceKey('LOYALTYDATA01'),
			operator: { __rl: true, mode: 'id', value: '={{ $json.operator }}' },
		},
		items: () => ['FR_DEMOTEL', 'GB_MADEUP', 'XZ_SANDBOX'].map((operator) => ({ operator })),
	},
	'mobileDataGifting service getMany': {
		parameters: {},
	},
	'mobileBilling customer resolveAlias': {
		parameters: { msisdn: '={{ $json.phone }}' },
	},
	'mobileBilling payment start': {
		parameters: {
			serviceKey: serviceKey('COINSHOP07'),
			price: '0.99',
			msisdn: '={{ $json.phone }}',
			redirect: false,
		},
		timesDone: (world, { phone }) => world.payments.transactions.ofNumber(String(phone)).length,
	},
	'mobileBilling payment submitPin': {
		parameters: { transactionId: '={{ $json.transactionId }}', pin: '={{ $json.pin }}' },
		items: (world) =>
			sales(world, 'COINSHOP07', '0.99').map(({ record, session }) => ({
				phone: record.msisdn,
				transactionId: String(record.transactionId),
				pin: session?.pin,
			})),
		timesDone: (world, { transactionId }) => {
			const payment = world.payments.transactions.find(String(transactionId));
			return payment?.session?.status === 'COMPLETED' ? 1 : 0;
		},
	},
	'mobileBilling payment refund': {
		parameters: {
			serviceKey: serviceKey('COINSHOP07'),
			transactionId: '={{ $json.transactionId }}',
		},
		items: (world) => {
			unsigned(world, 'COINSHOP07');
			return sales(world, 'COINSHOP07', '0.99').map((payment) => {
				enterPin(world, payment, payment.session?.pin ?? '');
				const { msisdn: phone, transactionId } = payment.record;
				return { phone, transactionId: String(transactionId) };
			});
		},
		timesDone: (world, { phone }) => actionsOf(world, phone, 'REFUND'),
	},
	'mobileBilling subscription cancel': {
		parameters: {
			serviceKey: serviceKey('GAMECLUB04'),
			cancelBy: 'userId',
			userId: '={{ $json.phone }}',
		},
		items: (world) => {
			unsigned(world, 'GAMECLUB04');
			world.settings.cancelDelaySeconds = 0;
			return subscribed(world);
		},
		timesDone: (world, { phone }) => actionsOf(world, phone, 'SUB CANCEL'),
	},
	'mobileBilling subscription checkStatus': {
		parameters: { serviceKey: serviceKey('GAMECLUB04'), userid: '={{ $json.phone }}' },
		items: subscribed,
	},
	'mobileBilling subscription get': {
		parameters: { serviceKey: serviceKey('GAMECLUB04'), subscriptionId: '={{ $json.id }}' },
		items: (world) => {
			subscribed(world);
			return phones.flatMap((phone) =>
				world.payments.subscriptions
					.ofNumber(phone)
					.map(({ record }) => ({ phone, id: String(record.subscriptionId) })),
			);
		},
	},
	'mobileBilling subscription getMany': {
		parameters: { serviceKey: serviceKey('GAMECLUB04'), ...byNumber },
		items: subscribed,
	},
	'mobileBilling transaction get': {
		parameters: { serviceKey: serviceKey('COINSHOP07'), transactionId: '={{ $json.id }}' },
		items: (world) =>
			sales(world, 'COINSHOP07', '0.99').map(({ record }) => ({
				phone: record.msisdn,
				id: String(record.transactionId),
			})),
	},
	'mobileBilling transaction getMany': {
		parameters: { serviceKey: serviceKey('COINSHOP07'), ...byNumber },
		items: (world) => {
			sales(world, 'COINSHOP07', '0.99');
			return customers;
		},
	},
};

/** An operation of one of the nodes, and what it is tried with. */
export interface Subject {
	key: string;
	node: INodeType;
	resource: string;
	operation: Operation;
	sample: Sample & Required<Pick<Sample, 'items'>>;
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
				const key = `${node.description.name} ${resource} ${operation.value}`;
				const sample = samples[key];
				if (!sample) throw new Error(`${key} has no sample`);
				return { key, node, resource, operation, sample: { items: () => customers, ...sample } };
			}),
	),
);

/** @throws Error when there is no operation of this key */
export function subjectOf(key: string): Subject {
	const subject = subjects.find((one) => one.key === key);
	if (!subject) throw new Error(`there is no ${key}`);
	return subject;
}
