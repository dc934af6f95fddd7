import { type Clock, utcText } from '../clock';
import { type Payment, readId } from '../payments/payment';
import { notificationFields } from './event';
import { type Message, messageOf } from './message';
import { type Answer, send, verdictOf } from './sender';

/** A notification to send. */
export interface Outgoing {
	message: Message;
	/** The payment whose record has the result; a sample has no payment. */
	payment?: Payment | undefined;
}

/** One notification to a merchant. */
interface Delivery extends Outgoing {
	notificationId: number;
	time: string;
	status: 'PENDING' | 'DELIVERED' | 'REJECTED' | 'FAILED';
	answer?: Answer;
}

/** Delivers each final state to its service's address (contract, "Events" 1), and what people ask for. */
export class Notifier {
	/** All of them, oldest first. */
	readonly deliveries: Delivery[] = [];
	private readonly stopped = new AbortController();

	constructor(private readonly clock: Clock) {}

	/** Sends the notification of a final state, unless its service has no address. */
	notify(payment: Payment): void {
		const { notificationUrl: url, notificationEncoding: encoding, signing } = payment.service;
		if (payment.record.merchantNotificationStatus === 'EXCLUDED' || url === null) return;
		const message = messageOf(notificationFields(payment), { url, encoding, signing });
		void this.send({ message, payment });
	}

	/** Sends once, because a platform's retries aren't known. */
	async send({ message, payment }: Outgoing): Promise<Delivery> {
		const time = utcText(this.clock.now());
		const notificationId = this.deliveries.length + 1;
		const delivery: Delivery = { message, payment, notificationId, time, status: 'PENDING' };
		this.deliveries.push(delivery);
		const answer = await send(message, this.stopped.signal);
		if (this.stopped.signal.aborted) return delivery;
		delivery.answer = answer;
		delivery.status = verdictOf(answer);
		const record = payment?.record;
		// A delivered notification stays delivered, whatever is sent again.
		if (!record || record.merchantNotificationStatus === 'DELIVERED') return delivery;
		record.merchantNotificationStatus = delivery.status;
		if (delivery.status === 'DELIVERED') record.timeNotified = utcText(this.clock.now());
		return delivery;
	}

	/** From now on, no record is changed. */
	stop(): void {
		this.stopped.abort();
	}
}

/** A delivery as the control API shows it. */
export function deliveryView({ notificationId, time, status, answer, message }: Delivery) {
	const { url, encoding, parameters } = message;
	const fields = Object.fromEntries(parameters);
	const plainTransactionId = readId(fields.transactionid ?? '') ?? null;
	return { notificationId, time, status, answer, url, encoding, fields, plainTransactionId };
}
