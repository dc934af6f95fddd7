import { DAY_MS, utcText } from '../clock';
import { Dice } from '../dice';
import { localText } from '../payments/countries';
import type { Action } from '../payments/flows';
import type { Payment } from '../payments/payment';
import type { Selling } from '../payments/payments';
import { billingOf, premiumText, questionOf, withoutPin } from '../payments/session';
import { LATENESS, NOTIFIED, OUTCOMES } from './outcomes';
import { type Draft, type Life, type Story, Storyteller } from './stories';

const HOUR = 3_600_000;
/** What every other merchant has had, of what the first has. */
const OTHERS_SHARE = 0.03;

export interface HistoryRequest {
	/** Of the first merchant, exactly so many. */
	transactions: number;
	days: number;
	seed: number;
	/** Milliseconds since the Unix epoch; the last whole hour when it is not said. */
	until?: number | undefined;
}

/** Gives the platform a past. The same request and the same end give the same past. */
export function fillHistory(world: Selling, request: HistoryRequest) {
	const { transactions, days, seed } = request;
	const until = request.until ?? Math.floor(world.clock.now() / HOUR) * HOUR;
	const span = { from: until - days * DAY_MS, until };
	const { catalogue, payments } = world;
	const { subscriptions, services } = payments;
	const before = subscriptions.all.length;
	const drafts = catalogue.data.merchants.flatMap(({ merchantId }, index) => {
		const own = services.all.filter((one) => one.active && one.merchantId === merchantId);
		const teller = new Storyteller(new Dice(seed + index), span, own, catalogue, subscriptions);
		return plan(teller, index === 0 ? transactions : Math.round(transactions * OTHERS_SHARE));
	});
	const dice = new Dice(seed);
	drafts.sort((a, b) => a.at - b.at);
	for (const draft of drafts) write(world, draft, until, dice);
	for (const { life } of new Set(drafts.map(({ story }) => story))) if (life) settle(life);
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
		if (story && story.drafts.length <= count - drafts.length) drafts.push(...story.drafts);
	}
	return drafts;
}

/** Nobody is notified, and no handset gets a message. */
function write({ payments, settings }: Selling, draft: Draft, until: number, dice: Dice): void {
	const { story, action, at, price, outcome } = draft;
	const { service, operator, msisdn, userId, reference: merchantReference, life } = story;
	const customer = { service, operator, msisdn, userId, merchantReference };
	const payment = payments.transactions.begin({ action, price, at, ...customer });
	const { record } = payment;
	if (life) {
		if (action === 'SUB_START') life.opened = payments.subscriptions.open(payment, at);
		record.subscriptionId = life.opened?.record.subscriptionId ?? 0;
	}
	const end = OUTCOMES[outcome];
	Object.assign(record, end);
	if (end.actionStatus === 'COMPLETED' && price) {
		record.reference = `${record.operator}-${record.transactionId}`;
	}
	if (draft.executeAt !== undefined) record.executionTime = utcText(draft.executeAt);
	if (end.actionStatus !== null || outcome === 'skipped') finish(payment, draft, until, dice);
	if (action === 'CHARGE' || action === 'SUB_START') {
		const isAskedForPin = story.flow === 'PIN' && outcome !== 'banned';
		const pin = isAskedForPin ? String(dice.below(10_000)).padStart(4, '0') : null;
		ask(payment, story, pin, settings.recordPins);
	} else {
		mention(payment);
	}
}

/** When it was final, and whether the merchant has heard of it. */
function finish({ record }: Payment, draft: Draft, until: number, dice: Dice): void {
	const kind = dice.weighted(LATENESS);
	const seconds = { atOnce: dice.below(5), soon: dice.below(3600) };
	const delay = kind === 'atOnce' || kind === 'soon' ? seconds[kind] * 1000 : dice.below(48) * HOUR;
	const updatedAt = Math.min(draft.at + delay, until);
	record.timeUpdated = utcText(updatedAt);
	const byHand = { finishedBy: 'support.alex', comment: "settled after the operator's report" };
	Object.assign(record, draft.manual ?? (kind === 'byHand' ? byHand : {}));

	const isSilent = ['SUB_IDENTIFY', 'SUB_REMIND'].includes(record.action);
	// One service has no address to notify.
	if (isSilent || record.serviceKey === 'PARTNER09') {
		record.merchantNotificationStatus = 'EXCLUDED';
		return;
	}
	const told = dice.weighted(NOTIFIED);
	if (told !== 'first' && told !== 'retried') {
		record.merchantNotificationStatus = told;
		return;
	}
	const toldAt = updatedAt + dice.below(told === 'first' ? 10 : 6 * 3600) * 1000;
	if (toldAt > until) return;
	record.merchantNotificationStatus = 'DELIVERED';
	record.timeNotified = utcText(toldAt);
}

const CHANNELS: Partial<Record<Action, 'SMS' | 'SEP'>> = { PREMIUM: 'SMS', URL_REDIRECT: 'SEP' };

/** How the customer was asked. */
function ask(payment: Payment, story: Story, pin: string | null, recordPins: boolean): void {
	const { record, service } = payment;
	const { flow } = story;
	record.billingType = billingOf(flow);
	record.integrationSolution = CHANNELS[flow] ?? 'API';
	if (flow === 'PREMIUM') {
		record.keyword = service.keyword;
		record.moMessage = premiumText(payment);
		return;
	}
	record.ip = story.ip;
	const question = questionOf(payment, flow, pin);
	record.mtMessage = recordPins ? question : withoutPin(question, pin);
	if (recordPins) record.pinIdentification = pin;
}

/** What was said without a question. */
function mention({ record, service }: Payment): void {
	const { keyword, serviceName } = service;
	if (record.action === 'SUB CANCEL') {
		const moMessage = `STOP ${keyword}`;
		Object.assign(record, { integrationSolution: 'SMS', billingType: 'MO', keyword, moMessage });
	}
	if (record.action === 'SUB_REMIND') {
		record.billingType = 'MT';
		record.mtMessage = `${serviceName} renews in a day. To end it send STOP ${keyword}.`;
	}
}

/** Gives a subscription, opened as of its opt-in, the state it has at the end of the history. */
function settle({
	opened,
	unsubscribedAt,
	lastCharge,
	paidUntil,
	dueAt,
	failedInARow,
}: Life): void {
	if (!opened) return;
	const { record } = opened;
	Object.assign(opened, { paidUntil, failedInARow, dueAt });
	record.lastCharge = utcText(lastCharge);
	record.timeToExpire = dueAt < Infinity && failedInARow === 0 ? utcText(paidUntil) : null;
	if (unsubscribedAt === null) return;
	record.active = false;
	record.timeUnsubscribed = utcText(unsubscribedAt);
	record.timeUnsubscribedLocal = localText(unsubscribedAt, record.country);
}
