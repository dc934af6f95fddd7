import { msisdnShown } from './customer';
import { magicOf } from './flows';
import type { Payment } from './payment';
import { priceText } from './session';

/** Contract, "Subscribe / PIN response", with the other fields that were seen; a field that doesn't apply is null. */
const FIELDS = [
	'status',
	'errorMessage',
	'transactionId',
	'apiKey',
	'clientId',
	'price',
	'countryCode',
	'operatorCode',
	'mcc',
	'mnc',
	'msisdn',
	'action',
	'sessionStatus',
	'urlRedirect',
	'premiumInstructions',
	'shortCode',
	'smsBody',
	'handshakeInstructions',
	'operatorType',
	'wap',
	'chargeURL',
	'pinPattern',
	'mtShortCode',
	'message',
];
const NOTHING = Object.fromEntries(FIELDS.map((name) => [name, null]));

type SubscribeResponse = Record<string, string | number | boolean | null>;

/** The response to a request that began no transaction. */
export function refusedResponse(status: string, errorMessage: string): SubscribeResponse {
	return { ...NOTHING, status, errorMessage };
}

/** The state of a payment so far. `baseUrl`: where the customer's browser finds the sandbox. */
export function paymentResponse(payment: Payment, baseUrl: string): SubscribeResponse {
	const { record, operator, session } = payment;
	const { actionStatus } = record;
	const ended = actionStatus && (actionStatus === 'COMPLETED' ? 'COMPLETED' : 'FAILED');
	return {
		...NOTHING,
		status: statusOf(payment),
		errorMessage: record.errorMessage,
		transactionId: idShown(payment),
		msisdn: msisdnShown(payment) || null,
		apiKey: record.serviceKey,
		clientId: record.merchantReference,
		price: record.price,
		countryCode: record.country,
		operatorCode: record.operator,
		mcc: operator.mcc,
		mnc: operator.mnc,
		mtShortCode: record.shortCode,
		// Without a session the customer wasn't asked: the charge worked or failed at once.
		action: session?.action ?? null,
		sessionStatus: session?.status ?? ended,
		...instructions(payment, baseUrl),
		pinPattern: session?.action === 'PIN' && session.status === 'PENDING' ? '[0-9]{4}' : null,
	};
}

/** The form of the transaction id that the merchant has chosen. */
export function idShown({ record, service }: Payment): string {
	return service.encryptedIds ? record.encryptedTransactionId : String(record.transactionId);
}

// Error types that are also values of `status`.
const STATUSES = ['DAILY_LIMIT_EXCEEDED', 'MONTHLY_LIMIT_EXCEEDED', 'EXISTING_SUBSCRIPTION'];

function statusOf({ record: { actionStatus, errorType, msisdn } }: Payment): string {
	if (actionStatus === null) return magicOf(msisdn).says ?? 'ACCEPTED';
	if (actionStatus === 'COMPLETED') return 'ACCEPTED';
	if (magicOf(msisdn).failsAccepted) return 'ACCEPTED';
	return errorType && STATUSES.includes(errorType) ? errorType : 'CHARGING_FAILED';
}

function instructions(payment: Payment, baseUrl: string): Partial<SubscribeResponse> {
	const { record, service, session } = payment;
	if (session?.status !== 'PENDING') return {};
	const { shortCode, serviceName } = service;
	const { smsBody } = session;
	const toBuy = `to buy ${serviceName} for ${priceText(payment)}.`;
	if (session.action === 'URL_REDIRECT') {
		const id = encodeURIComponent(record.encryptedTransactionId);
		return { urlRedirect: `${baseUrl}/payment/pages/confirm?id=${id}` };
	}
	if (session.action === 'PREMIUM') {
		const premiumInstructions = `Send ${smsBody} to ${shortCode} ${toBuy}`;
		return { premiumInstructions, shortCode, smsBody };
	}
	if (session.action !== 'HANDSHAKE') return {};
	return { handshakeInstructions: `Answer the message on your phone with YES ${toBuy}` };
}
