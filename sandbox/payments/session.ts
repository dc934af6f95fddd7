import { randomInt } from 'node:crypto';
import { moneyText } from './countries';
import type { Payment, PaymentSession } from './payment';
import type { Selling } from './payments';

export const PIN_ATTEMPTS = 3;

const BILLING: Record<string, 'MO' | 'MT'> = { PREMIUM: 'MO', PIN: 'MT', HANDSHAKE: 'MT' };

export function billingOf(action: string): 'MO' | 'MT' | 'DMB' {
	return BILLING[action] ?? 'DMB';
}

/** Asks the customer by the flow (contract, "Payments and subscriptions"). */
export function beginFlow(
	{ payments }: Selling,
	payment: Payment,
	start: Pick<PaymentSession, 'action' | 'returnUrl'> & { at: number },
): void {
	const { record, service } = payment;
	const { action, returnUrl, at } = start;
	const pin = action === 'PIN' ? newPin(record.operator) : null;
	const smsBody = action === 'PREMIUM' ? premiumText(payment) : null;
	payment.session = { action, status: 'PENDING', pin, wrongPins: 0, smsBody, returnUrl };
	record.billingType = billingOf(action);
	record.pinIdentification = pin;
	if (smsBody) record.keyword = service.keyword;
	const text = questionOf(payment, action, pin);
	if (!text) return;
	record.mtMessage = text;
	payments.handsets.deliver(record.msisdn, service.shortCode, text, at);
}

/** The SMS that asks the customer, in the two flows that have one. */
function questionOf(payment: Payment, action: string, pin: string | null): string {
	const offer = `${payment.service.serviceName} for ${priceText(payment)}`;
	if (pin) return `${pin} is your PIN to buy ${offer}.`;
	return action === 'HANDSHAKE' ? `Answer YES to buy ${offer}, or NO.` : '';
}

/** Such as `2.99 EUR`. */
export function priceText({ record }: Payment): string {
	return `${moneyText(record.endUserPrice, record.country)} ${record.currency}`;
}

/** Keyword and transaction, so that the message is understood from any number. */
function premiumText({ record, service }: Payment): string {
	return `${service.keyword} ${record.transactionId.toString(36).toUpperCase()}`;
}

// At one operator, PINs always begin with 0, to find clients that send PINs as numbers.
function newPin(operator: string): string {
	const limit = operator === 'DE_MUSTERFUNK' ? 1000 : 10_000;
	return String(randomInt(limit)).padStart(4, '0');
}
