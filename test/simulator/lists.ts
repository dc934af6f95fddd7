import type { RemoteOperation } from '../../nodes/engine/operation';
import type { ItemInput } from '../../nodes/engine/plan';
import { start } from '../../nodes/MobileBilling/operations/payment/start';
import { submitPin } from '../../nodes/MobileBilling/operations/payment/submitPin';
import { assign } from '../../nodes/MobileDataGifting/operations/dataGift/assign';
import { getBalance } from '../../nodes/MobileDataGifting/operations/service/getBalance';
import { idShown } from '../../sandbox/payments/response';
import { startPayment } from '../../sandbox/payments/start';
import type { World } from '../../sandbox/world';
import type { Arrival } from './platform';
import type { List, ListItem } from './scenario';

/** A list as the core gets it, and what the model needs to tell its recipients apart. */
export interface PreparedList {
	operation: RemoteOperation;
	items: PreparedItem[];
	/** Whether a recipient is served once whatever number of executions there are. */
	isOnceForAll?: boolean;
	/** Whether each execution serves for itself: then what another one did proves nothing. */
	isOwnEach?: boolean;
	/** Whether the pool can't cover it, and is asked. */
	isTooMuch?: boolean;
	recipientOf(arrival: Arrival): string;
}

export interface PreparedItem {
	input: ItemInput;
	/** Whom it serves once. */
	recipient: string;
	/** What becomes of it when nothing fails. */
	expected: 'done' | 'refused' | 'badInput' | 'either';
	/** The phone number, as its record shows it. */
	msisdn?: string;
}

const poorPool = { serviceKey: 'WINBACKDATA02', operator: 'FR_DEMOTEL' };
/** MB. */
const poorRest = 50;
const richPool = { serviceKey: 'LOYALTYDATA01', operator: 'XZ_SANDBOX' };

export function prepareList(world: World, list: List, name: string): PreparedList {
	if (list.kind === 'payments') return payments(list, name);
	if (list.kind === 'pins') return pins(world, list, name);
	return list.kind === 'reads' ? reads(list, name) : gifts(list, name);
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
function gifts({ kind, items, isPoor, checkBalance }: List, name: string): PreparedList {
	const isCampaign = kind === 'campaign';
	const hasReferences = kind === 'references';
	const expectedOf = (item: ListItem): PreparedItem['expected'] => {
		const sharing = items.filter(({ who }) => who === item.who);
		// A bad input doesn't count where references are compared: then the outcome of the others is open.
		if (hasReferences && sharing.some(isBad)) return 'either';
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
				...{ ...(isPoor ? poorPool : richPool), msisdn, amount, checkBalance },
				duplicates: isCampaign ? 'skip' : 'sendAgain',
				...(hasReferences
					? { clientId: `ref-${name}-${item.who}` }
					: { campaign: `spring${name}` }),
			};
			const rest = { recipient: recipientOf(msisdn, amount), expected: expectedOf(item), msisdn };
			return prepared(item, params, rest);
		}),
		isOnceForAll: isCampaign,
		isOwnEach: kind === 'gifts',
		isTooMuch: kind === 'gifts' && isPoor && checkBalance && poorRest < needed,
		recipientOf: ({ body }) => {
			const { msisdn, amount } = body as { msisdn: string; amount: number };
			return recipientOf(msisdn, amount);
		},
	};
}

function numberOf({ who, kind }: ListItem, name: string, isPoor: boolean): string {
	if (kind === 'unknown') return '999000000404';
	if (kind === 'blacklisted') return '999000000403';
	const digits = String(who).padStart(2, '0');
	return isPoor ? `336399810${digits}` : `9995${name}00000${digits}`;
}

const payerOf = (name: string, index: number) => `9991${name}${String(index).padStart(7, '0')}`;

function payments({ items }: List, name: string): PreparedList {
	return {
		operation: start as RemoteOperation,
		items: items.map((item, index) => {
			const isUnknown = item.kind === 'unknown';
			const msisdn = payerOf(name, index);
			const params = {
				...{ serviceKey: 'COINSHOP07', price: isUnknown ? '77.00' : '0.99', flow: 'auto', msisdn },
				...{ redirect: false, userid: String(index), params: { parameter: [] } },
			};
			const expected = isUnknown ? 'refused' : 'done';
			return prepared(item, params, { recipient: `${name} ${index}`, expected, msisdn });
		}),
		isOwnEach: true,
		recipientOf: ({ body }) => `${name} ${(body as { userid: string }).userid}`,
	};
}

/** The payments wait for their PINs; every fifth PIN is wrong. */
function pins(world: World, { items }: List, name: string): PreparedList {
	return {
		operation: submitPin as RemoteOperation,
		items: items.map((item, index) => {
			const msisdn = payerOf(name, index);
			const asked = { apikey: 'COINSHOP07', price: '0.99', msisdn };
			const payment = startPayment(world, { merchantId: 1001, ip: '' }, asked);
			const transactionId = idShown(world, payment);
			const wrong = payment.session?.pin === '1111' ? '2222' : '1111';
			const pin = item.who % 5 === 4 ? wrong : payment.session?.pin;
			const more = { recipient: transactionId, expected: 'done', msisdn } as const;
			return prepared(item, { transactionId, pin }, more);
		}),
		recipientOf: ({ path }) => decodeURIComponent(path.split('/').pop() ?? ''),
	};
}

function reads({ items }: List, name: string): PreparedList {
	const item = { input: { params: richPool }, recipient: name, expected: 'done' } as const;
	return {
		operation: getBalance as RemoteOperation,
		items: items.map(() => item),
		recipientOf: () => name,
	};
}
