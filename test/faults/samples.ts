import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node.js';
import { resources as billing } from '../../nodes/MobileBilling/operations';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node.js';
import { resources as gifting } from '../../nodes/MobileDataGifting/operations';
import type { Operation } from '../../nodes/engine/panel/operation';
import { assignGift } from '../../sandbox/gifting/assign';
import type { Payment } from '../../sandbox/payments/payment';
import { enterPin } from '../../sandbox/payments/pin';
import { startPayment } from '../../sandbox/payments/start';
import type { World } from '../../sandbox/world';
import { serviceKey } from '../support/gifting';

/** Prepares the platform, and gives the fields of a customer's item in addition to the phone number. */
type Prepare = (world: World, phone: string) => IDataObject;

/** An operation of one of the nodes, and what it is tried with. */
export interface Subject {
	key: string;
	node: INodeType;
	resource: string;
	operation: Operation;
	/** The operation's own fields. */
	parameters: INodeParameters;
	prepare?: Prepare;
	/** How often the platform has done what an item asked; absent for what changes nothing. */
	timesDone?: (world: World, item: IDataObject) => number;
}

type Sample = [Subject['parameters'], Subject['prepare']?, Subject['timesDone']?];

const merchantId = 1001;

const sale = (world: World, msisdn: string, apikey = 'COINSHOP07', price = '0.99'): Payment =>
	startPayment(world, { merchantId, ip: '127.0.0.1' }, { apikey, price, msisdn });

const charged = (world: World, phone: string, ...what: string[]) => {
	const payment = sale(world, phone, ...what);
	enterPin(world, payment, payment.session?.pin ?? '');
	return payment;
};

const idOf = ({ record }: Payment) => ({ id: String(record.transactionId) });
const sold: Prepare = (world, phone) => idOf(sale(world, phone));
const subscribed: Prepare = (world, phone) => {
	charged(world, phone, 'GAMECLUB04', '2.99');
	const [subscription] = world.payments.subscriptions.ofNumber(phone);
	return { id: String(subscription?.record.subscriptionId) };
};

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
const id = '={{ $json.id }}';
const filters = { msisdn };

/** The fields that need no explanation, filled in. */
function usual({ fields }: Operation): INodeParameters {
	const service = fields.find(({ name }) => name === 'serviceKey');
	const { serviceKey: key } = service?.required ? loyalty : coins;
	const values: INodeParameters = { serviceKey: key, msisdn, operator: serviceKey('FR_DEMOTEL') };
	const names = fields.map(({ name }) => name).filter((name) => name in values);
	return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** By resource and operation; the usual fields are enough for the others. */
const samples: Record<string, Sample | undefined> = {
	'dataGift assign': [
		{ ...loyalty, msisdn, amount: 1, clientReference: '', duplicates: 'sendAgain' },
		undefined,
		(world, { phone }) => world.ledger.gifts('LOYALTYDATA01', String(phone)).length,
	],
	'dataGift getMany': [
		{ ...loyalty, msisdn },
		(world, msisdn) => {
			const gift = { serviceKey: 'LOYALTYDATA01', clientId: 'sample', amount: 5, msisdn };
			return { gift: assignGift(world, merchantId, gift).transactionId };
		},
	],
	'payment start': [{ ...coins, price: '0.99', msisdn, redirect: false }, undefined, actionsOf],
	'payment submitPin': [
		{ transactionId: id, pin: '={{ $json.pin }}' },
		(world, phone) => {
			const payment = sale(world, phone);
			return { ...idOf(payment), pin: payment.session?.pin };
		},
		(world, item) => {
			const payment = world.payments.transactions.find(String(item.id));
			return payment?.session?.status === 'COMPLETED' ? 1 : 0;
		},
	],
	'payment refund': [
		{ ...coins, transactionId: id },
		(world, phone) => {
			unsigned(world, 'COINSHOP07');
			return { id: charged(world, phone).record.encryptedTransactionId };
		},
		(world, item) => actionsOf(world, item, 'REFUND'),
	],
	'subscription cancel': [
		{ ...gameClub, cancelBy: 'userId', userId: msisdn },
		(world, phone) => {
			unsigned(world, 'GAMECLUB04');
			world.settings.cancelDelaySeconds = 0;
			return subscribed(world, phone);
		},
		(world, item) => actionsOf(world, item, 'SUB CANCEL'),
	],
	'subscription checkStatus': [{ ...gameClub, userId: msisdn }, subscribed],
	'subscription get': [{ ...gameClub, subscriptionId: id }, subscribed],
	'subscription getMany': [{ ...gameClub, filters }, subscribed],
	'transaction get': [{ ...coins, transactionId: id }, sold],
	'transaction getMany': [{ ...coins, filters }, sold],
};

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
				const [parameters, prepare, timesDone] = samples[key] ?? [usual(operation)];
				return { key, node, resource, operation, parameters, prepare, timesDone };
			}),
	),
);
