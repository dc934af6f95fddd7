import { DAY_MS, utcText } from '../clock';
import { Dice } from '../dice';
import type { Action } from '../payments/flows';
import type { Payment } from '../payments/payment';
import type { Selling } from '../payments/payments';
import { billingOf, premiumText, questionOf } from '../payments/session';
import { failureOf } from '../payments/settle';
import { deactivate, missPayment, payPeriod } from '../payments/subscriptions';
import { type Draft, Storyteller } from './stories';

const HOUR = 3_600_000;
/** What every other merchant has had, of what the first has. */
const OTHERS_SHARE = 0.03;
/** How often a merchant has heard of a final state, in proportion to the others. */
const NOTIFIED = { DELIVERED: 965, FAILED: 20, REJECTED: 10, PENDING: 5 };
const CHANNELS: Partial<Record<Action, 'SMS' | 'SEP'>> = { PREMIUM: 'SMS', URL_REDIRECT: 'SEP' };

export interface HistoryRequest {
	/** Of the first merchant, exactly so many. */
	transactions: number;
	days: number;
	seed: number;
	/** Milliseconds since the Unix epoch; the last whole hour by default. */
	until?: number | undefined;
}

/** Gives the platform a past. The same request and the same end give the same past. */
export function fillHistory(world: Selling, request: HistoryRequest) {
	const { transactions, days, seed } = request;
	const until = request.until ?? Math.floor(world.clock.now() / HOUR) * HOUR;
	const span = { from: until - days * DAY_MS, until };
	const { subscriptions, services } = world.payments;
	const before = subscriptions.all.length;
	const drafts = world.catalogue.data.merchants.flatMap(({ merchantId }, index) => {
		const own = services.all.filter((one) => one.active && one.merchantId === merchantId);
		const teller = new Storyteller(new Dice(seed + index), span, own, subscriptions.all);
		return plan(teller, index === 0 ? transactions : Math.round(transactions * OTHERS_SHARE));
	});
	const dice = new Dice(seed);
	drafts.sort((a, b) => a.at - b.at);
	for (const draft of drafts) write(world, draft, until, dice);
	return {
		transactions,
		ofOtherMerchants: drafts.length - transactions,
		subscriptions: subscriptions.all.length - before,
		from: utcText(span.from),
		until: utcText(until),
		days,
		seed,
	};
}

/** Stories with exactly so many transactions in all. */
function plan(teller: Storyteller, count: number): Draft[] {
	const drafts: Draft[] = [];
	while (drafts.length < count) {
		const story = teller.tell();
		if (story.length <= count - drafts.length) drafts.push(...story);
	}
	return drafts;
}

const ACTION_STATUS = { FINISHED: 'COMPLETED', FAILED: 'FAILED', CANCELED: 'CANCELED' } as const;

/** Nobody is notified, and no handset gets a message. */
function write(
	world: Selling,
	{ story, action, at, price, ending }: Draft,
	until: number,
	dice: Dice,
) {
	const operator = world.catalogue.operator(story.operator);
	if (!operator) throw new Error(`operator ${story.operator} is not in the seed`);
	const payment = world.payments.transactions.begin({ ...story, operator, action, price, at });
	const { record } = payment;
	const [state = '', errorType] = ending.split(' ');
	const actionStatus = ACTION_STATUS[state as keyof typeof ACTION_STATUS] ?? null;
	const isPaid = price && state === 'FINISHED';
	Object.assign(
		record,
		{ transactionState: state, actionStatus },
		isPaid && { reference: `${operator.code}-${record.transactionId}` },
		errorType && failureOf(errorType),
	);
	keepSubscription(world, payment, { story, action, at, price, ending });
	if (state !== 'PENDING' && state !== 'EXECUTING') finish(payment, at, until, dice);
	if (action === 'CHARGE' || action === 'SUB_START') ask(payment, story.flow, dice);
	else record.ip = null;
	if (action !== 'SUB CANCEL') return;
	const { keyword } = story.service;
	const moMessage = `STOP ${keyword}`;
	Object.assign(record, { integrationSolution: 'SMS', billingType: 'MO', keyword, moMessage });
}

function keepSubscription({ payments }: Selling, payment: Payment, draft: Draft): void {
	const { story, action, at, ending } = draft;
	const isPaid = ending === 'FINISHED';
	if (action === 'SUB_START' && isPaid) {
		story.subscription = payments.subscriptions.open(payment, at);
	}
	const { subscription } = story;
	if (!subscription) return;
	payment.record.subscriptionId = subscription.record.subscriptionId;
	if (action === 'SUB_RENEW' && isPaid) payPeriod(subscription, at);
	else if (action === 'SUB_RENEW') missPayment(subscription, at);
	else if (action.endsWith('CANCEL')) deactivate(subscription, at);
}

/** When it was final, and whether the merchant has heard of it. */
function finish({ record, service }: Payment, at: number, until: number, dice: Dice): void {
	const seconds = dice.next() < 0.9 ? 5 : 48 * 3600;
	const updatedAt = Math.min(at + dice.below(seconds) * 1000, until);
	record.timeUpdated = utcText(updatedAt);
	const notifiedAt = updatedAt + dice.below(10) * 1000;
	const told = notifiedAt > until ? 'PENDING' : dice.weighted(NOTIFIED);
	// One service has no address to notify.
	record.merchantNotificationStatus = service.serviceKey === 'PARTNER09' ? 'EXCLUDED' : told;
	if (record.merchantNotificationStatus === 'DELIVERED') record.timeNotified = utcText(notifiedAt);
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
