import type { Parameters } from './delivery';

/** A Payment Result Notification in the package's vocabulary (public facts, “Payment Result Notification”). */
export interface PaymentResult {
	transactionId: string;
	/** `success`, `failed` or `canceled`; another word passes through in lower case. */
	status: string;
	msisdn?: string;
	userId?: string;
	/** Operator code. */
	operator?: string;
	/** Mobile country code and network code run together. */
	mccmnc?: string;
	country?: string;
	/** What the customer paid, in the operator's currency; a number, the exact text is in `raw`. */
	price?: number;
	/** The merchant's share, in `revenueCurrency`. */
	revenue?: number;
	revenueCurrency?: string;
	/** How much was bought, from the package; not money. */
	quantity?: number;
	serviceKey?: string;
	clientReference?: string;
	/** `one_off`, `opt_in`, `recurring_billing`, `opt_out`, … */
	eventType?: string;
	errorMessage?: string;
}

/** Which results start the flow; an empty list lets all pass. */
export interface ResultFilter {
	results: string[];
	eventTypes: string[];
	serviceKeys: string[];
	operators: string[];
}

/** Reads a notification; undefined when it names no transaction or no status. */
export function readPaymentResult(parameters: Parameters): PaymentResult | undefined {
	const { transactionid, status } = parameters;
	if (!transactionid || !status) return undefined;
	const text = (...names: string[]) => names.map((name) => parameters[name]).find(Boolean);
	return withoutGaps({
		transactionId: transactionid,
		status: status.trim().toLowerCase(),
		msisdn: text('phone'),
		userId: text('userid'),
		operator: text('mnocode')?.toUpperCase(),
		mccmnc: text('mno'),
		country: text('country')?.toUpperCase(),
		price: numberOf(text('enduserprice')),
		revenue: numberOf(text('revenue')),
		revenueCurrency: text('revenuecurrency')?.toUpperCase(),
		quantity: numberOf(text('amount')),
		serviceKey: text('service'),
		clientReference: text('reference', 'clientid'),
		eventType: text('event_type')?.toLowerCase(),
		errorMessage: text('errormessage'),
	});
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

function withoutGaps<T extends object>(record: T): T {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
