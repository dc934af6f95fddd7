import { DAY_MS, utcText } from '../clock';
import { Dice } from '../dice';
import { type Action, actionOf } from '../payments/flows';
import type { Payment } from '../payments/payment';
import type { Selling, Timeless } from '../payments/payments';
import type { PaymentService } from '../payments/services';
import { billingOf, premiumText, questionOf } from '../payments/session';
import { failureOf } from '../payments/settle';
import { deactivate, missPayment, payPeriod, type Subscription } from '../payments/subscriptions';

/** Where customers have their numbers, clear of magic and blacklisted ones; each row as often as the others. */
const CUSTOMERS: [operator: string, first: number, count: number][] = [
	['FR_DEMOTEL', 33639981000, 2000],
	['FR_DEMOTEL', 33639983000, 2000],
	['FR_FICTEL', 33639986000, 4000],
	['GB_SAMPLECELL', 447700900000, 400],
	['GB_MADEUP', 447700900500, 400],
	['DE_MUSTERFUNK', 4917604069050, 50],
	['SE_EXEMPELTEL', 46701740650, 50],
	// The fourth digit is the flow.
	['XZ_SANDBOX', 999100010000, 50_000],
	['XZ_SANDBOX', 999200010000, 50_000],
	['XZ_SANDBOX', 999300010000, 50_000],
	['XZ_SANDBOX', 999400010000, 50_000],
];

// How often each is drawn, in proportion to the others.
const WANTED = { CHARGE: 88, SUB_START: 10, REFUND: 2 };
/** `transactionState`, and `errorType` behind a space. */
const ASKED = {
	FINISHED: 800,
	'FAILED NOT_ENOUGH_CREDIT': 80,
	'CANCELED CANCELED_BY_USER': 100,
	'FAILED DAILY_LIMIT_EXCEEDED': 10,
	'FAILED MONTHLY_LIMIT_EXCEEDED': 10,
	PENDING: 5,
	EXECUTING: 5,
};
const RENEWED = { FINISHED: 880, 'FAILED NOT_ENOUGH_CREDIT': 110, SKIPPED: 10 };
const NOTIFIED = { DELIVERED: 965, FAILED: 20, REJECTED: 10, PENDING: 5 };
/** How likely a customer leaves in a period. */
const LEAVING = { DAY: 0.04, WEEK: 0.08, MONTH: 0.12 };

const ACTION_STATUS = { FINISHED: 'COMPLETED', FAILED: 'FAILED', CANCELED: 'CANCELED' } as const;
const CHANNELS: Partial<Record<Action, 'SMS' | 'SEP'>> = { PREMIUM: 'SMS', URL_REDIRECT: 'SEP' };

const HOUR = 3_600_000;

interface HistoryRequest {
	transactions: number;
	days: number;
	seed: number;
	/** Milliseconds since the Unix epoch; the last whole hour by default. */
	until?: number;
}

/** Gives the first merchant a past. The same request and the same end give the same past. */
export function fillHistory(world: Selling, request: HistoryRequest): void {
	const { transactions, days, seed } = request;
	const until = request.until ?? Math.floor(world.clock.now() / HOUR) * HOUR;
	const from = until - days * DAY_MS;
	const { subscriptions, services } = world.payments;
	const [merchant] = world.catalogue.data.merchants;
	const sold = services.all.filter((one) => one.active && one.merchantId === merchant?.merchantId);
	const dice = new Dice(seed);
	for (let n = 0; n < transactions; n += 1) {
		const at = from + Math.floor(((n + dice.next()) / transactions) * days * 86_400) * 1000;
		goOn({ world, dice, at, until }, sold);
	}
	// Else the first request after the history would renew them.
	for (const one of subscriptions.all) one.dueAt = Math.max(one.dueAt, until + DAY_MS);
}

/** A moment of the past. Nobody is notified, and no handset gets a message. */
interface Moment {
	world: Timeless;
	dice: Dice;
	/** Milliseconds since the Unix epoch, as is `until`. */
	at: number;
	until: number;
}

/** One transaction: of a subscription that is due, or of any customer. */
function goOn(now: Moment, services: PaymentService[]): void {
	const { dice, at } = now;
	const { subscriptions, transactions } = now.world.payments;
	const due = subscriptions.firstDue(at);
	if (due) return renew(now, due);
	const wanted = dice.weighted(WANTED);
	const charged = transactions.all.slice(-20).find(({ record, refunded }) => {
		return record.action === 'CHARGE' && record.actionStatus === 'COMPLETED' && !refunded;
	});
	if (wanted === 'REFUND' && charged) {
		charged.refunded = true;
		const details = { action: wanted, price: charged.record, at } as const;
		return finish(now, transactions.follow(charged, details), 'FINISHED');
	}
	const fitting = services.filter(({ period }) => (period === null) === (wanted !== 'SUB_START'));
	sell(now, dice.pick(fitting));
}

function sell(now: Moment, service: PaymentService): void {
	const { world, dice, at } = now;
	const { transactions, subscriptions } = world.payments;
	const [code, first, count] = dice.pick(CUSTOMERS);
	const operator = world.catalogue.operator(code);
	if (!operator) throw new Error(`operator ${code} is not in the seed`);
	const msisdn = String(first + dice.below(count));
	const payment = transactions.begin({
		action: service.period ? 'SUB_START' : 'CHARGE',
		service,
		operator,
		price: dice.pick(service.prices),
		msisdn,
		userId: dice.next() < 0.6 ? `user-${dice.below(1_000_000)}` : msisdn,
		merchantReference: dice.next() < 0.8 ? `order-${dice.below(1_000_000_000)}` : null,
		// Kept for documentation: RFC 5737.
		ip: `203.0.113.${1 + dice.below(254)}`,
		at,
	});
	ask(payment, actionOf(code, msisdn), dice);
	const isTaken = service.period && subscriptions.ofNumber(msisdn).length > 0;
	finish(now, payment, isTaken ? 'FAILED EXISTING_SUBSCRIPTION' : dice.weighted(ASKED));
	if (!service.period || payment.record.actionStatus !== 'COMPLETED') return;
	payment.record.subscriptionId = subscriptions.open(payment, at).record.subscriptionId;
}

function renew(now: Moment, subscription: Subscription): void {
	const { world, dice, at } = now;
	const { optIn, record } = subscription;
	const isLeaving = dice.next() < LEAVING[record.period];
	const action = isLeaving ? 'SUB CANCEL' : 'SUB_RENEW';
	const details = { action, price: isLeaving ? null : optIn.record, at } as const;
	const payment = world.payments.transactions.follow(optIn, details);
	const ending = isLeaving ? 'FINISHED' : dice.weighted(RENEWED);
	finish(now, payment, ending);
	if (isLeaving) {
		deactivate(subscription, at);
		subscription.dueAt = Infinity;
	} else if (ending === 'FINISHED') payPeriod(subscription, at);
	else missPayment(subscription, at);
}

/** How and when it ended, and whether the merchant has heard of it. */
function finish({ dice, at, until }: Moment, { record }: Payment, ending: string): void {
	const [state = '', errorType] = ending.split(' ');
	record.transactionState = state as typeof record.transactionState;
	record.actionStatus = ACTION_STATUS[state as keyof typeof ACTION_STATUS] ?? null;
	Object.assign(record, errorType && failureOf(errorType));
	if (state === 'PENDING' || state === 'EXECUTING') return;
	if (record.price > 0 && state === 'FINISHED') {
		record.reference = `${record.operator}-${record.transactionId}`;
	}
	const updatedAt = Math.min(at + dice.below(dice.next() < 0.9 ? 5 : 48 * 3600) * 1000, until);
	record.timeUpdated = utcText(updatedAt);
	// One service has no address to notify.
	const told = record.serviceKey === 'PARTNER09' ? 'EXCLUDED' : dice.weighted(NOTIFIED);
	record.merchantNotificationStatus = told;
	if (told === 'DELIVERED') record.timeNotified = utcText(updatedAt);
}

/** How the customer was asked. */
function ask(payment: Payment, flow: Action, dice: Dice): void {
	const { record, service } = payment;
	record.billingType = billingOf(flow);
	record.integrationSolution = CHANNELS[flow] ?? 'API';
	if (flow === 'PREMIUM') {
		record.keyword = service.keyword;
		record.moMessage = premiumText(payment);
		return;
	}
	const pin = flow === 'PIN' ? String(dice.below(10_000)).padStart(4, '0') : null;
	record.pinIdentification = pin;
	record.mtMessage = questionOf(payment, flow, pin);
}
