import { msisdnShown } from './customer';
import type { Payment } from './payment';
import type { Selling } from './payments';
import { resultOf } from './records';
import { idShown } from './response';
import { type Parameters, signatureOf, type SigningKey } from './signature';
import { isValid } from './subscriptions';

/**
 * Where the customer is sent back to: `returnurl` with its own query as it was, then what the platform
 * adds, and `sign` when there is a key. The platform overwrites no parameter of the merchant's own.
 */
export function returnAddress(
	{ settings }: Pick<Selling, 'settings'>,
	returnUrl: string,
	{ adds, signing }: { adds: Parameters; signing: SigningKey | null },
): string {
	const [, page = '', query = '', fragment = ''] =
		/^([^?#]*)\??([^#]*)(#.*)?$/s.exec(returnUrl) ?? [];
	const own = query.split('&').filter((pair) => pair !== '');
	const ownValues = [...new URLSearchParams(own.join('&'))];
	const isFree = (name: string) => !ownValues.some(([taken]) => taken === name);
	const added = adds.filter(([name, value]) => value !== '' && isFree(name));
	if (signing && isFree('sign')) {
		const signed = settings.returnSignature === 'all' ? [...ownValues, ...added] : added;
		added.push(['sign', signatureOf(signed, signing)]);
	}
	const pairs = added.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	return `${page}?${[...own, ...pairs].join('&')}${fragment}`;
}

/**
 * Where the customer goes after the payment page: docs/platform-interface.md, "Return redirect after a
 * payment". Only a one-off payment is signed there, so an unsigned return is normal.
 */
export function paymentReturn(world: Selling, payment: Payment): string {
	const { record, service, session, userId } = payment;
	const { signedReturns } = world.settings;
	const isSigned = signedReturns === 'always' || (signedReturns === 'oneOff' && !service.period);
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
	const signing = isSigned ? service.signing : null;
	return returnAddress(world, session?.returnUrl ?? '', { adds, signing });
}

/** `activesub` and `validsub` only of a customer who was subscribed before this payment. */
function subscriptionFields({ payments, clock }: Selling, payment: Payment): Parameters {
	const { msisdn, serviceKey, subscriptionId } = payment.record;
	const now = clock.now();
	const before = payments.subscriptions.ofNumber(msisdn).find((one) => {
		const isOld = one.optIn !== payment && one.record.serviceKey === serviceKey;
		return isOld && (one.record.active || isValid(one, now));
	});
	const id = subscriptionId || before?.record.subscriptionId;
	if (!before) return [['subscriptionid', id ? String(id) : '']];
	return [
		['subscriptionid', String(id)],
		['activesub', String(before.record.active)],
		['validsub', String(isValid(before, now))],
	];
}
