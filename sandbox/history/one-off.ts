import { beginStory, decide, newPin } from './begin';
import { wakingMoment } from './hours';
import { COMPLETED, EXECUTING, PENDING } from './outcomes';
import type { Story } from './plan';
import { maybeIdentify, maybeRefund, tell, type Teller } from './tell';

const MINUTE = 60_000;

/** A customer buys once, or tries to, or is about to. */
export function oneOffStory(teller: Teller): Story {
	const { dice, span, services } = teller;
	const story = beginStory(teller, dice.pick(services.filter(({ period }) => period === null)));
	const { service, operator } = story;
	const charge = { action: 'CHARGE', price: dice.pick(service.prices) } as const;
	const kind = dice.weighted({ past: 980, pending: 10, executing: 10 });
	if (kind !== 'past') {
		const pin = newPin(dice, story);
		const [outcome, minutes] = kind === 'pending' ? [PENDING, 15] : [EXECUTING, 1];
		const at = span.until - dice.below(minutes * 60) * 1000;
		tell(teller, story, { ...charge, at: Math.max(at, span.from), outcome, pin });
		return story;
	}
	const at = wakingMoment(dice, span, operator.country);
	const first = decide(teller, story);
	maybeIdentify(teller, story, at);
	const bought = tell(teller, story, { ...charge, at, ...first });
	const again = at + (2 + dice.below(20)) * MINUTE;
	if (first.outcome === COMPLETED) {
		maybeRefund(teller, bought);
	} else if (first.outcome.errorType === 'NOT_ENOUGH_CREDIT' && again < span.until) {
		// Tops up and tries again.
		if (dice.next() < 0.4) {
			tell(teller, story, { ...charge, at: again, outcome: COMPLETED, pin: newPin(dice, story) });
		}
	}
	return story;
}
