import type { Payment } from '../payments/payment';
import type { Parameters } from '../payments/signature';
import type { TransactionRecord } from '../payments/transaction-record';

/** public-facts.md names the first four; the contract knows two more actions that end. */
export const EVENT_TYPES: Partial<Record<TransactionRecord['action'], string>> = {
	CHARGE: 'one_off',
	SUB_START: 'opt_in',
	SUB_RENEW: 'recurring_billing',
	'SUB CANCEL': 'opt_out',
	'SUB_ADMIN CANCEL': 'opt_out',
	REFUND: 'refund',
	SUB_REMIND: 'reminder',
};

const STATUSES = { COMPLETED: 'success', FAILED: 'failed', CANCELED: 'canceled' } as const;

const MERCHANTS_SHARE = 0.7;

/** The fields of a Payment Result Notification (public-facts.md), every value a text; without `sign`. */
export function notificationFields(payment: Payment, transactionId: string): Parameters {
	const { record, operator, service, userId } = payment;
	const eventType = EVENT_TYPES[record.action];
	const charged = record.actionStatus === 'COMPLETED' ? record.price : 0;
	const fields: Parameters = [
		['transactionid', transactionId],
		['phone', record.msisdn],
		['userid', userId],
		['country', record.country],
		['mno', operator.mcc + operator.mnc],
		['mnocode', record.operator],
		['amount', String(record.amount)],
		['status', STATUSES[record.actionStatus ?? 'FAILED']],
		['enduserprice', record.endUserPrice.toFixed(2)],
		['revenue', (Math.round(charged * MERCHANTS_SHARE * 100) / 100).toFixed(2)],
		['revenuecurrency', record.currency],
		['service', record.serviceKey],
	];
	if (record.merchantReference !== null) {
		fields.push([service.notificationReference, record.merchantReference]);
	}
	if (eventType !== undefined) fields.push(['event_type', eventType]);
	if (record.errorMessage !== null) fields.push(['errormessage', record.errorMessage]);
	return fields;
}
