import type { Dice } from '../notifications/dice';
import type { PaymentService } from '../payments/services';
import type { Customers } from './customers';
import { anyMoment, hasRoom, type Span, wakingMoment } from './hours';
import { COMPLETED, failed } from './outcomes';
import type { PlannedTransaction, Story } from './plan';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** What the stories are made from. */
export interface Teller {
	dice: Dice;
	span: Span;
	customers: Customers;
	services: PaymentService[];
}

type Told = Pick<PlannedTransaction, 'action' | 'at' | 'price' | 'outcome'> &
	Partial<PlannedTransaction>;

/** Adds a transaction to a story, with its updates and notification. */
export function tell({ dice, span }: Teller, story: Story, told: Told): PlannedTransaction {
	const isFinal = told.outcome.actionStatus !== null || told.outcome.transactionState === 'SKIPPED';
	const late = isFinal ? lateness(dice) : { delay: 0, manual: null };
	const updatedAt = Math.min(told.at + late.delay, span.until);
	const transaction: PlannedTransaction = {
		story,
		updatedAt,
		notification: { status: 'PENDING', at: null },
		executeAt: null,
		pin: null,
		manual: late.manual,
		...told,
	};
	if (isFinal) transaction.notification = notification(dice, transaction, span.until);
	story.transactions.push(transaction);
	return transaction;
}

/** Most life-cycles end at once, some an hour later, a few days later by somebody's hand. */
function lateness(dice: Dice) {
	const kind = dice.weighted({ atOnce: 900, soon: 80, later: 15, byHand: 5 });
	if (kind === 'atOnce') return { delay: dice.below(5) * SECOND, manual: null };
	if (kind === 'soon') return { delay: dice.below(HOUR / SECOND) * SECOND, manual: null };
	const delay = (2 + dice.below(46)) * HOUR;
	const manual = { finishedBy: 'support.alex', comment: "settled after the operator's report" };
	return { delay, manual: kind === 'byHand' ? manual : null };
}

function notification(
	dice: Dice,
	{ action, story, updatedAt }: PlannedTransaction,
	until: number,
): PlannedTransaction['notification'] {
	const silent = action === 'SUB_IDENTIFY' || action === 'SUB_REMIND';
	// One service has no address to notify.
	if (silent || story.service.serviceKey === 'PARTNER09') return { status: 'EXCLUDED', at: null };
	const kind = dice.weighted({ first: 920, retried: 45, FAILED: 20, REJECTED: 10, PENDING: 5 });
	if (kind !== 'first' && kind !== 'retried') return { status: kind, at: null };
	const delay = kind === 'first' ? dice.below(10) * SECOND : dice.below(6 * 3600) * SECOND;
	const at = updatedAt + delay;
	return at > until ? { status: 'PENDING', at: null } : { status: 'DELIVERED', at };
}

/** Gives the money of a charge back, now and then. */
export function maybeRefund(teller: Teller, charge: PlannedTransaction): void {
	const { dice, span } = teller;
	const { story, at, price } = charge;
	const days = { from: at, until: Math.min(at + 10 * DAY, span.until) };
	if (dice.next() > 0.015 || !hasRoom(days)) return;
	tell(teller, story, {
		action: 'REFUND',
		at: wakingMoment(dice, days, story.operator.country),
		price,
		outcome: dice.next() < 0.95 ? COMPLETED : failed('OPERATOR_REFUSED'),
		manual: { finishedBy: 'support.robin', comment: 'asked for by the customer' },
	});
}

/** The operator says who is browsing, before a payment and now and then. */
export function maybeIdentify(teller: Teller, story: Story, before: number): void {
	const { dice, span } = teller;
	const minutes = { from: Math.max(before - HOUR / 4, span.from), until: before };
	if (dice.next() > 0.08 || !hasRoom(minutes)) return;
	const at = anyMoment(dice, minutes);
	tell(teller, story, { action: 'SUB_IDENTIFY', at, price: null, outcome: COMPLETED });
}
