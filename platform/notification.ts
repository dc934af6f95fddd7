import type { Parameters } from './delivery';

/** A Payment Result Notification in the package's vocabulary (public facts, “Payment Result Notification”). */
export type PaymentResult = NonNullable<ReturnType<typeof readPaymentResult>>;

/** Which results start the flow; an empty list lets all pass. */
interface ResultFilter {
	results: string[];
	eventTypes: string[];
	serviceKeys: string[];
	operators: string[];
}

/** Reads a notification; undefined when it names no transaction or no status. */
export function readPaymentResult(parameters: Parameters) {
	const { transactionid, status } = parameters;
	if (!transactionid || !status) return undefined;
	const text = (...names: string[]) => names.map((name) => parameters[name]).find(Boolean);
	const others = {
		msisdn: text('phone'),
		userId: text('userid'),
		operator: text('mnocode')?.toUpperCase(),
		// Mobile country code and network code run together.
		mccmnc: text('mno'),
		country: text('country')?.toUpperCase(),
		// What the customer paid, in the operator's currency; the exact text is in `raw`.
		price: numberOf(text('enduserprice')),
		// The merchant's share.
		revenue: numberOf(text('revenue')),
		revenueCurrency: text('revenuecurrency')?.toUpperCase(),
		// How much was bought, from the package; not money.
		quantity: numberOf(text('amount')),
		serviceKey: text('service'),
		clientReference: text('reference', 'clientid'),
		eventType: text('event_type')?.toLowerCase(),
		errorMessage: text('errormessage'),
	};
	return {
		transactionId: transactionid,
		// `success`, `failed` or `canceled`; another word passes through in lower case.
		status: status.trim().toLowerCase(),
		...withoutGaps(others),
	};
}

/** Identifies a notification when the platform delivers it again: its transaction, status and event type. */
export function eventKeyOf({ transactionId, status, eventType = '' }: PaymentResult): string {
	return JSON.stringify([transactionId, status, eventType]);
}

/** Whether the filter lets a result pass. Case does not matter. */
export function passes(event: PaymentResult, filter: ResultFilter): boolean {
	const wants = (wanted: string[], value = '') =>
		wanted.length === 0 || wanted.some((entry) => entry.toLowerCase() === value.toLowerCase());
	return (
		wants(filter.results, event.status) &&
		wants(filter.eventTypes, event.eventType) &&
		wants(filter.serviceKeys, event.serviceKey) &&
		wants(filter.operators, event.operator)
	);
}

function numberOf(text: string | undefined): number | undefined {
	return text !== undefined && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

function withoutGaps<T extends object>(record: T) {
	const given = Object.entries(record).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given) as Partial<T>;
}
