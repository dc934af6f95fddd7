import { DAY_MS } from '../clock';
import type { Dice } from '../dice';
import { type Action, actionOf } from '../payments/flows';
import type { TransactionRecord } from '../payments/records';
import type { PaymentService, Period, Price } from '../payments/services';
import { endOfPeriod, RENEWAL_ATTEMPTS, type Subscription } from '../payments/subscriptions';

// All times are milliseconds since the Unix epoch, in whole seconds.

export interface Span {
	from: number;
	until: number;
}

/** What a customer and a service have had with each other. */
export interface Story {
	service: PaymentService;
	operator: string;
	msisdn: string;
	userId: string;
	merchantReference: string | null;
	ip: string;
	flow: Action;
	/** Once it is written. */
	subscription?: Subscription;
}

export type Outcome = keyof typeof ASKED | 'skipped' | 'pending' | 'executing';

/** A transaction that is going to be written. */
export interface Draft {
	story: Story;
	action: TransactionRecord['action'];
	at: number;
	price: Price | null;
	outcome: Outcome;
}

const MINUTE = 60_000;

/** Where the customers of each operator have their numbers, clear of magic and blacklisted ones. */
const NUMBERS = {
	FR_DEMOTEL: { first: 33639981000, count: 4000 },
	FR_FICTEL: { first: 33639986000, count: 4000 },
	GB_SAMPLECELL: { first: 447700900000, count: 400 },
	GB_MADEUP: { first: 447700900500, count: 400 },
	DE_MUSTERFUNK: { first: 4917604069050, count: 50 },
	SE_EXEMPELTEL: { first: 46701740650, count: 50 },
	XZ_SANDBOX: { first: 999100010000, count: 50_000 },
};

// How often each is drawn, in proportion to the others.
const CUSTOMERS: Record<keyof typeof NUMBERS, number> = {
	FR_DEMOTEL: 30,
	FR_FICTEL: 20,
	GB_SAMPLECELL: 10,
	GB_MADEUP: 10,
	DE_MUSTERFUNK: 5,
	SE_EXEMPELTEL: 5,
	XZ_SANDBOX: 20,
};
const ASKED = { paid: 80, poor: 8, canceled: 7, wrongPin: 3, dayLimit: 1, monthLimit: 1 };
const ONE_OFF = { ended: 980, pending: 10, executing: 10 };
const RENEWED = { paid: 880, poor: 100, monthLimit: 10, skipped: 10 };
/** How likely a customer leaves in a period. */
const LEAVING = { DAY: 0.04, WEEK: 0.08, MONTH: 0.12 };

/** Makes up what one merchant's customers do in a span of time. */
export class Storyteller {
	/** Who has had which service: nobody subscribes to one again. */
	private readonly taken: Set<string>;

	constructor(
		private readonly dice: Dice,
		private readonly span: Span,
		private readonly services: PaymentService[],
		subscriptions: readonly Subscription[],
	) {
		this.taken = new Set(
			subscriptions.map(({ record }) => `${record.serviceKey} ${record.msisdn}`),
		);
	}

	/** The transactions of a customer; empty where the customer has had the subscription. */
	tell(): Draft[] {
		const { dice, services, taken } = this;
		const isRecurring = dice.next() < 0.3;
		const wanted = services.filter(({ period }) => (period !== null) === isRecurring);
		const story = this.begin(dice.pick(wanted.length > 0 ? wanted : services));
		const { serviceKey, period } = story.service;
		if (!period) return this.buyOnce(story);
		const key = `${serviceKey} ${story.msisdn}`;
		if (taken.has(key)) return [];
		taken.add(key);
		return this.subscribe(story, period);
	}

	private begin(service: PaymentService): Story {
		const { dice } = this;
		const operator = dice.weighted(CUSTOMERS);
		const { first, count } = NUMBERS[operator];
		// The fourth digit is the flow.
		const flow = operator === 'XZ_SANDBOX' ? dice.below(4) * 100_000_000 : 0;
		const msisdn = String(first + flow + dice.below(count));
		return {
			service,
			operator,
			msisdn,
			userId: dice.next() < 0.6 ? `user-${dice.below(1_000_000)}` : msisdn,
			merchantReference: dice.next() < 0.8 ? `order-${dice.below(1_000_000_000)}` : null,
			// Kept for documentation: RFC 5737.
			ip: `203.0.113.${1 + dice.below(254)}`,
			flow: actionOf(operator, msisdn),
		};
	}

	private buyOnce(story: Story): Draft[] {
		const { dice, span } = this;
		const charge = { story, action: 'CHARGE', price: dice.pick(story.service.prices) } as const;
		const kind = dice.weighted(ONE_OFF);
		if (kind !== 'ended') {
			const at = Math.max(span.until - (1 + dice.below(600)) * 1000, span.from);
			return [{ ...charge, at, outcome: kind }];
		}
		const at = this.moment(span);
		const first: Draft = { ...charge, at, outcome: this.decision(story) };
		const drafts = [first, ...this.maybeRefund(first)];
		const again = at + (2 + dice.below(20)) * MINUTE;
		if (first.outcome === 'poor' && again < span.until && dice.next() < 0.4) {
			drafts.push({ ...charge, at: again, outcome: 'paid' });
		}
		return drafts;
	}

	private subscribe(story: Story, period: Period): Draft[] {
		const at = this.moment(this.span);
		const price = this.dice.pick(story.service.prices);
		const outcome = this.decision(story);
		const start: Draft = { story, action: 'SUB_START', at, price, outcome };
		if (outcome !== 'paid') return [start];
		return [start, ...this.maybeRefund(start), ...this.renew(start, period)];
	}

	/** A subscription from its first charge to its end, or to the end of the history. */
	private renew({ story, at, price }: Draft, period: Period): Draft[] {
		const { dice, span } = this;
		const drafts: Draft[] = [];
		const add = (draft: Omit<Draft, 'story' | 'price'>, cost: Price | null = null) =>
			drafts.push({ story, price: cost, ...draft });
		const staysBroke = dice.next() < 0.06;
		let [last, due, failures] = [at, endOfPeriod(at, period), 0];
		while (due < span.until) {
			if (dice.next() < LEAVING[period.period]) {
				add({ action: 'SUB CANCEL', at: this.moment({ from: last, until: due }), outcome: 'paid' });
				return drafts;
			}
			const outcome = staysBroke ? 'poor' : dice.weighted(RENEWED);
			add({ action: 'SUB_RENEW', at: due, outcome }, price);
			failures = outcome === 'paid' ? 0 : failures + 1;
			if (failures === RENEWAL_ATTEMPTS) {
				add({ action: 'SUB_ADMIN CANCEL', at: due, outcome: 'paid' });
				return drafts;
			}
			last = due;
			due = failures === 0 ? endOfPeriod(due, period) : due + DAY_MS;
		}
		if (due < span.until + DAY_MS / 12) {
			// Else the first request after the history would renew it.
			const at = this.moment({ from: last, until: span.until });
			add({ action: 'SUB CANCEL', at, outcome: 'paid' });
		}
		return drafts;
	}

	/** How the customer decides; a wrong PIN without a PIN is a cancellation. */
	private decision({ flow }: Story): Outcome {
		const outcome = this.dice.weighted(ASKED);
		return outcome === 'wrongPin' && flow !== 'PIN' ? 'canceled' : outcome;
	}

	/** Gives the money of a charge back, now and then. */
	private maybeRefund({ story, at, price, outcome }: Draft): Draft[] {
		const days = { from: at, until: Math.min(at + 10 * DAY_MS, this.span.until) };
		if (outcome !== 'paid' || this.dice.next() > 0.015) return [];
		return [{ story, action: 'REFUND', at: this.moment(days), price, outcome }];
	}

	/** A whole second of the span. */
	private moment({ from, until }: Span): number {
		return from + this.dice.below((until - from) / 1000) * 1000;
	}
}
