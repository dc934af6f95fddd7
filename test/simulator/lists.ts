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

/** What becomes of an item when nothing fails. */
export type Expected = 'done' | 'refused' | 'badInput' | 'either';

/** A list as the core gets it, and what the model needs to tell its recipients apart. */
export interface PreparedList {
	operation: RemoteOperation;
	inputs: ItemInput[];
	/** The recipient of each item: whom it serves once. */
	recipients: string[];
	expected: Expected[];
	/** The number of each item, as its record shows it. */
	numbers: (string | undefined)[];
	/** Whether a recipient is served once whatever number of executions there are. */
	isOnceForAll: boolean;
	/** Whether each execution serves for itself: then what another one did proves nothing. */
	isOwnEach: boolean;
	/** Whether the pool can't cover it, and is asked. */
	isTooMuch: boolean;
	recipientOf(arrival: Arrival): string | undefined;
}

const merchant = { merchantId: 1001, ip: '' };
const poorPool = { serviceKey: 'WINBACKDATA02', operator: 'FR_DEMOTEL' };
/** MB. */
const poorRest = 50;
const richPool = { serviceKey: 'LOYALTYDATA01', operator: 'XZ_SANDBOX' };

export function prepareList(world: World, list: List, name: string): PreparedList {
	if (list.kind === 'payments') return payments(list, name);
	if (list.kind === 'pins') return pins(world, list, name);
	return list.kind === 'reads' ? reads(list, name) : gifts(list, name);
}

/** Amounts tell the items apart, also where two go to the same number. */
function gifts({ kind, items, isPoor, checkBalance }: List, name: string): PreparedList {
	const isCampaign = kind === 'campaign';
	const pool = isPoor ? poorPool : richPool;
	const count = (who: number) => items.filter((one) => one.who === who).length;
	const numbers = items.map((item) => numberOf(item, name, isPoor));
	const inputs = items.map((item, index): ItemInput => {
		if (item.kind === 'badInput') return { error: new Error('A bad input') };
		return {
			params: {
				...pool,
				msisdn: numbers[index],
				amount: index + 1,
				campaign: kind === 'references' ? undefined : `spring${name}`,
				duplicates: isCampaign ? 'skip' : 'sendAgain',
				clientId: kind === 'references' ? `ref-${name}-${item.who}` : undefined,
				checkBalance,
			},
		};
	});
	const expected = items.map((item): Expected => {
		if (item.kind === 'badInput') return 'badInput';
		if (kind === 'references' && count(item.who) > 1) return 'badInput';
		if (isPoor) return 'either';
		return item.kind === 'good' ? 'done' : 'refused';
	});
	return {
		operation: assign as RemoteOperation,
		inputs,
		recipients: items.map((_, index) => `${name} ${isCampaign ? numbers[index] : index}`),
		expected: kind === 'references' ? expected.map(unlessShared(items)) : expected,
		numbers,
		isOnceForAll: isCampaign,
		isOwnEach: kind === 'gifts',
		isTooMuch: kind === 'gifts' && isPoor && checkBalance && poorRest < sumOf(inputs),
		recipientOf: ({ body }) => {
			const { msisdn, amount } = body as { msisdn: string; amount: number };
			return `${name} ${isCampaign ? msisdn : amount - 1}`;
		},
	};
}

/** A bad input doesn't count where references are compared: then the outcome of the others is open. */
function unlessShared(items: ListItem[]) {
	return (expected: Expected, index: number): Expected =>
		items.some((one) => one.kind === 'badInput' && one.who === items[index]?.who)
			? 'either'
			: expected;
}

function payments({ items }: List, name: string): PreparedList {
	const numbers = items.map((_, index) => `9991${name}${String(index).padStart(7, '0')}`);
	const inputs = items.map(({ kind }, index): ItemInput => {
		if (kind === 'badInput') return { error: new Error('A bad input') };
		return {
			params: {
				serviceKey: 'COINSHOP07',
				price: kind === 'unknown' ? '77.00' : '0.99',
				flow: 'auto',
				msisdn: numbers[index],
				redirect: false,
				userid: String(index),
				params: { parameter: [] },
			},
		};
	});
	const expected = items.map(({ kind }): Expected => {
		if (kind === 'badInput') return 'badInput';
		return kind === 'unknown' ? 'refused' : 'done';
	});
	return {
		...{ operation: start as RemoteOperation, inputs, expected, numbers },
		...{ isOnceForAll: false, isOwnEach: true, isTooMuch: false },
		recipients: items.map((_, index) => `${name} ${index}`),
		recipientOf: ({ body }) => `${name} ${(body as { userid: string }).userid}`,
	};
}

/** The payments wait for their PINs; every fifth PIN is wrong. */
function pins(world: World, { items }: List, name: string): PreparedList {
	const begun = items.map((_, index) => {
		const msisdn = `9991${name}${String(index).padStart(7, '0')}`;
		return startPayment(world, merchant, { apikey: 'COINSHOP07', price: '0.99', msisdn });
	});
	const ids = begun.map((payment) => idShown(world, payment));
	const inputs = begun.map(({ session }, index): ItemInput => {
		if (items[index]?.kind === 'badInput') return { error: new Error('A bad input') };
		const wrong = session?.pin === '1111' ? '2222' : '1111';
		const pin = (items[index]?.who ?? 0) % 5 === 4 ? wrong : session?.pin;
		return { params: { transactionId: ids[index], pin } };
	});
	return {
		...{ operation: submitPin as RemoteOperation, inputs },
		...{ isOnceForAll: false, isOwnEach: true, isTooMuch: false },
		recipients: ids,
		expected: items.map(({ kind }) => (kind === 'badInput' ? 'badInput' : 'done')),
		numbers: begun.map(({ record }) => record.msisdn),
		recipientOf: ({ path }) => decodeURIComponent(path.split('/').pop() ?? ''),
	};
}

function reads({ items }: List, name: string): PreparedList {
	return {
		operation: getBalance as RemoteOperation,
		inputs: items.map(() => ({ params: richPool })),
		recipients: items.map((_, index) => `${name} ${index}`),
		expected: items.map(() => 'done'),
		numbers: items.map(() => undefined),
		...{ isOnceForAll: false, isOwnEach: false, isTooMuch: false },
		recipientOf: () => undefined,
	};
}

function numberOf({ who, kind }: ListItem, name: string, isPoor: boolean): string {
	if (kind === 'unknown') return '999000000404';
	if (kind === 'blacklisted') return '999000000403';
	return isPoor
		? `336399810${String(who).padStart(2, '0')}`
		: `9995${name}00000${String(who).padStart(2, '0')}`;
}

function sumOf(inputs: ItemInput[]): number {
	return inputs.reduce(
		(sum, { params }) => sum + ((params as { amount: number } | undefined)?.amount ?? 0),
		0,
	);
}
