import {
	textOrNumberIn,
	isNothing,
	numberIn,
	withoutGaps,
	type PlatformAnswer,
	type PlatformRecord,
} from './answer';
import { isTransaction, recordsFound } from './search';
import { simplified } from './vocabulary';

/** The fields of a call about a transaction that can be compared; a field that it lacks is undefined. */
export interface Claim {
	transactionId?: string;
	status?: string;
	msisdn?: string;
	price?: number;
	serviceKey?: string;
}

/** A field in which the call must equal the record. */
export type ComparedField = 'status' | 'msisdn' | 'price' | 'serviceKey';

export type Confirmation =
	/** `shown` has the record's fields under the names that items use. */
	| { state: 'confirmed'; shown: PlatformRecord }
	| { state: 'contradicted'; field: ComparedField }
	| { state: 'incomplete'; field: ComparedField }
	/** The search shows no transaction with a result yet, or none that can be read. */
	| { state: 'unseen' };

/** The statuses of a record that has a result. */
const finalStatuses: unknown[] = ['success', 'failed', 'canceled', 'skipped'];

/** Prices that a notification may name (contract, “Transaction record”). */
const priceFields = ['endUserPrice', 'price', 'servicePrice'];

const shownFields = [
	...['status', 'msisdn', 'price', 'currency', 'errorType', 'errorMessage', 'operator'],
	...['country', 'transactionId', 'subscriptionId', 'clientReference', 'serviceKey'],
];

/** A notification's names for actions (public facts, “Payment Result Notification”; contract, “Transaction record”). */
const eventTypes = new Map<unknown, string>([
	['CHARGE', 'one_off'],
	['SUB_START', 'opt_in'],
	['SUB_RENEW', 'recurring_billing'],
	['SUB CANCEL', 'opt_out'],
	['SUB_ADMIN CANCEL', 'opt_out'],
]);

/** Compares a call with its transaction: it must have each compared field that the record has, with the same value. */
export function confirmationOf(
	claim: Claim,
	compared: readonly ComparedField[],
	answer: PlatformAnswer,
): Confirmation {
	const { transactionId = '' } = claim;
	const record = recordsFound(answer)?.find((found) => isTransaction(found, transactionId));
	const shown = record && shownOf(record, transactionId);
	if (!shown || !finalStatuses.includes(shown.status)) return { state: 'unseen' };
	const values = {
		status: [shown.status],
		msisdn: [shown.msisdn].map(withoutPlus),
		price: priceFields.map((name) => numberIn(record[name])),
		serviceKey: [shown.serviceKey],
	} satisfies Record<ComparedField, unknown[]>;
	const called = { ...claim, msisdn: withoutPlus(claim.msisdn) };
	const isShown = (field: ComparedField) => values[field].some((value) => !isNothing(value));
	const fields = compared.filter(isShown);
	const missing = fields.find((field) => isNothing(called[field]));
	const differing = fields.find((field) => !values[field].some((value) => value === called[field]));
	if (missing) return { state: 'incomplete', field: missing };
	return differing ? { state: 'contradicted', field: differing } : { state: 'confirmed', shown };
}

/** The fields of a call that the record doesn't show, such as `userId`. */
export function unprovenIn(call: object, shown: object = {}): PlatformRecord {
	return Object.fromEntries(Object.entries(call).filter(([name]) => !(name in shown)));
}

function shownOf(record: PlatformRecord, transactionId: string): PlatformRecord {
	const own = { eventType: eventTypes.get(record.action), quantity: numberIn(record.amount) };
	// A platform may show no plain ID.
	return { transactionId, ...simplified(record, shownFields), ...withoutGaps(own) };
}

/** A phone number without its plus, so that `+4366…` equals `4366…`. */
function withoutPlus(value: unknown): string | undefined {
	return textOrNumberIn(value)?.replace(/^\+/, '');
}
