import type { RemoteOperation } from '../../nodes/engine/panel/operation';
import { start } from '../../nodes/MobileBilling/operations/payment/start';
import { refund } from '../../nodes/MobileBilling/operations/payment/refund';
import { submitPin } from '../../nodes/MobileBilling/operations/payment/submitPin';
import { cancel } from '../../nodes/MobileBilling/operations/subscription/cancel';
import { getMany as searchTransactions } from '../../nodes/MobileBilling/operations/transaction/records';
import { assign } from '../../nodes/MobileDataGifting/operations/dataGift/assign';
import { getBalance } from '../../nodes/MobileDataGifting/operations/service/getBalance';
import { servicesOf } from '../../platform/service';
import { enterPin } from '../../sandbox/payments/pin';
import { assignGift } from '../../sandbox/gifting/assign';
import { idShown } from '../../sandbox/payments/response';
import { startPayment } from '../../sandbox/payments/start';
import type { World } from '../../sandbox/world';
import type { Arrival } from './platform';
import type { List, ListItem } from './scenario';
import type { ItemInput } from '../../nodes/engine/core/list/listRun';

/** A list for the core, with the properties by which the model distinguishes its recipients. */
export interface PreparedList {
	operation: RemoteOperation;
	items: PreparedItem[];
	/** Whether a recipient is served once over all executions. */
	isOnceForAll?: boolean;
	/** Whether its references have both cases. */
	isMixedCase?: boolean;
	/** Whether each execution serves on its own, so that others prove nothing. */
	isOwnEach?: boolean;
	/** Whether the pool can't cover it, and is asked. */
	isTooMuch?: boolean;
	/** Whether it logs in by the key for searches. */
	isSigned?: boolean;
	/** The tenant it's sent to, among those that share the host. */
	tenant: number;
	recipientOf(arrival: Arrival): string;
}

export interface PreparedItem {
	input: ItemInput;
	/** The recipient who must get it once. */
	recipient: string;
	/** Its result when nothing fails. */
	expected: 'done' | 'refused' | 'badInput' | 'either';
	/** The phone number, as its record shows it. */
	msisdn?: string;
	/** Whether another item's reference differs only in case: records that don't show the case can't tell them apart. */
	hasOtherCase?: boolean;
}

const poorPool = { serviceKey: 'WINBACKDATA02', operator: 'FR_DEMOTEL' };
/** MB. */
const poorRest = 50;
const richPool = { serviceKey: 'LOYALTYDATA01', operator: 'XZ_SANDBOX' };

/** Gifts from before: one of a number on the list shows no reference, one of somebody else does. */
export function fillHistory(world: World, { items }: PreparedList): void {
	const { serviceKey } = richPool;
	const gift = { serviceKey, amount: 1 };
	const msisdn = items.find(({ expected }) => expected === 'done')?.msisdn;
	assignGift(world, merchant.merchantId, { ...gift, msisdn: '999888000001', clientId: 'older' });
	if (msisdn) assignGift(world, merchant.merchantId, { ...gift, msisdn });
}

/** The parts of a kind of list. */
type Kind = Omit<PreparedList, 'tenant'>;

/** A list for one of the tenants, whose numbers and references may be another tenant's, too. */
export function prepareList(world: World, list: List, name: string, tenant: number): PreparedList {
	const { operation, items, recipientOf, ...kind } = kindOf(world, list, name);
	return {
		...kind,
		tenant,
		operation: brittle(operation),
		items: items.map((item) => ({ ...item, recipient: `${tenant} ${item.recipient}` })),
		recipientOf: (arrival) => `${tenant} ${recipientOf(arrival)}`,
	};
}

function kindOf(world: World, list: List, name: string): Kind {
	if (list.kind === 'payments' || list.kind === 'orders') return payments(list, name);
	if (list.kind === 'pins') return pins(world, list, name);
	if (list.kind === 'refunds') return refunds(world, list, name);
	if (list.kind === 'cancellations') return cancellations(world, list, name);
	if (list.kind === 'reads' || list.kind === 'searches') return reads(list, name);
	return gifts(list, name);
}

/** The keys that sign refunds and cancellations. */
export const services = servicesOf({
	moreServices: {
		service: [
			{ serviceKey: 'COINSHOP07', signingSecret: 'demo-signing-key-coinshop' },
			{ serviceKey: 'GAMECLUB04', signingSecret: 'demo-signing-key-gameclub' },
		],
	},
});

/** An operation whose functions throw at a poisoned answer, as a fault of this package would. */
function brittle(operation: RemoteOperation): RemoteOperation {
	const { parse, reconcile } = operation;
	const taste = (body: unknown, poison: string) => {
		const [first] = [body].flat() as [{ poison?: string } | undefined];
		if (first?.poison === poison) throw new Error('A fault of this package');
	};
	return {
		...operation,
		parse: (answer, params) => {
			taste(answer.body, 'reader');
			return parse(answer, params);
		},
		reconcile: reconcile && {
			...reconcile,
			read: (answer, params) => {
				taste(answer.body, 'reader');
				return reconcile.read(answer, params);
			},
			result: (record, params) => {
				taste(record, 'result');
				return reconcile.result(record, params);
			},
		},
	};
}

const isBad = ({ kind }: ListItem) => kind === 'badInput';

const prepared = (
	item: ListItem,
	params: object,
	rest: Omit<PreparedItem, 'input'>,
): PreparedItem =>
	isBad(item)
		? { ...rest, input: { error: new Error('A bad input') }, expected: 'badInput' }
		: { ...rest, input: { params } };

/** Amounts tell the items apart, also where two go to the same number. */
function gifts({ kind, items, isPoor, checkBalance }: List, name: string): Kind {
	const isCampaign = kind === 'campaign';
	const hasReferences = kind === 'references' || kind === 'both';
	const hasCampaign = kind !== 'references';
	const expectedOf = (item: ListItem): PreparedItem['expected'] => {
		const sharing = items.filter(({ who }) => who === item.who);
		// A bad input doesn't count as a duplicate: the outcome of the other items is open then.
		if (hasReferences && sharing.some(isBad)) return 'either';
		if (kind === 'both') return 'badInput';
		if (hasReferences && sharing.length > 1) return 'badInput';
		if (isPoor) return 'either';
		return item.kind === 'good' ? 'done' : 'refused';
	};
	const needed = items.reduce((sum, item, index) => sum + (isBad(item) ? 0 : index + 1), 0);
	const recipientOf = (msisdn: string, amount: number) => `${name} ${isCampaign ? msisdn : amount}`;
	return {
		operation: assign as RemoteOperation,
		items: items.map((item, index) => {
			const msisdn = numberOf(item, name, isPoor);
			const amount = index + 1;
			const params = {
				...(isPoor ? poorPool : richPool),
				msisdn,
				amount,
				checkBalance,
				duplicates: isCampaign ? 'skip' : 'sendAgain',
				...(hasReferences && { clientReference: orderOf(name, item.who) }),
				...(hasCampaign && { campaign: `Spring-Loyalty-${name}` }),
			};
			const hasOtherCase =
				hasReferences && items.some(({ who }) => who !== item.who && who % 20 === item.who % 20);
			const expected = expectedOf(item);
			const rest = { recipient: recipientOf(msisdn, amount), expected, msisdn, hasOtherCase };
			return prepared(item, params, rest);
		}),
		isOnceForAll: isCampaign || hasReferences,
		isMixedCase: isCampaign,
		isOwnEach: kind === 'gifts',
		isTooMuch: kind === 'gifts' && isPoor && checkBalance && poorRest < needed,
		recipientOf: ({ body }) => {
			const { msisdn, amount } = body as { msisdn: string; amount: number };
			return recipientOf(msisdn, amount);
		},
	};
}

/** Some differ in case alone: they are two. */
function orderOf(name: string, who: number): string {
	const order = `Loyal-Order-2027-01-${name}-${String(who % 20).padStart(2, '0')}`;
	return who < 20 ? order : order.toLowerCase();
}

function numberOf({ who, kind }: ListItem, name: string, isPoor: boolean): string {
	if (kind === 'unknown') return '999000000404';
	if (kind === 'blacklisted') return '999000000403';
	const digits = String(who).padStart(2, '0');
	return isPoor ? `336399810${digits}` : `9995${name}00000${digits}`;
}

const payerOf = (name: string, index: number) => `9991${name}${String(index).padStart(7, '0')}`;

function payments({ kind, items }: List, name: string): Kind {
	const isOrder = kind === 'orders';
	return {
		operation: start as RemoteOperation,
		items: items.map((item, index) => {
			const isUnknown = item.kind === 'unknown';
			const msisdn = payerOf(name, index);
			const params = {
				serviceKey: 'COINSHOP07',
				price: isUnknown ? '77.00' : '0.99',
				msisdn,
				redirect: false,
				userId: String(index),
				params: { parameter: [] },
				...(isOrder && {
					clientReference: `Loyal-Order-2027-01-${name}-${String(index).padStart(2, '0')}`,
				}),
			};
			const expected = isUnknown ? 'refused' : 'done';
			return prepared(item, params, { recipient: `${name} ${index}`, expected, msisdn });
		}),
		isOnceForAll: isOrder,
		isMixedCase: isOrder,
		isOwnEach: !isOrder,
		recipientOf: ({ body }) => `${name} ${(body as { userid: string }).userid}`,
	};
}

const merchant = { merchantId: 1001, ip: '' };

/** The payments wait for their PINs; every fifth PIN is wrong. */
function pins(world: World, { items }: List, name: string): Kind {
	return {
		operation: submitPin as RemoteOperation,
		items: items.map((item, index) => {
			const msisdn = payerOf(name, index);
			const asked = { apikey: 'COINSHOP07', price: '0.99', msisdn };
			const payment = startPayment(world, merchant, asked);
			const transactionId = idShown(payment);
			const wrong = payment.session?.pin === '1111' ? '2222' : '1111';
			const pin = item.who % 5 === 4 ? wrong : payment.session?.pin;
			const more = { recipient: transactionId, expected: 'done', msisdn } as const;
			return prepared(item, { transactionId, pin }, more);
		}),
		recipientOf: ({ path }) => decodeURIComponent(path.split('/').pop() ?? ''),
	};
}

/** A charge that the customer has confirmed. */
function charged(world: World, apikey: string, price: string, msisdn: string) {
	const payment = startPayment(world, merchant, { apikey, price, msisdn });
	enterPin(world, payment, payment.session?.pin ?? '');
	return payment.record;
}

function refunds(world: World, { items }: List, name: string): Kind {
	const serviceKey = 'COINSHOP07';
	return {
		operation: refund as RemoteOperation,
		items: items.map((item, index) => {
			const { transactionId: id } = charged(world, serviceKey, '0.99', payerOf(name, index));
			const params = { serviceKey, transactionId: String(id) };
			return prepared(item, params, { recipient: `${name} ${id}`, expected: 'done' });
		}),
		recipientOf: ({ body }) => `${name} ${(body as { transactionid: string }).transactionid}`,
	};
}

function cancellations(world: World, { items }: List, name: string): Kind {
	const serviceKey = 'GAMECLUB04';
	return {
		operation: cancel as RemoteOperation,
		items: items.map((item, index) => {
			const msisdn = payerOf(name, index);
			charged(world, serviceKey, '2.99', msisdn);
			const params = { serviceKey, by: 'userId', id: msisdn };
			return prepared(item, params, { recipient: `${name} ${msisdn}`, expected: 'done', msisdn });
		}),
		recipientOf: ({ body }) => `${name} ${(body as { userid: string }).userid}`,
	};
}

function reads({ kind, items }: List, name: string): Kind {
	const isSigned = kind === 'searches';
	const params = isSigned ? { body: { msisdn: payerOf(name, 0) }, returnAll: true } : richPool;
	const item = { input: { params }, recipient: name, expected: 'done' } as const;
	return {
		operation: (isSigned ? searchTransactions : getBalance) as RemoteOperation,
		items: items.map(() => item),
		isSigned,
		recipientOf: () => name,
	};
}
