import { z } from 'zod';
import type { TransactionRecord } from '../payments/transaction-record';
import { msisdn, number, text, time, timeOrRange } from './filter-values';

// Platforms spell a cancellation `SUB CANCEL` or `SUB_CANCEL`.
const action = text.transform((word) => word.replace(/_CANCEL$/, ' CANCEL'));

/** The filters of the Transactions API: every field of the record. */
export const transactionFilters = z
	.object({
		action: action.pipe(
			z.enum([
				'CHARGE',
				'SUB_START',
				'SUB_RENEW',
				'SUB_REMIND',
				'SUB_IDENTIFY',
				'SUB CANCEL',
				'SUB_ADMIN CANCEL',
				'REFUND',
			]),
		),
		actionStatus: z.enum(['COMPLETED', 'FAILED', 'CANCELED']).nullable(),
		amount: number,
		billingType: z.enum(['MO', 'MT', 'DMB']),
		comment: text.nullable(),
		country: text,
		currency: text,
		encryptedTransactionId: text,
		endUserPrice: number,
		errorMessage: text.nullable(),
		errorType: text.nullable(),
		executionTime: time.nullable(),
		finishedBy: text.nullable(),
		integrationSolution: z.enum(['SMS', 'SEP', 'API']),
		ip: text.nullable(),
		keyword: text.nullable(),
		merchantName: text,
		merchantNotificationStatus: z.enum(['PENDING', 'DELIVERED', 'EXCLUDED', 'REJECTED', 'FAILED']),
		merchantReference: text.nullable(),
		moMessage: text.nullable(),
		msisdn,
		mtMessage: text,
		operator: text,
		pinIdentification: text.nullable(),
		price: number,
		provider: text,
		reference: text.nullable(),
		serviceKey: text,
		serviceName: text,
		servicePrice: number,
		shortCode: text,
		subscriptionId: number,
		timeCharged: timeOrRange,
		timeChargedLocal: timeOrRange,
		timeNotified: time.nullable(),
		timeUpdated: timeOrRange,
		transactionId: number,
		transactionState: z.enum([
			'EXECUTING',
			'PENDING',
			'FINISHED',
			'FAILED',
			'CANCELED',
			'SKIPPED',
			'SCHEDULED',
		]),
	} satisfies Record<keyof TransactionRecord, z.ZodTypeAny>)
	.partial();

export type TransactionFilters = z.output<typeof transactionFilters>;
