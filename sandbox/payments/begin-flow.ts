import { randomInt } from 'node:crypto';
import type { Settings } from '../settings';
import { moneyText } from './countries';
import type { Payment } from './payment';
import type { Payments } from './payments';
import { type PaymentSession, withoutPin } from './session';

interface Start {
	action: string;
	returnUrl: string | null;
	params: PaymentSession['params'];
	/** Milliseconds since the Unix epoch. */
	at: number;
}

const BILLING = { PREMIUM: 'MO', PIN: 'MT', HANDSHAKE: 'MT' } as const;

/** Asks the customer in the way of the flow: contract, "Flow to follow by the `action` value". */
export function beginFlow(
	world: { settings: Settings; payments: Payments },
	payment: Payment,
	start: Start,
): void {
	const { record, service } = payment;
	const { action, returnUrl, params, at } = start;
	const session: PaymentSession = {
		action,
		status: 'PENDING',
		pin: action === 'PIN' ? newPin(record.operator) : null,
		wrongPins: 0,
		smsBody: action === 'PREMIUM' ? premiumText(payment) : null,
		returnUrl,
		params,
	};
	payment.session = session;
	if (world.settings.recordPins) record.pinIdentification = session.pin;
	record.billingType = BILLING[action as keyof typeof BILLING] ?? 'DMB';
	if (session.smsBody) record.keyword = service.keyword;
	const text = messageOf(session, payment);
	if (!text) return;
	const hidden = session.pin && !world.settings.recordPins;
	record.mtMessage = hidden ? withoutPin(text, session.pin) : text;
	world.payments.handsets.deliver(record.msisdn, service.shortCode, text, at);
}

/** Such as `2.99 EUR`. */
export function priceText({ record }: Payment): string {
	return `${moneyText(record.endUserPrice, record.country)} ${record.currency}`;
}

function messageOf({ action, pin }: PaymentSession, payment: Payment): string | undefined {
	const offer = `${payment.service.serviceName} for ${priceText(payment)}`;
	if (pin) return `${pin} is your PIN to buy ${offer}.`;
	if (action === 'HANDSHAKE') return `Answer YES to buy ${offer}, or NO.`;
	return undefined;
}

// A PIN is text: at one operator it always begins with 0, so that nobody sends it as a number unnoticed.
function newPin(operator: string): string {
	const limit = operator === 'DE_MUSTERFUNK' ? 1000 : 10_000;
	return String(randomInt(limit)).padStart(4, '0');
}

/** Keyword and transaction, so that the message is understood from any number. */
function premiumText({ record, service }: Payment): string {
	return `${service.keyword} ${record.transactionId.toString(36).toUpperCase()}`;
}
