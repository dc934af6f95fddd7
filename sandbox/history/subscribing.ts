import { endOfPeriod } from '../payments/subscription';
import { beginStory, decide } from './begin';
import { hasRoom, wakingMoment } from './hours';
import { COMPLETED } from './outcomes';
import type { Story } from './plan';
import { liveOn } from './renewing';
import { maybeIdentify, maybeRefund, tell, type Teller } from './tell';

const HOUR = 3_600_000;

/**
 * A customer subscribes, or tries to. Undefined when the customer is subscribed already, or when the next
 * renewal is so near that it would be charged on top of the history within two hours.
 */
export function subscriptionStory(teller: Teller): Story | undefined {
	const { dice, span, customers, services } = teller;
	const story = beginStory(teller, dice.pick(services.filter(({ period }) => period !== null)));
	const { service, operator } = story;
	if (!service.period || !hasRoom(span)) return undefined;
	const at = wakingMoment(dice, span, operator.country);
	const price = dice.pick(service.prices);
	const decision = decide(teller, story);
	maybeIdentify(teller, story, at);
	const optIn = tell(teller, story, { action: 'SUB_START', at, price, ...decision });
	if (decision.outcome !== COMPLETED) return story;
	const paidUntil = endOfPeriod(at, service.period);
	story.subscription = {
		unsubscribedAt: null,
		lastCharge: at,
		paidUntil,
		dueAt: null,
		failedInARow: 0,
		opened: null,
	};
	maybeRefund(teller, optIn);
	liveOn(teller, story, story.subscription, { ...service.period, price, last: at });
	const { dueAt, unsubscribedAt } = story.subscription;
	if (dueAt !== null && dueAt < span.until + 2 * HOUR) return undefined;
	const time = { from: at, until: unsubscribedAt ?? Infinity };
	return customers.take(service.serviceKey, story.msisdn, time) ? story : undefined;
}
