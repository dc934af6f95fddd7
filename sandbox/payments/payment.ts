import type { Operator } from '../catalogue';
import { utcText } from '../clock';
import { countryOf, localText } from './countries';
import type { Price, PaymentService } from './services';
import type { PaymentSession } from './session';
import { encryptId } from './transaction-ids';
import type { TransactionRecord } from './transaction-record';

/** A transaction with what the platform knows of it and the Transactions API does not show. */
export interface Payment {
	readonly record: TransactionRecord;
	readonly service: PaymentService;
	readonly operator: Operator;
	/** The merchant's identifier of the customer, the number by default. */
	userId: string;
	/** What the merchant knows the customer by, instead of the number. */
	alias: string | null;
	/** The money was given back. */
	refunded: boolean;
	/** Null when no customer is asked: renewals, cancellations, identifications. */
	session: PaymentSession | null;
}

export interface PaymentDetails {
	transactionId: number;
	action: TransactionRecord['action'];
	service: PaymentService;
	merchantName: string;
	operator: Operator;
	/** What is bought; nothing when it is null. */
	price: Price | null;
	msisdn: string | null;
	userId: string | null;
	alias?: string | null;
	merchantReference?: string | null;
	ip?: string | null;
	subscriptionId?: number;
	/** Milliseconds since the Unix epoch. */
	at: number;
}

/** A transaction that has just begun: nobody has agreed and nothing is charged. */
export function newPayment(details: PaymentDetails): Payment {
	const { service, operator, price, msisdn, transactionId, at } = details;
	const { currency, taxOnTop } = countryOf(operator.country);
	const money = price?.price ?? 0;
	const begun = utcText(at);
	const record: TransactionRecord = {
		action: details.action,
		actionStatus: null,
		amount: price?.amount ?? 0,
		billingType: 'DMB',
		comment: null,
		country: operator.country,
		currency,
		encryptedTransactionId: encryptId(transactionId),
		endUserPrice: Math.round(money * (1 + taxOnTop) * 100) / 100,
		errorMessage: null,
		errorType: null,
		executionTime: null,
		finishedBy: null,
		integrationSolution: 'API',
		ip: details.ip ?? null,
		keyword: null,
		merchantName: details.merchantName,
		merchantNotificationStatus: 'PENDING',
		merchantReference: details.merchantReference ?? null,
		moMessage: null,
		msisdn: msisdn ?? '',
		mtMessage: '',
		operator: operator.code,
		pinIdentification: null,
		price: money,
		provider: 'SANDBOX',
		reference: null,
		serviceKey: service.serviceKey,
		serviceName: service.serviceName,
		servicePrice: money,
		shortCode: service.shortCode,
		subscriptionId: details.subscriptionId ?? 0,
		timeCharged: begun,
		timeChargedLocal: localText(at, operator.country),
		timeNotified: null,
		timeUpdated: begun,
		transactionId,
		transactionState: 'PENDING',
	};
	const alias = details.alias ?? null;
	const userId = details.userId ?? alias ?? msisdn ?? '';
	return { record, service, operator, userId, alias, refunded: false, session: null };
}
