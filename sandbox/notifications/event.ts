import { moneyText } from '../payments/countries';
import { msisdnShown } from '../payments/customer';
import type { Payment } from '../payments/payment';
import { statusWord, type TransactionRecord } from '../payments/records';
import { idShown } from '../payments/response';
import { failureOf } from '../payments/settle';
import type { Parameters } from '../payments/signature';

/** docs/platform-interface.md names the first four; the contract knows more actions that end. */
export const EVENT_TYPES: Partial<Record<TransactionRecord['action'], string>> = {
	CHARGE: 'one_off',
	SUB_START: 'opt_in',
	SUB_RENEW: 'recurring_billing',
	'SUB CANCEL': 'opt_out',
	'SUB_ADMIN CANCEL': 'opt_out',
	REFUND: 'refund',
};

const MERCHANTS_SHARE = 0.7;

/** The fields of a Payment Result Notification (docs/platform-interface.md), every value a text; without `sign`. */
export function notificationFields(payment: Payment): Parameters {
	const { record, operator, userId } = payment;
	const { action, country } = record;
	const eventType = EVENT_TYPES[action];
	const charged = record.actionStatus === 'COMPLETED' ? record.price : 0;
	const fields: Parameters = [
		['transactionid', idShown(payment)],
		['phone', msisdnShown(payment)],
		['userid', userId],
		['country', country],
		['mno', operator.mcc + operator.mnc],
		['mnocode', record.operator],
		['amount', String(record.amount)],
		['status', statusWord(record)],
		['enduserprice', moneyText(record.endUserPrice, country)],
		['revenue', moneyText(Math.round(charged * MERCHANTS_SHARE * 100) / 100, country)],
		['revenuecurrency', record.currency],
		['service', record.serviceKey],
	];
	if (record.merchantReference !== null) fields.push(['reference', record.merchantReference]);
	if (eventType !== undefined) fields.push(['event_type', eventType]);
	if (record.errorMessage !== null) fields.push(['errormessage', record.errorMessage]);
	return fields;
}

/** How a sample has ended, by its `status`. */
export const ENDS = {
	success: { actionStatus: 'COMPLETED', transactionState: 'FINISHED' },
	failed: {
		actionStatus: 'FAILED',
		transactionState: 'FAILED',
		...failureOf('NOT_ENOUGH_CREDIT'),
	},
	canceled: {
		actionStatus: 'CANCELED',
		transactionState: 'CANCELED',
		...failureOf('CANCELED_BY_USER'),
	},
} as const;
