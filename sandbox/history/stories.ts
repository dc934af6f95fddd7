import type { Catalogue, Operator } from '../catalogue';
import { DAY_MS } from '../clock';
import type { Dice } from '../dice';
import { localOffsetMs } from '../payments/countries';
import { type Action, actionOf, magicOf } from '../payments/flows';
import type { TransactionRecord } from '../payments/records';
import type { PaymentService, Price } from '../payments/services';
import { endOfPeriod, type Subscription, type Subscriptions } from '../payments/subscriptions';
import {
	ASKED,
	HOURS,
	LEAVING,
	ONE_OFF,
	type Outcome,
	REMINDED,
	RENEWED,
	SHARES,
} from './outcomes';

// All times are milliseconds since the Unix epoch, in whole seconds.

export interface Span {
	from: number;
	until: number;
}

/** What a customer and a service have had with each other: some transactions, perhaps a subscription. */
export interface Story {
	service: PaymentService;
	operator: Operator;
	msisdn: string;
	userId: string;
	reference: string | null;
	ip: string;
	flow: Action;
	/** The subscription as it is at the end of the history. */
	life: Life | null;
	drafts: Draft[];
}

export type Life = Pick<Subscription, 'paidUntil' | 'dueAt' | 'failedInARow'> & {
	lastCharge: number;
	unsubscribedAt: number | null;
	/** Once it is written. */
	opened?: Subscription;
};

/** A transaction that is going to be written. */
export interface Draft {
	story: Story;
	action: TransactionRecord['action'];
	at: number;
	price: Price | null;
	outcome: Outcome;
	/** Of one that is scheduled. */
	executeAt?: number;
	/** Somebody of the operator's has done it by hand. */
	manual?: { finishedBy: string; comment: string };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The standard settings, so that a seed gives the same history whatever the settings are. */
const RENEWAL_RETRY = DAY_MS;
const RENEWAL_ATTEMPTS = 10;
const XZ_CUSTOMERS = 50_000;
const MOMENT_TRIES = 10;

/** Makes up what one merchant's customers do in a span of time. */
export class Storyteller {
	/** Who has had which service: nobody subscribes to one again. */
	private readonly taken: Set<string>;

	constructor(
		private readonly dice: Dice,
		private readonly span: Span,
		private readonly services: PaymentService[],
		private readonly catalogue: Catalogue,
		{ all }: Subscriptions,
	) {
		this.taken = new Set(all.map(({ record }) => `${record.serviceKey} ${record.msisdn}`));
	}

	/** Undefined when the customer is subscribed already, or would be charged soon after the history. */
	tell(): Story | undefined {
		const sells = this.services.some(({ period }) => period !== null);
		return sells && this.dice.next() < 0.3 ? this.subscribe() : this.buyOnce();
	}

	/** A customer buys once, or tries to, or is about to. */
	private buyOnce(): Story {
		const { dice, span } = this;
		const story = this.begin(this.services.filter(({ period }) => period === null));
		const action = 'CHARGE';
		const price = dice.pick(story.service.prices);
		const kind = dice.weighted(ONE_OFF);
		if (kind !== 'past') {
			const minutes = kind === 'pending' ? 15 : 1;
			const at = Math.max(span.until - dice.below(minutes * 60) * 1000, span.from);
			this.add(story, { action, at, price, outcome: kind });
			return story;
		}
		const at = this.wakingMoment(span, story.operator.country);
		const outcome = this.decide(story);
		this.maybeIdentify(story, at);
		this.maybeRefund(this.add(story, { action, at, price, outcome }));
		const again = at + (2 + dice.below(20)) * MINUTE;
		// Some top up and try again.
		if (outcome === 'poor' && again < span.until && dice.next() < 0.4) {
			this.add(story, { action, at: again, price, outcome: 'paid' });
		}
		return story;
	}

	/** A customer subscribes, or tries to. */
	private subscribe(): Story | undefined {
		const { dice, span } = this;
		const story = this.begin(this.services.filter(({ period }) => period !== null));
		const { period, serviceKey, prices } = story.service;
		if (!period || !hasRoom(span)) return undefined;
		const at = this.wakingMoment(span, story.operator.country);
		const price = dice.pick(prices);
		const outcome = this.decide(story);
		this.maybeIdentify(story, at);
		const optIn = this.add(story, { action: 'SUB_START', at, price, outcome });
		if (outcome !== 'paid') return story;
		const paidUntil = endOfPeriod(at, period);
		const life: Life = {
			paidUntil,
			dueAt: Infinity,
			failedInARow: 0,
			lastCharge: at,
			unsubscribedAt: null,
		};
		story.life = life;
		this.maybeRefund(optIn);
		this.liveOn(story, life, price);
		if (life.dueAt < span.until + 2 * HOUR) return undefined;
		const key = `${serviceKey} ${story.msisdn}`;
		if (this.taken.has(key)) return undefined;
		this.taken.add(key);
		return story;
	}

	/** What becomes of a subscription from its first charge to its end, or to the end of the history. */
	private liveOn(story: Story, life: Life, price: Price): void {
		const { dice, span } = this;
		const { period } = story.service;
		if (!period) return;
		const turnsBroke = dice.next() < 0.06;
		let last = life.lastCharge;
		for (let due = life.paidUntil; ; last = due, due = nextDue(life, due)) {
			const meanwhile = { from: last, until: Math.min(due, span.until) };
			if (dice.next() < LEAVING[period.period] && hasRoom(meanwhile)) {
				this.leave(story, life, this.wakingMoment(meanwhile, story.operator.country));
				return;
			}
			if (life.failedInARow === 0 && dice.next() < REMINDED[period.period]) {
				this.remind(story, due - DAY_MS, meanwhile);
			}
			if (due >= span.until) {
				life.dueAt = due;
				return;
			}
			const isBroke = turnsBroke && (life.failedInARow > 0 || dice.next() < 0.3);
			const outcome = isBroke ? 'poor' : dice.weighted(RENEWED);
			const renewal = this.add(story, { action: 'SUB_RENEW', at: due, price, outcome });
			if (outcome === 'paid') {
				Object.assign(life, { failedInARow: 0, lastCharge: due });
				life.paidUntil = endOfPeriod(due, period);
				this.maybeRefund(renewal);
			} else if (++life.failedInARow >= RENEWAL_ATTEMPTS) {
				this.end(story, life, { action: 'SUB_ADMIN CANCEL', at: due });
				return;
			}
		}
	}

	private remind(story: Story, at: number, meanwhile: Span): void {
		const reminder = { action: 'SUB_REMIND', price: null } as const;
		if (at > meanwhile.from && at < this.span.until) {
			this.add(story, { ...reminder, at, outcome: 'paid' });
		} else if (at >= this.span.until && hasRoom(meanwhile)) {
			const planned = this.anyMoment(meanwhile);
			this.add(story, { ...reminder, at: planned, outcome: 'scheduled', executeAt: at });
		}
	}

	/** By STOP on the handset, or with the help of the operator's people. */
	private leave(story: Story, life: Life, at: number): void {
		if (this.dice.next() < 0.95) this.end(story, life, { action: 'SUB CANCEL', at });
		else {
			const manual = { finishedBy: 'support.alex', comment: 'ended on the phone' };
			this.end(story, life, { action: 'SUB_ADMIN CANCEL', at, manual });
		}
	}

	private end(story: Story, life: Life, draft: Pick<Draft, 'action' | 'at' | 'manual'>): void {
		this.add(story, { ...draft, price: null, outcome: 'paid' });
		const isPaid = life.failedInARow === 0 && life.paidUntil > this.span.until;
		life.unsubscribedAt = draft.at;
		life.dueAt = isPaid ? life.paidUntil : Infinity;
	}

	/** Gives the money of a charge back, now and then. */
	private maybeRefund({ story, at, price, outcome }: Draft): void {
		const { dice, span } = this;
		const days = { from: at, until: Math.min(at + 10 * DAY_MS, span.until) };
		if (outcome !== 'paid' || dice.next() > 0.015 || !hasRoom(days)) return;
		this.add(story, {
			action: 'REFUND',
			at: this.wakingMoment(days, story.operator.country),
			price,
			outcome: dice.next() < 0.95 ? 'paid' : 'refused',
			manual: { finishedBy: 'support.robin', comment: 'asked for by the customer' },
		});
	}

	/** The operator says who is browsing, before a payment and now and then. */
	private maybeIdentify(story: Story, before: number): void {
		const minutes = { from: Math.max(before - HOUR / 4, this.span.from), until: before };
		if (this.dice.next() > 0.08 || !hasRoom(minutes)) return;
		const at = this.anyMoment(minutes);
		this.add(story, { action: 'SUB_IDENTIFY', at, price: null, outcome: 'paid' });
	}

	private add(story: Story, draft: Omit<Draft, 'story'>): Draft {
		const added = { story, ...draft };
		story.drafts.push(added);
		return added;
	}

	/** A customer meets one of the services. */
	private begin(services: PaymentService[]): Story {
		const { dice } = this;
		const { operator, msisdn } = this.customer();
		return {
			service: dice.pick(services),
			operator,
			msisdn,
			userId: dice.next() < 0.6 ? `user-${dice.below(1_000_000)}` : msisdn,
			reference: dice.next() < 0.8 ? `order-${dice.below(1_000_000_000)}` : null,
			// Kept for documentation: RFC 5737.
			ip: `203.0.113.${1 + dice.below(254)}`,
			flow: actionOf(operator.code, msisdn),
			life: null,
			drafts: [],
		};
	}

	/** How the customer decides. Now and then it is one who may not be served. */
	private decide(story: Story): Outcome {
		const { dice, catalogue } = this;
		const banned = catalogue.data.blacklistedNumbers.find(
			(msisdn) => catalogue.subscriber(msisdn)?.operator === story.operator,
		);
		if (dice.next() >= 0.015 || banned === undefined) {
			const outcome = dice.weighted(ASKED);
			return outcome === 'wrongPin' && story.flow !== 'PIN' ? 'canceled' : outcome;
		}
		Object.assign(story, { msisdn: banned, userId: banned });
		return 'banned';
	}

	/** Anybody who can pay. */
	private customer(): { operator: Operator; msisdn: string } {
		const code = this.dice.weighted(SHARES);
		for (;;) {
			const msisdn = this.anyNumber(code);
			const subscriber = this.catalogue.subscriber(msisdn);
			const isMagic = Object.keys(magicOf(msisdn)).length > 0;
			if (subscriber && !subscriber.blacklisted && !isMagic) {
				return { operator: subscriber.operator, msisdn };
			}
		}
	}

	private anyNumber(code: string): string {
		const { dice } = this;
		// The fourth digit is the flow.
		if (code === 'XZ_SANDBOX') {
			return `999${1 + dice.below(4)}${String(10_000 + dice.below(XZ_CUSTOMERS)).padStart(8, '0')}`;
		}
		const ranges = this.catalogue.data.numberRanges;
		const { from, to } = dice.pick(ranges.filter(({ operator }) => operator === code));
		return String(Number(from) + dice.below(Number(to) - Number(from) + 1));
	}

	/** A time inside the span, at an hour when people of the country are awake if the span has one. */
	private wakingMoment(span: Span, country: string): number {
		for (let tries = 0; tries < MOMENT_TRIES; tries += 1) {
			const day = Math.floor(this.anyMoment(span) / DAY_MS) * DAY_MS;
			const local = day + this.dice.pick(HOURS) * HOUR + this.dice.below(3600) * 1000;
			const instant = local - localOffsetMs(local, country);
			if (instant > span.from && instant < span.until) return instant;
		}
		return this.anyMoment(span);
	}

	/** A whole second after the beginning of the span and before its end. */
	private anyMoment({ from, until }: Span): number {
		return from + (1 + this.dice.below((until - from) / 1000 - 1)) * 1000;
	}
}

function nextDue({ failedInARow, paidUntil }: Life, due: number): number {
	return failedInARow > 0 ? due + RENEWAL_RETRY : paidUntil;
}

/** Whether there is room for something to happen in it. */
function hasRoom({ from, until }: Span): boolean {
	return until - from > MINUTE;
}
