import type { Payment } from '../payments/payment';
import { type Message, parameter } from './message';
import type { Answer } from './sender';
import type { Tampering } from './tamper';

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'REJECTED', 'FAILED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const DELIVERY_KINDS = ['event', 'duplicate', 'forged', 'resent', 'fired'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export interface Attempt extends Pick<Answer, 'httpStatus' | 'error' | 'ms'> {
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	time: string;
}

/** One notification on its way to a merchant, with every try. */
export interface Delivery {
	readonly notificationId: number;
	readonly kind: DeliveryKind;
	/** Whose record tells how it went; null for what is made up, forged or a copy. */
	readonly payment: Payment | null;
	/** The transaction's number where the id in the message is one of ours. */
	readonly plainId: number | undefined;
	readonly message: Message;
	readonly tampering: Tampering | null;
	/** False: one try. */
	readonly retry: boolean;
	status: DeliveryStatus;
	readonly attempts: Attempt[];
	/** The beginning of the last answer's body. */
	answer: string;
}

/** Addresses that are not there yet, and merchants who say that they could not: all worth another try. */
const TRY_AGAIN = [404, 408, 425, 429];

/**
 * What an answer means: any 2xx is delivered, other 4xx than those above rejected. All else, redirects
 * too, is tried again: contract and docs/platform-interface.md do not say.
 */
export function verdictOf({ httpStatus }: Answer): 'DELIVERED' | 'REJECTED' | 'AGAIN' {
	if (httpStatus === null) return 'AGAIN';
	if (httpStatus >= 200 && httpStatus < 300) return 'DELIVERED';
	const refused = httpStatus >= 400 && httpStatus < 500 && !TRY_AGAIN.includes(httpStatus);
	return refused ? 'REJECTED' : 'AGAIN';
}

/** A delivery as the control API shows it. */
export function deliveryView(delivery: Delivery) {
	const { notificationId, kind, status, plainId, message, tampering, retry } = delivery;
	const { url, encoding, parameters } = message;
	return {
		notificationId,
		kind,
		status,
		transactionId: parameter(message, 'transactionid') ?? '',
		plainTransactionId: plainId ?? null,
		serviceKey: parameter(message, 'service') ?? '',
		url,
		encoding,
		fields: Object.fromEntries(parameters),
		tampering,
		retry,
		attempts: delivery.attempts,
		answer: delivery.answer,
	};
}
