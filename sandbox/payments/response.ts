import type { Settings } from '../settings';
import { priceText } from './begin-flow';
import { msisdnShown } from './hidden-number';
import { magicOf } from './magic';
import { moneyShown } from './number-form';
import type { Payment } from './payment';
import type { TransactionRecord } from './transaction-record';
import { wordsOf } from './words';

/**
 * Contract, "Subscribe / PIN response", and docs/platform-interface.md, "Response bodies seen": every field is there,
 * `apiKey` in camel case, `price` a number, what does not apply null.
 */
export interface SubscribeResponse {
	status: string;
	errorMessage: string | null;
	transactionId: string | null;
	apiKey: string | null;
	clientId: string | null;
	price: number | string | null;
	countryCode: string | null;
	operatorCode: string | null;
	mcc: string | null;
	mnc: string | null;
	msisdn: string | null;
	action: string | null;
	sessionStatus: 'PENDING' | 'FAILED' | 'COMPLETED' | null;
	urlRedirect: string | null;
	premiumInstructions: string | null;
	shortCode: string | null;
	smsBody: string | null;
	handshakeInstructions: string | null;
	operatorType: string | null;
	wap: boolean | null;
	chargeURL: string | null;
	pinPattern: string | null;
	mtShortCode: string | null;
	message: string | null;
}

const NOTHING: SubscribeResponse = {
	status: '',
	errorMessage: null,
	transactionId: null,
	apiKey: null,
	clientId: null,
	price: null,
	countryCode: null,
	operatorCode: null,
	mcc: null,
	mnc: null,
	msisdn: null,
	action: null,
	sessionStatus: null,
	urlRedirect: null,
	premiumInstructions: null,
	shortCode: null,
	smsBody: null,
	handshakeInstructions: null,
	operatorType: null,
	wap: null,
	chargeURL: null,
	pinPattern: null,
	mtShortCode: null,
	message: null,
};

/** No transaction has come of the request. */
export function refusedResponse(status: string, errorMessage: string): SubscribeResponse {
	return { ...NOTHING, status, errorMessage };
}

/** What became of a payment so far. `baseUrl`: where the customer's browser finds the sandbox. */
export function paymentResponse(
	world: { settings: Settings },
	payment: Payment,
	baseUrl: string,
): SubscribeResponse {
	const { record, operator, session } = payment;
	return {
		...NOTHING,
		status: statusOf(payment),
		errorMessage: record.errorMessage,
		transactionId: idShown(world, payment),
		apiKey: record.serviceKey,
		clientId: record.merchantReference,
		price: moneyShown(world, record.price, record.country),
		countryCode: record.country,
		operatorCode: record.operator,
		mcc: operator.mcc,
		mnc: operator.mnc,
		msisdn: msisdnShown(payment) || null,
		action: session?.action ?? null,
		sessionStatus: session?.status ?? sessionOf(record),
		...instructions(payment, baseUrl),
		...extras(world, payment),
	};
}

/** Without a session nobody was asked: the charge worked or failed at once. */
function sessionOf({ actionStatus }: TransactionRecord): SubscribeResponse['sessionStatus'] {
	if (actionStatus === null) return null;
	return actionStatus === 'COMPLETED' ? 'COMPLETED' : 'FAILED';
}

/** Fields that are known from answers only; any may be null. */
function extras(
	{ settings }: { settings: Settings },
	{ record, session }: Payment,
): Partial<SubscribeResponse> {
	const { responseExtras } = settings;
	if (responseExtras === 'none') return {};
	const asksPin = session?.action === 'PIN' && session.status === 'PENDING';
	const some = { mtShortCode: record.shortCode, pinPattern: asksPin ? '[0-9]{4}' : null };
	if (responseExtras === 'some') return some;
	const message = record.mtMessage && 'A message is on its way to the phone.';
	return { ...some, operatorType: 'MNO', wap: false, chargeURL: '', message };
}

/** The form of the transaction id that the merchant has chosen. */
export function idShown(
	{ settings }: { settings: Settings },
	{ record, service }: Payment,
): string {
	const { transactionIds } = settings;
	const encrypted =
		transactionIds === 'service' ? service.encryptedIds : transactionIds === 'encrypted';
	return encrypted ? record.encryptedTransactionId : String(record.transactionId);
}

// Error types that are also values of `status`.
const STATUSES = ['DAILY_LIMIT_EXCEEDED', 'MONTHLY_LIMIT_EXCEEDED', 'EXISTING_SUBSCRIPTION'];

function statusOf({ record }: Payment): string {
	if (record.actionStatus === null || record.actionStatus === 'COMPLETED') return 'ACCEPTED';
	if (magicOf(record.msisdn).failsAccepted) return 'ACCEPTED';
	const { errorType } = record;
	return errorType && STATUSES.includes(errorType) ? errorType : 'CHARGING_FAILED';
}

function instructions(payment: Payment, baseUrl: string): Partial<SubscribeResponse> {
	const { record, service, session } = payment;
	if (session?.status !== 'PENDING') return {};
	const { shortCode } = service;
	const smsBody = session.smsBody ?? '';
	const offer = { service: service.serviceName, price: priceText(payment), shortCode, smsBody };
	const words = wordsOf(record.country);
	switch (session.action) {
		case 'URL_REDIRECT': {
			const id = encodeURIComponent(record.encryptedTransactionId);
			return { urlRedirect: `${baseUrl}/payment/pages/confirm?id=${id}` };
		}
		case 'PREMIUM':
			return { premiumInstructions: words.premium(offer), shortCode, smsBody };
		case 'HANDSHAKE':
			return { handshakeInstructions: words.handshake(offer) };
		default:
			return {};
	}
}
