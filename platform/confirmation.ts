import { isNothing, textIn, type PlatformAnswer, type PlatformRecord } from './answer';
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
	| { state: 'open' };

/** What a record must show before it says anything about a result. */
const finalStatuses: unknown[] = ['success', 'failed', 'canceled', 'skipped'];

/** Prices that a notification may name (contract, “Transaction record”). */
const prices = ['endUserPrice', 'price', 'servicePrice'];

/** What a notification calls an action (public facts, “Payment Result Notification”; contract, “Transaction record”). */
const eventTypes = new Map<unknown, string>([
	['CHARGE', 'one_off'],
	['SUB_START', 'opt_in'],
	['SUB_RENEW', 'recurring_billing'],
	['SUB CANCEL', 'opt_out'],
	['SUB_ADMIN CANCEL', 'opt_out'],
]);
const knownTypes = new Set<string | undefined>(eventTypes.values());

/**
 * Compares a notification with the transaction that a search found: ID, status, number and price must agree. All else
 * that the record shows replaces what the call says. What it doesn't show stays only if the call is signed and has no
 * unknown field, which could hold what was cut off a known one.
 */
export function confirmationOf(notified: Notified, answer: PlatformAnswer): Confirmation {
	const { event, signatureChecked, raw } = notified;
	const record = recordsFound(answer)?.find((one) => isTransaction(one, event.transactionId));
	const shown = record && simplified(record, ['status', 'msisdn', 'transactionId', ...replaced]);
	if (!shown || !finalStatuses.includes(shown.status)) return { state: 'open' };
	const field = contradiction(event, shown, record);
	if (field !== undefined) return { state: 'contradicted', field };
	const { transactionId, status, msisdn, price, eventType } = event;
	const isBounded = signatureChecked && Object.keys(raw).every(isKnownField);
	const kept = isBounded ? event : { transactionId, status, msisdn };
	const told = replaced
		.filter((name) => !isNothing(shown[name]))
		.map((name) => [name, shown[name]]);
	const type = knownTypes.has(eventType) ? eventTypes.get(record.action) : undefined;
	const own = { price, eventType: type ?? eventType, quantity: numberIn(record.amount) };
	const given = Object.entries(own).filter(([, value]) => value !== undefined);
	return {
		state: 'confirmed',
		event: { ...kept, ...Object.fromEntries([...told, ...given]) } as PaymentResult,
		transactionId: textIn(shown.transactionId) ?? transactionId,
	};
}

const replaced = ['serviceKey', 'operator', 'country', 'clientReference', 'price'];

function contradiction(event: PaymentResult, shown: PlatformRecord, record: PlatformRecord) {
	if (shown.status !== event.status) return 'status';
	if (withoutPlus(shown.msisdn) !== withoutPlus(event.msisdn)) return 'phone';
	const isPrice = (name: string) => numberIn(record[name]) === event.price;
	return event.price === undefined || prices.some(isPrice) ? undefined : 'enduserprice';
}

const withoutPlus = (value: unknown) => String(value).trim().replace(/^\+/, '');

function numberIn(value: unknown): number | undefined {
	return isNothing(value) || Number.isNaN(Number(value)) ? undefined : Number(value);
}
