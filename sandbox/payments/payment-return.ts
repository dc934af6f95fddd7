import type { World } from '../world';
import { msisdnShown } from './hidden-number';
import type { Payment } from './payment';
import { idShown } from './response';
import { resultOf } from './result';
import { returnAddress } from './return-url';
import type { Parameters } from './signature';
import { isValid } from './subscription';

/**
 * Where the customer goes after the payment page: docs/platform-interface.md, "Return redirect after a
 * payment". Only a one-off payment is signed there, so an unsigned return is normal.
 */
export function paymentReturn(world: World, payment: Payment): string {
	const { record, service, session, userId } = payment;
	const { signedReturns } = world.settings;
	const signed = signedReturns === 'always' || (signedReturns === 'oneOff' && !service.period);
	const adds: Parameters = [
		['status', resultOf(record)],
		['trid', idShown(world, payment)],
		['userid', userId],
		['reference', record.merchantReference ?? ''],
		['operator', record.operator],
		['msisdn', msisdnShown(payment)],
		...subscriptionFields(world, payment),
		['timestamp', String(world.clock.now())],
	];
	const signing = signed ? service.signing : null;
	return returnAddress(world, session?.returnUrl ?? '', { adds, signing });
}

/** `activesub` and `validsub` only of a customer who was subscribed before this payment. */
function subscriptionFields({ payments, clock }: World, payment: Payment): Parameters {
	const { msisdn, serviceKey, subscriptionId } = payment.record;
	const now = clock.now();
	const before = payments.subscriptions.ofNumber(msisdn).find((one) => {
		const isOld = one.optIn !== payment && one.record.serviceKey === serviceKey;
		return isOld && (one.record.active || isValid(one, now));
	});
	if (!before) return [['subscriptionid', subscriptionId > 0 ? String(subscriptionId) : '']];
	return [
		['subscriptionid', String(subscriptionId || before.record.subscriptionId)],
		['activesub', String(before.record.active)],
		['validsub', String(isValid(before, now))],
	];
}
