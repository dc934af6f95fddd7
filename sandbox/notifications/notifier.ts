import { type Clock, utcText } from '../clock';
import { type Payment, readId } from '../payments/payment';
import type { Settings } from '../settings';
import { notificationFields } from './event';
import { type Message, messageOf, parameter } from './message';
import { type Answer, send, verdictOf } from './sender';

/** A notification to send. */
export interface Outgoing {
	kind: 'event' | 'resent' | 'fired';
	message: Message;
	/** Whose record tells how it went; a sample has no payment. */
	payment?: Payment;
}

/** One notification to a merchant. */
export interface Delivery extends Outgoing {
	notificationId: number;
	time: string;
	status: 'PENDING' | 'DELIVERED' | 'REJECTED' | 'FAILED';
	answer?: Answer;
}

const TIMEOUT_MS = 10_000;

/** Delivers each final state to its service's address (contract, "Events" 1), and what people ask for. */
export class Notifier {
	/** All of them, oldest first. */
	readonly deliveries: Delivery[] = [];
	private readonly stopped = new AbortController();

	constructor(
		readonly settings: Settings,
		private readonly clock: Clock,
	) {}

	/** Sends the notification of a final state. */
	notify(payment: Payment): void {
		const message = this.messageFor(payment);
		if (payment.record.merchantNotificationStatus === 'EXCLUDED' || !message) return;
		void this.send({ kind: 'event', message, payment });
	}

	/** The notification of a payment as its service has it now; undefined without an address. */
	messageFor(payment: Payment): Message | undefined {
		const { notificationUrl: url, notificationEncoding: encoding, signing } = payment.service;
		if (url === null) return undefined;
		return messageOf(notificationFields(this, payment), { url, encoding, signing });
	}

	/** Sends once: whether and when a platform tries again is not known. */
	async send(outgoing: Outgoing): Promise<Delivery> {
		const time = utcText(this.clock.now());
		const notificationId = this.deliveries.length + 1;
		const delivery: Delivery = { ...outgoing, notificationId, time, status: 'PENDING' };
		this.deliveries.push(delivery);
		const answer = await send(outgoing.message, TIMEOUT_MS, this.stopped.signal);
		if (this.stopped.signal.aborted) return delivery;
		delivery.answer = answer;
		delivery.status = verdictOf(answer);
		const record = delivery.payment?.record;
		// Once the merchant knows it, nothing that is sent again can change that.
		if (!record || record.merchantNotificationStatus === 'DELIVERED') return delivery;
		record.merchantNotificationStatus = delivery.status;
		if (delivery.status === 'DELIVERED') record.timeNotified = utcText(this.clock.now());
		return delivery;
	}

	/** Nothing is written to a record any more. */
	stop(): void {
		this.stopped.abort();
	}
}

/** A delivery as the control API shows it. */
export function deliveryView({ notificationId, kind, time, status, answer, message }: Delivery) {
	const { url, encoding, parameters } = message;
	const plainTransactionId = readId(parameter(message, 'transactionid') ?? '') ?? null;
	const fields = Object.fromEntries(parameters);
	const sent = { url, encoding, fields, plainTransactionId };
	return { notificationId, kind, time, status, answer, ...sent };
}
