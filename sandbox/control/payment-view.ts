import type { Payment } from '../payments/payment';
import { PIN_ATTEMPTS, withoutPin } from '../payments/session';

/** A payment as the control API shows it: the record and the session, both without the PIN. */
export function paymentView({ record, userId, refunded, session }: Payment) {
	const mtMessage = withoutPin(record.mtMessage, session?.pin ?? record.pinIdentification);
	return {
		transaction: { ...record, pinIdentification: null, mtMessage },
		userId,
		refunded,
		session: session && {
			action: session.action,
			sessionStatus: session.status,
			pinAttemptsLeft: session.pin === null ? null : PIN_ATTEMPTS - session.wrongPins,
			smsBody: session.smsBody,
			returnUrl: session.returnUrl,
			params: session.params,
		},
	};
}

/** The last `limit` that fit, the newest first; looks no further than it must. */
export function newest<Item>(
	items: readonly Item[],
	limit: number,
	fits: (item: Item) => boolean = () => true,
): Item[] {
	const found: Item[] = [];
	for (let index = items.length - 1; index >= 0 && found.length < limit; index -= 1) {
		const item = items[index];
		if (item !== undefined && fits(item)) found.push(item);
	}
	return found;
}
