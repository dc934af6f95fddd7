import { isNothing, textIn, type PlatformAnswer } from './answer';
import { isKnownField, type Notified, type PaymentResult } from './notification';
import { isTransaction, recordsFound } from './search';
import { simplified } from './vocabulary';

/** What a transaction search says of a notification. */
export type Confirmation =
	/** `event` says what the record says; `transactionId` is the plain ID where the platform shows it. */
	| { state: 'confirmed'; event: PaymentResult; transactionId: string }
	/** The platform shows something else in this field. */
	| { state: 'contradicted'; field: string }
	/** Nothing is shown yet, or nothing that can be read. */
	| { state: 'unconfirmed' };

/** What a record must show before it says anything about a result. */
const finalStatuses: unknown[] = ['success', 'failed', 'canceled', 'skipped'];

/** Prices that a notification may name (contract, “Transaction record”). */
const prices = ['endUserPrice', 'price', 'servicePrice'];

/** What an item says as the record shows it. */
const replaced = ['msisdn', 'serviceKey', 'operator', 'country', 'clientReference', 'price'];

/** What a notification calls an action (public facts, “Payment Result Notification”; contract, “Transaction record”). */
const eventTypes = new Map<unknown, string>([
	['CHARGE', 'one_off'],
	['SUB_START', 'opt_in'],
	['SUB_RENEW', 'recurring_billing'],
	['SUB CANCEL', 'opt_out'],
	['SUB_ADMIN CANCEL', 'opt_out'],
]);

/**
 * Compares a notification with the transaction that a search found: ID, status, number and price must agree. All else
 * that the record shows replaces what the call says. What it doesn't show stays only if the call is signed and has no
 * unknown or odd field, which could hold what was cut off a known one; only such a call may lack number or price.
 * Client reference and event type never stay.
 */
export function confirmationOf(notified: Notified, answer: PlatformAnswer): Confirmation {
	const { event, unusual, signatureChecked, raw } = notified;
	const record = recordsFound(answer)?.find((transaction) =>
		isTransaction(transaction, event.transactionId),
	);
	const found = record && simplified(record, ['status', 'transactionId', ...replaced]);
	if (!found || !finalStatuses.includes(found.status)) return { state: 'unconfirmed' };
	const isOdd = ([name, text]: [string, string]) =>
		!isKnownField(name) || (text !== '' && unusual.includes(name));
	const isBounded = signatureChecked && !Object.entries(raw).some(isOdd);
	const { transactionId, status, price } = event;
	const isPrice = (name: string) => numberIn(record[name]) === price;
	const isPriced = price === undefined ? isBounded : prices.some(isPrice);
	const isSameNumber = raw.phone ? isNumber(found.msisdn, raw.phone) : isBounded;
	const isSaid = [
		['status', found.status === status],
		['phone', isSameNumber],
		['enduserprice', isPriced],
	] as const;
	const [field] = isSaid.find(([, isSame]) => !isSame) ?? [];
	if (field !== undefined) return { state: 'contradicted', field };
	// A signed text can be cut so that it names another order or another kind of event.
	const bounded = { ...event, clientReference: undefined, eventType: undefined };
	const kept = isBounded ? bounded : { transactionId, status };
	const replacing = replaced.map((name) => [name, found[name]]);
	const own = {
		price,
		eventType: eventTypes.get(record.action),
		quantity: numberIn(record.amount),
	};
	const given = [...replacing, ...Object.entries(own)].filter(([, value]) => !isNothing(value));
	return {
		state: 'confirmed',
		event: { ...kept, ...Object.fromEntries(given) } as PaymentResult,
		transactionId: textIn(found.transactionId) ?? transactionId,
	};
}

function isNumber(found: unknown, phone: string): boolean {
	return String(found).trim().replace(/^\+/, '') === phone.trim().replace(/^\+/, '');
}

function numberIn(value: unknown): number | undefined {
	return isNothing(value) || Number.isNaN(Number(value)) ? undefined : Number(value);
}
