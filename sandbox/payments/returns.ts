import { msisdnShown } from './customer';
import type { Payment } from './payment';
import type { Selling, Shop } from './payments';
import { statusWord } from './records';
import { idShown } from './response';
import { type Parameters, signatureOf, type SigningKey } from './signature';
import { isValid } from './subscriptions';

/** `returnurl` with its own query as it was, what the platform adds to it, and `sign` over all where there is a key. */
export function returnAddress(
	returnUrl: string,
	adds: Parameters,
	signing: SigningKey | null,
): string {
	const [, page = '', query = '', fragment = ''] =
		/^([^?#]*)\??([^#]*)(#.*)?$/s.exec(returnUrl) ?? [];
	const own = new URLSearchParams(query);
	const all = [...own, ...adds.filter(([name, value]) => value !== '' && !own.has(name))];
	const added = all.slice(own.size);
	if (signing && !own.has('sign')) added.push(['sign', signatureOf(all as Parameters, signing)]);
	const pairs = added.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	return `${page}?${[...(query === '' ? [] : [query]), ...pairs].join('&')}${fragment}`;
}

/** After the payment page (docs/platform-interface.md, "Return redirect after a payment"): unsigned is normal. */
export function paymentReturn(world: Shop, payment: Payment): string {
	const { record, service, session, userId } = payment;
	const { signedReturns } = world.settings;
	const isSigned = signedReturns === 'always' || (signedReturns === 'oneOff' && !service.period);
	const now = world.clock.now();
	const adds: Parameters = [
		['status', statusWord(record)],
		['trid', idShown(payment)],
		['userid', userId],
		['reference', record.merchantReference ?? ''],
		['operator', record.operator],
		['msisdn', msisdnShown(payment)],
		...subscriptionFields(world, payment, now),
		['timestamp', String(now)],
	];
	return returnAddress(session?.returnUrl ?? '', adds, isSigned ? service.signing : null);
}

/** `activesub` and `validsub` only of a customer who was subscribed before this payment. */
function subscriptionFields({ payments }: Selling, payment: Payment, now: number): Parameters {
	const { msisdn, serviceKey, subscriptionId } = payment.record;
	const before = payments.subscriptions.ofNumber(msisdn).find((one) => {
		const isOld = one.optIn !== payment && one.record.serviceKey === serviceKey;
		return isOld && (one.record.active || isValid(one, now));
	});
	const id = subscriptionId || before?.record.subscriptionId;
	const fields: Parameters = [['subscriptionid', id ? String(id) : '']];
	if (!before) return fields;
	const { active } = before.record;
	return [...fields, ['activesub', String(active)], ['validsub', String(isValid(before, now))]];
}
