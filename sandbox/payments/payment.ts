import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Operator } from '../catalogue';
import { utcText } from '../clock';
import { catalogueData } from '../seed';
import { countryOf, localText } from './countries';
import type { TransactionRecord } from './records';
import type { PaymentService, Price } from './services';

/** The state between subscribe and the customer's decision. */
export interface PaymentSession {
	/** The flow; a magic number makes one that the contract does not know. */
	readonly action: string;
	status: 'PENDING' | 'FAILED' | 'COMPLETED';
	/** The SMS to the handset, in the PIN flow. */
	readonly pin: string | null;
	wrongPins: number;
	/** The SMS from the handset, in the premium flow. */
	readonly smsBody: string | null;
	readonly returnUrl: string | null;
}

/** A transaction with what the platform knows of it and the Transactions API does not show. */
export interface Payment {
	readonly record: TransactionRecord;
	readonly service: PaymentService;
	readonly operator: Operator;
	/** The merchant's identifier of the customer, the number by default. */
	userId: string;
	/** The merchant's name for the customer, instead of the number. */
	alias: string | null;
	/** The money was given back. */
	refunded: boolean;
	/** Null when no customer is asked: renewals, cancellations, identifications. */
	session: PaymentSession | null;
}

interface PaymentDetails extends Partial<Pick<Payment, 'alias' | 'userId'>> {
	transactionId: number;
	action: TransactionRecord['action'];
	service: PaymentService;
	operator: Operator;
	/** The quantity that is bought; null for no quantity. */
	price: Pick<Price, 'amount' | 'price'> | null;
	msisdn: string | null;
	merchantReference?: string | null;
	ip?: string | null;
	subscriptionId?: number;
	/** Milliseconds since the Unix epoch. */
	at: number;
}

/** A transaction that has just begun: the customer hasn't agreed, and nothing is charged. */
export function newPayment(details: PaymentDetails): Payment {
	const { service, operator, price, action, msisdn, transactionId, at, alias = null } = details;
	const { currency, taxOnTop } = countryOf(operator.country);
	const { serviceKey, serviceName, shortCode, merchantId } = service;
	const money = price?.price ?? 0;
	// Without a spread: it would cost most of a record's time.
	const record: TransactionRecord = {
		action,
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
		merchantName: catalogueData.merchants.find((one) => one.merchantId === merchantId)?.name ?? '',
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
		serviceKey,
		serviceName,
		servicePrice: money,
		shortCode,
		subscriptionId: details.subscriptionId ?? 0,
		timeCharged: utcText(at),
		timeChargedLocal: localText(at, operator.country),
		timeNotified: null,
		timeUpdated: utcText(at),
		transactionId,
		transactionState: 'PENDING',
	};
	const userId = details.userId ?? alias ?? msisdn ?? '';
	return { record, service, operator, userId, alias, refunded: false, session: null };
}

// The encrypted form of this one holds both `+` and `/`.
const FIRST_ID = 820_000_003;

/** Every transaction, oldest first. */
export class Transactions {
	readonly all: Payment[] = [];

	begin(details: Omit<PaymentDetails, 'transactionId'>): Payment {
		return this.add(newPayment({ ...details, transactionId: FIRST_ID + this.all.length }));
	}

	/** Adds a transaction that has its ID already. */
	add(payment: Payment): Payment {
		this.all.push(payment);
		return payment;
	}

	/** Begins a transaction that follows an earlier one of the customer: a renewal, a cancellation, a refund. */
	follow(
		{ record, service, operator, userId, alias }: Payment,
		details: Pick<PaymentDetails, 'action' | 'price' | 'at'>,
	): Payment {
		const { msisdn, merchantReference, subscriptionId } = record;
		const customer = { service, operator, userId, alias, msisdn };
		return this.begin({ ...customer, merchantReference, subscriptionId, ...details });
	}

	/** Either form of the transaction id. */
	find(idText: string): Payment | undefined {
		const id = readId(idText);
		if (id === undefined) return undefined;
		return this.all[id - FIRST_ID] ?? this.all.find(({ record }) => record.transactionId === id);
	}

	ofNumber(msisdn: string): Payment[] {
		return this.all.filter(({ record }) => record.msisdn === msisdn);
	}
}

/** The customer of a payment that began without a number is known now. */
export function nameCustomer(payment: Payment, msisdn: string, alias: string | null): void {
	if (payment.record.msisdn) return;
	payment.record.msisdn = msisdn;
	payment.alias = alias;
	payment.userId ||= alias ?? msisdn;
}

const KEY = createHash('sha256').update('sandbox transaction ids').digest().subarray(0, 16);
// ECB keeps no state, so one cipher serves every id; a new one for each costs most of a record's time.
const cipher = createCipheriv('aes-128-ecb', KEY, null).setAutoPadding(false);

/** The encrypted form: one block as base64 such as `3+enZv5EgW3N4M1j7I874Q==` (docs/platform-interface.md). */
function encryptId(transactionId: number): string {
	const digits = Buffer.from(String(transactionId));
	const padding = 16 - digits.length;
	return cipher.update(Buffer.concat([digits, Buffer.alloc(padding, padding)])).toString('base64');
}

/** The number behind either form of a transaction id, or undefined for any other text. */
export function readId(text: string): number | undefined {
	if (/^\d{1,15}$/.test(text)) return Number(text);
	const block = Buffer.from(text, 'base64');
	if (block.length !== 16 || block.toString('base64') !== text) return undefined;
	try {
		const decipher = createDecipheriv('aes-128-ecb', KEY, null);
		const digits = Buffer.concat([decipher.update(block), decipher.final()]).toString();
		return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
	} catch {
		return undefined;
	}
}
