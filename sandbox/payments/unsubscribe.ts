import { z } from 'zod';
import { serviceKey } from '../gifting/fields';
import { parseOrRefuse } from '../refusal';
import type { World } from '../world';
import { runDueRenewals } from './renewals';
import { invalid, notAcceptable, serviceOfSigned } from './signed-body';
import type { Subscription } from './subscription';

const text = z.union([z.string(), z.number()]).transform(String).nullish();
const unsubscription = z
	.object({ apikey: serviceKey, sign: z.string().optional(), subscriptionid: text, userid: text })
	.refine(
		({ subscriptionid, userid }) => Boolean(subscriptionid) || Boolean(userid),
		'subscriptionid or userid is needed',
	);

/** Cancellation by the merchant: docs/platform-interface.md, "Cancel a subscription". */
export function unsubscribe(world: World, merchantId: number, body: unknown): Subscription {
	const asked = parseOrRefuse(unsubscription, body);
	const service = serviceOfSigned(world, merchantId, asked, body);
	if (!service.period) throw invalid('Action is not supported', 'apikey');
	const { subscriptions } = world.payments;
	const found = asked.subscriptionid
		? subscriptions.find(Number(asked.subscriptionid))
		: subscriptions.ofUser(asked.apikey, asked.userid ?? '', world.clock.now());
	if (!found?.record.active || found.record.serviceKey !== asked.apikey) {
		throw invalid('Subscription does not exists.', 'subscriptionid');
	}
	beginCancel(world, found);
	return found;
}

/** Ends a subscription after `cancelDelaySeconds`; it is not renewed meanwhile. */
export function beginCancel(world: World, subscription: Subscription): void {
	if (subscription.cancelAt !== null) throw notAcceptable('A cancellation is already under way.');
	const delayMs = world.settings.cancelDelaySeconds * 1000;
	subscription.cancelAt = world.clock.now() + delayMs;
	world.payments.subscriptions.reschedule(subscription, subscription.cancelAt);
	runDueRenewals(world);
	// So that the notification leaves although nobody asks for anything.
	if (delayMs > 0) setTimeout(() => runDueRenewals(world), delayMs + 1).unref();
}
