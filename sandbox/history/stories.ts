import { DAY_MS } from '../clock';
import type { Dice } from '../dice';
import { type Action, actionOf } from '../payments/flows';
import type { TransactionRecord } from '../payments/records';
import type { PaymentService, Period, Price } from '../payments/services';
import { endOfPeriod, RENEWAL_ATTEMPTS, type Subscription } from '../payments/subscriptions';

// All times are milliseconds since the Unix epoch, in whole seconds.

interface Span {
	from: number;
	until: number;
}

/** What a customer and a service have had with each other. */
interface Story {
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

/** A transaction that is going to be written. */
export interface Draft {
	story: Story;
	action: TransactionRecord['action'];
	at: number;
	price: Price | null;
	/** Its `transactionState`, and its `errorType` behind a space. */
	ending: string;
}

/** Where the customers of each operator have their numbers, clear of magic and blacklisted ones. */
const NUMBERS = {
	FR_DEMOTEL: [33639981000, 4000],
	FR_FICTEL: [33639986000, 4000],
	GB_SAMPLECELL: [447700900000, 400],
	GB_MADEUP: [447700900500, 400],
	DE_MUSTERFUNK: [4917604069050, 50],
	SE_EXEMPELTEL: [46701740650, 50],
	XZ_SANDBOX: [999100010000, 50_000],
} as const;

// How often each is drawn, in proportion to the others.
const CUSTOMERS: Record<keyof typeof NUMBERS, number> = {
	...{ FR_DEMOTEL: 30, FR_FICTEL: 20, GB_SAMPLECELL: 10, GB_MADEUP: 10 },
	...{ DE_MUSTERFUNK: 5, SE_EXEMPELTEL: 5, XZ_SANDBOX: 20 },
};
const ASKED = {
	FINISHED: 800,
	'FAILED NOT_ENOUGH_CREDIT': 80,
	'CANCELED CANCELED_BY_USER': 100,
	'FAILED DAILY_LIMIT_EXCEEDED': 10,
	'FAILED MONTHLY_LIMIT_EXCEEDED': 10,
};
const ONE_OFF = { ended: 980, PENDING: 10, EXECUTING: 10 };
const RENEWED = { FINISHED: 880, 'FAILED NOT_ENOUGH_CREDIT': 110, SKIPPED: 10 };
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
		const { serviceKey, period, prices } = story.service;
		const kind = period ? 'ended' : dice.weighted(ONE_OFF);
		const price = dice.pick(prices);
		const at = this.moment(this.span);
		const ending = kind === 'ended' ? dice.weighted(ASKED) : kind;
		if (!period) {
			const isOpen = kind !== 'ended';
			const begun = isOpen ? Math.max(at, this.span.until - dice.below(600) * 1000) : at;
			return this.withRefund({ story, action: 'CHARGE', at: begun, price, ending });
		}
		const key = `${serviceKey} ${story.msisdn}`;
		if (taken.has(key)) return [];
		taken.add(key);
		const start = this.withRefund({ story, action: 'SUB_START', at, price, ending });
		return ending === 'FINISHED' ? [...start, ...this.renew(story, at, price, period)] : start;
	}

	private begin(service: PaymentService): Story {
		const { dice } = this;
		const operator = dice.weighted(CUSTOMERS);
		const [first, count] = NUMBERS[operator];
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

	/** Now and then the money of a charge is given back. */
	private withRefund(charge: Draft): Draft[] {
		if (charge.ending !== 'FINISHED' || this.dice.next() > 0.015) return [charge];
		const until = Math.min(charge.at + 10 * DAY_MS, this.span.until);
		return [charge, { ...charge, action: 'REFUND', at: this.moment({ from: charge.at, until }) }];
	}

	/** A subscription after its first charge, up to its end or to the end of the history. */
	private renew(story: Story, at: number, price: Price, period: Period): Draft[] {
		const { dice, span } = this;
		const drafts: Draft[] = [];
		const cancel = (action: 'SUB CANCEL' | 'SUB_ADMIN CANCEL', from: number, until: number) => [
			...drafts,
			{ story, action, at: this.moment({ from, until }), price: null, ending: 'FINISHED' },
		];
		const staysBroke = dice.next() < 0.06;
		let [last, due, failures] = [at, endOfPeriod(at, period), 0];
		while (due < span.until) {
			if (dice.next() < LEAVING[period.period]) return cancel('SUB CANCEL', last, due);
			const ending = staysBroke ? 'FAILED NOT_ENOUGH_CREDIT' : dice.weighted(RENEWED);
			drafts.push({ story, action: 'SUB_RENEW', at: due, price, ending });
			failures = ending === 'FINISHED' ? 0 : failures + 1;
			if (failures === RENEWAL_ATTEMPTS) return cancel('SUB_ADMIN CANCEL', due, due);
			last = due;
			due = failures === 0 ? endOfPeriod(due, period) : due + DAY_MS;
		}
		// Else the first request after the history would renew it.
		const isSoon = due < span.until + DAY_MS / 12;
		return isSoon ? cancel('SUB CANCEL', last, span.until) : drafts;
	}

	/** A whole second of the span. */
	private moment({ from, until }: Span): number {
		return from + this.dice.below((until - from) / 1000) * 1000;
	}
}
