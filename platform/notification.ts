import { numberIn, withoutGaps } from './answer';
import { parametersOf, type Parameters } from './delivery';
import { likelyCause, signedReading, type LikelyCause } from './genuine';
import type { Service } from './service';
import { signedText, type Entries } from './signature';

/** A Payment Result Notification in the package's vocabulary (public facts, “Payment Result Notification”). */
export type PaymentResult = NonNullable<ReturnType<typeof readPaymentResult>>;

interface ResultFilter {
	results: string[];
	eventTypes?: string[];
	serviceKeys?: string[];
	operators?: string[];
}

interface Notified {
	event: PaymentResult;
	signatureChecked: boolean;
	raw: Parameters;
	refused?: undefined;
}

/** Why a call is not one: it doesn't name an event, or has no right signature. */
type RefusedCall = { refused: 'fields'; fields: string[] } | { refused: LikelyCause };

const naming = ['transactionid', 'status', 'service'];

/**
 * Reads a notification, which names transaction, status and service, and whose signature by that service covers all of
 * it.
 * @param services undefined to check no signature @throws MalformedDelivery for two values of one name
 */
export function readNotification(
	readings: Entries[],
	services: Service[] | undefined,
): Notified | RefusedCall {
	const [plain = []] = readings;
	const likely = parametersOf(plain);
	const signed = services && signedReading(readings, { services, namedBy: 'service' });
	const raw = signed ? parametersOf(signed) : likely;
	const missing = naming.filter((name) => !raw[name]?.trim());
	if (missing.length > 0) return { refused: 'fields', fields: missing };
	if (services && !signed) return { refused: likelyCause(plain, services, raw.service) };
	return { event: readPaymentResult(raw), signatureChecked: signed !== undefined, raw };
}

function readPaymentResult(parameters: Parameters) {
	const { transactionid = '', status = '' } = parameters;
	const text = (...names: string[]) => names.map((name) => parameters[name]).find(Boolean);
	const others = {
		msisdn: text('phone'),
		userId: text('userid'),
		operator: text('mnocode')?.toUpperCase(),
		// Mobile country code and network code run together.
		mccmnc: text('mno'),
		country: text('country')?.toUpperCase(),
		// The price that the customer paid, in the operator's currency; the exact text is in `raw`.
		price: numberIn(text('enduserprice')),
		// The merchant's share.
		revenue: numberIn(text('revenue')),
		revenueCurrency: text('revenuecurrency')?.toUpperCase(),
		// How much was bought, from the package; not money.
		quantity: numberIn(text('amount')),
		serviceKey: text('service'),
		clientReference: text('reference', 'clientid'),
		eventType: text('event_type')?.toLowerCase(),
		errorMessage: text('errormessage'),
	};
	return {
		transactionId: transactionid,
		/** `success`, `failed` or `canceled`. */
		status: status.trim().toLowerCase(),
		...withoutGaps(others),
	};
}

/**
 * Identifies repeated deliveries: `opt_in` and `opt_out` of one transaction are two events, and an unconfirmed one is
 * another, because a forged call must not keep the genuine one out.
 */
export function eventKeyOf(
	{ transactionId, status }: Pick<PaymentResult, 'transactionId' | 'status'>,
	endsSubscription: boolean,
	isConfirmed?: boolean,
): string {
	const ends = endsSubscription ? ['opt_out'] : [];
	const unconfirmed = isConfirmed === false ? ['unconfirmed'] : [];
	return JSON.stringify([transactionId, status, ...ends, ...unconfirmed]);
}

/** Whether a call ends a subscription, by the signed text: sent again under other field names, it still does. */
export function saysOptOut(raw: Parameters): boolean {
	return /opt_out/i.test(signedText(raw));
}

/** Whether the filter lets a result pass. Case does not matter. */
export function passes(event: PaymentResult, filter: ResultFilter): boolean {
	const wants = (wanted: string[] = [], value = '') =>
		wanted.length === 0 || wanted.some((entry) => entry.toLowerCase() === value.toLowerCase());
	return (
		wants(filter.results, event.status) &&
		wants(filter.eventTypes, event.eventType) &&
		wants(filter.serviceKeys, event.serviceKey) &&
		wants(filter.operators, event.operator)
	);
}
