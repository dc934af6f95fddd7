import { DAY_MS } from './clock';
import { Dice } from './dice';
import { actionOf } from './payments/flows';
import type { Selling } from './payments/payments';
import { bringForward, cancelSubscription } from './payments/renewals';
import type { PaymentService } from './payments/services';
import { billingOf } from './payments/session';
import { cancel, charge, end } from './payments/settle';
import type { Subscription } from './payments/subscriptions';

/** Countries and flows of invented customers, without magic and blacklisted numbers. Each row is equally likely. */
const CUSTOMERS: [operator: string, first: number, count: number][] = [
	['FR_DEMOTEL', 33639981000, 4000],
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

/** The probabilities that a customer leaves, or has no credit, when a subscription renews. */
const [LEAVES, LACKS_CREDIT] = [0.06, 0.11];

const HOUR = 3_600_000;

interface HistoryRequest {
	transactions: number;
	days: number;
	seed: number;
	/** Milliseconds since the Unix epoch; the last whole hour by default. */
	until?: number;
}

/** Gives the first merchant earlier sales: the same request and end give the same sales. No notification is sent. */
export function fillHistory(world: Selling, request: HistoryRequest): void {
	const { transactions: wanted, days, seed } = request;
	const until = request.until ?? Math.floor(world.clock.now() / HOUR) * HOUR;
	const { subscriptions, services, transactions, handsets } = world.payments;
	const [merchant] = world.catalogue.data.merchants;
	const sold = services.all.filter((one) => one.active && one.merchantId === merchant?.merchantId);
	const dice = new Dice(seed);
	const { onFinal } = world.payments;
	const [before, messages] = [transactions.all.length, handsets.all.length];
	world.payments.onFinal = ({ record }) => {
		const isTold = dice.next() < 0.97;
		record.merchantNotificationStatus = isTold ? 'DELIVERED' : 'FAILED';
		if (isTold) record.timeNotified = record.timeUpdated;
	};
	for (let made = 0; made < wanted; made = transactions.all.length - before) {
		const at = until - Math.ceil(((wanted - made) / wanted) * days * 86_400) * 1000;
		const due = subscriptions.firstDue(at);
		if (due) goOn(world, due, at, dice);
		else sell(world, sold, at, dice);
	}
	// Otherwise the first request after the history would renew them.
	for (const one of subscriptions.all) one.dueAt = Math.max(one.dueAt, until + DAY_MS);
	handsets.all.splice(messages);
	world.payments.onFinal = onFinal;
}

/** A subscription is due: it renews, or the customer leaves. */
function goOn(world: Selling, due: Subscription, at: number, dice: Dice): void {
	if (due.record.active && dice.next() < LEAVES) {
		cancelSubscription(world, due, { action: 'SUB CANCEL', at });
	}
	const failing = dice.next() < LACKS_CREDIT ? 'NOT_ENOUGH_CREDIT' : undefined;
	bringForward(world, due, at, failing);
}

/** A customer buys, now and then without credit, or cancels; or gets the last charge back. */
function sell(world: Selling, sold: PaymentService[], at: number, dice: Dice): void {
	const { transactions } = world.payments;
	const last = transactions.all.at(-1);
	if (last?.record.action === 'CHARGE' && last.record.actionStatus === 'COMPLETED') {
		if (!last.refunded && dice.next() < 0.02) {
			last.refunded = true;
			const back = transactions.follow(last, { action: 'REFUND', price: last.record, at });
			return end(world, back, 'COMPLETED', at);
		}
	}
	const isSubscribing = dice.next() < 0.1;
	const service = dice.pick(sold.filter(({ period }) => (period !== null) === isSubscribing));
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
	payment.record.billingType = billingOf(actionOf(code, msisdn));
	const chance = dice.next();
	if (chance < 0.1) cancel(world, payment, at);
	// One in a hundred is never decided.
	else if (chance > 0.11)
		charge(world, payment, at, chance < 0.2 ? 'NOT_ENOUGH_CREDIT' : undefined);
}
