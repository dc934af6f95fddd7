import type { Period, Price } from '../payments/services';
import { endOfPeriod } from '../payments/subscription';
import { anyMoment, hasRoom, wakingMoment } from './hours';
import { COMPLETED, outcomeOfRenewal, SCHEDULED } from './outcomes';
import type { PlannedSubscription, Story } from './plan';
import { maybeRefund, tell, type Teller } from './tell';

const DAY = 86_400_000;
/** The standard settings, so that a seed gives the same history whatever the settings are. */
const RETRY = DAY;
const ATTEMPTS = 10;
const LEAVING = { DAY: 0.04, WEEK: 0.08, MONTH: 0.12 };
const REMINDER = { DAY: 0, WEEK: 0.2, MONTH: 0.9 };

interface Habit extends Period {
	price: Price;
	/** When the customer was last heard of. */
	last: number;
}

/** What becomes of a subscription from its first charge to its end, or to the end of the history. */
export function liveOn(
	teller: Teller,
	story: Story,
	subscription: PlannedSubscription,
	{ period, periodAmount, price, last: start }: Habit,
): void {
	const { dice, span } = teller;
	const { country } = story.operator;
	const turnsBroke = dice.next() < 0.06;
	for (let last = start, due = subscription.paidUntil; ;) {
		const meanwhile = { from: last, until: Math.min(due, span.until) };
		if (dice.next() < LEAVING[period] && hasRoom(meanwhile)) {
			leave(teller, story, subscription, wakingMoment(dice, meanwhile, country));
			return;
		}
		if (subscription.failedInARow === 0 && dice.next() < REMINDER[period]) {
			const at = due - DAY;
			const reminder = { action: 'SUB_REMIND', price: null } as const;
			if (at > last && at < span.until) {
				tell(teller, story, { ...reminder, at, outcome: COMPLETED });
			} else if (at >= span.until && hasRoom(meanwhile)) {
				const planned = anyMoment(dice, meanwhile);
				tell(teller, story, { ...reminder, at: planned, outcome: SCHEDULED, executeAt: at });
			}
		}
		if (due >= span.until) {
			subscription.dueAt = due;
			return;
		}
		const broke = turnsBroke && (subscription.failedInARow > 0 || dice.next() < 0.3);
		const outcome = outcomeOfRenewal(dice, broke);
		const renewal = tell(teller, story, { action: 'SUB_RENEW', at: due, price, outcome });
		last = due;
		if (outcome === COMPLETED) {
			const paidUntil = endOfPeriod(due, { period, periodAmount });
			Object.assign(subscription, { failedInARow: 0, lastCharge: due, paidUntil });
			maybeRefund(teller, renewal);
			due = paidUntil;
			continue;
		}
		subscription.failedInARow += 1;
		if (subscription.failedInARow >= ATTEMPTS) {
			end(teller, story, subscription, due, 'SUB_ADMIN CANCEL');
			return;
		}
		due += RETRY;
	}
}

/** By STOP on the handset, or with the help of the operator's people. */
function leave(teller: Teller, story: Story, subscription: PlannedSubscription, at: number): void {
	if (teller.dice.next() < 0.95) {
		end(teller, story, subscription, at, 'SUB CANCEL');
	} else {
		const manual = { finishedBy: 'support.alex', comment: 'ended on the phone' };
		end(teller, story, subscription, at, 'SUB_ADMIN CANCEL', manual);
	}
}

function end(
	teller: Teller,
	story: Story,
	subscription: PlannedSubscription,
	at: number,
	action: 'SUB CANCEL' | 'SUB_ADMIN CANCEL',
	manual: { finishedBy: string; comment: string } | null = null,
): void {
	tell(teller, story, { action, at, price: null, outcome: COMPLETED, manual });
	const stillPaid = subscription.failedInARow === 0 && subscription.paidUntil > teller.span.until;
	subscription.unsubscribedAt = at;
	subscription.dueAt = stillPaid ? subscription.paidUntil : null;
}
