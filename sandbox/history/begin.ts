import type { Dice } from '../notifications/dice';
import { actionOf } from '../payments/flows';
import type { PaymentService } from '../payments/services';
import { failed, outcomeOfAsking } from './outcomes';
import type { Outcome, Story } from './plan';
import type { Teller } from './tell';

/** A customer meets a service. */
export function beginStory({ dice, customers }: Teller, service: PaymentService): Story {
	const { operator, msisdn } = customers.pick(dice);
	return {
		service,
		operator,
		msisdn,
		userId: dice.next() < 0.6 ? `user-${dice.below(1_000_000)}` : msisdn,
		reference: dice.next() < 0.8 ? `order-${dice.below(1_000_000_000)}` : null,
		// Kept for documentation: RFC 5737.
		ip: `203.0.113.${1 + dice.below(254)}`,
		flow: actionOf(operator.code, msisdn),
		subscription: null,
		transactions: [],
	};
}

/** What the handset is sent, in the PIN flow. */
export function newPin(dice: Dice, { flow }: Story): string | null {
	return flow === 'PIN' ? String(dice.below(10_000)).padStart(4, '0') : null;
}

/** How the customer decides, with the PIN if there is one. Now and then it is one who may not be served. */
export function decide({ dice, customers }: Teller, story: Story) {
	const banned = dice.next() < 0.015 ? customers.blacklisted(story.operator) : undefined;
	if (banned === undefined) {
		return { pin: newPin(dice, story), outcome: outcomeOfAsking(dice, story.flow) };
	}
	Object.assign(story, { msisdn: banned, userId: banned });
	const outcome: Outcome = failed('SUBSCRIBER_BLACKLISTED');
	return { pin: null, outcome };
}
