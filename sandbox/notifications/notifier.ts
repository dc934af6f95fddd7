import { type Clock, utcText } from '../clock';
import { type Payment, readId } from '../payments/payment';
import type { Settings } from '../settings';
import { notificationFields } from './event';
import { type Message, messageOf, parameter, type Tampering } from './message';
import { type Answer, send, verdictOf } from './sender';

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'REJECTED', 'FAILED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const DELIVERY_KINDS = ['event', 'resent', 'fired'] as const;

/** A notification to send. */
export interface Outgoing {
	kind: (typeof DELIVERY_KINDS)[number];
	message: Message;
	/** Whose record tells how it went; a sample has no payment. */
	payment?: Payment;
	tampering?: Tampering | null;
	/** False: one try. Standard: as often as the settings say. */
	retry?: boolean;
}

/** One notification on its way to a merchant, with every try. */
export interface Delivery extends Outgoing {
	notificationId: number;
	status: DeliveryStatus;
	attempts: (Pick<Answer, 'httpStatus' | 'error' | 'ms'> & { time: string })[];
	/** The beginning of the last answer's body. */
	answer: string;
}

/** So that a long run fits into memory. What is forgotten is still sent. */
const KEPT = 10_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Delivers each final state to its service's address (contract, "Events" 1), and what tests ask for. */
export class Notifier {
	/** The last ones, oldest first. */
	deliveries: Delivery[] = [];
	/** How many there have been. */
	total = 0;
	private underWay = 0;
	private readonly waiting: Delivery[] = [];
	private readonly stopped = new AbortController();

	constructor(
		readonly settings: Settings,
		private readonly clock: Clock,
	) {}

	/** Sends the notification of a final state. */
	notify(payment: Payment): void {
		const message = this.messageFor(payment);
		if (payment.record.merchantNotificationStatus === 'EXCLUDED' || !message) return;
		this.begin(this.open({ kind: 'event', message, payment }));
	}

	/** The notification of a payment as its service has it now; undefined without an address. */
	messageFor(payment: Payment): Message | undefined {
		const { notificationUrl: url, notificationEncoding: encoding, signing } = payment.service;
		if (url === null) return undefined;
		return messageOf(notificationFields(this, payment), { url, encoding, signing });
	}

	/** Sends out of turn; answers when the first try is over. */
	async sendNow(outgoing: Outgoing): Promise<Delivery> {
		const delivery = this.open(outgoing);
		await this.attempt(delivery);
		return delivery;
	}

	find(notificationId: number): Delivery | undefined {
		return this.deliveries.find((one) => one.notificationId === notificationId);
	}

	/** Nothing is sent any more, and nothing is written to a record. */
	stop(): void {
		this.stopped.abort();
	}

	private open(outgoing: Outgoing): Delivery {
		this.total += 1;
		const delivery: Delivery = {
			...outgoing,
			notificationId: this.total,
			status: 'PENDING',
			attempts: [],
			answer: '',
		};
		this.deliveries.push(delivery);
		if (this.deliveries.length > KEPT) this.deliveries.shift();
		this.settle(delivery, 'PENDING');
		return delivery;
	}

	/** So many at a time as the settings say. */
	private begin(...deliveries: Delivery[]): void {
		this.waiting.push(...deliveries);
		while (this.underWay < this.settings.notificationConcurrency) {
			const next = this.waiting.shift();
			if (!next || this.stopped.signal.aborted) return;
			this.underWay += 1;
			void this.attempt(next).then(() => {
				this.underWay -= 1;
				this.begin();
			});
		}
	}

	private async attempt(delivery: Delivery): Promise<void> {
		const { settings, clock, stopped } = this;
		const { message, retry = true } = delivery;
		const answer = await send(message, settings.notificationTimeoutMs, stopped.signal);
		if (stopped.signal.aborted) return;
		const { httpStatus, error, ms } = answer;
		const tries = delivery.attempts.push({ time: utcText(clock.now()), httpStatus, error, ms });
		delivery.answer = answer.body;
		const verdict = verdictOf(answer);
		if (verdict !== 'AGAIN') this.settle(delivery, verdict);
		else if (!retry || tries >= settings.notificationAttempts) this.settle(delivery, 'FAILED');
		else {
			const { notificationRetryMs, notificationRetryFactor } = settings;
			const wait = notificationRetryMs * notificationRetryFactor ** (tries - 1);
			setTimeout(() => this.begin(delivery), Math.min(wait, LONGEST_TIMER_MS)).unref();
		}
	}

	private settle(delivery: Delivery, status: DeliveryStatus): void {
		delivery.status = status;
		const record = delivery.payment?.record;
		// Once the merchant knows it, nothing that is sent again can change that.
		if (!record || record.merchantNotificationStatus === 'DELIVERED') return;
		record.merchantNotificationStatus = status;
		if (status === 'DELIVERED') record.timeNotified = utcText(this.clock.now());
	}
}

/** A delivery as the control API shows it. */
export function deliveryView(delivery: Delivery) {
	const { notificationId, kind, status, message, tampering, retry, attempts, answer } = delivery;
	const transactionId = parameter(message, 'transactionid') ?? '';
	return {
		notificationId,
		kind,
		status,
		transactionId,
		plainTransactionId: readId(transactionId) ?? null,
		serviceKey: parameter(message, 'service') ?? '',
		url: message.url,
		encoding: message.encoding,
		fields: Object.fromEntries(message.parameters),
		tampering: tampering ?? null,
		retry: retry ?? true,
		attempts,
		answer,
	};
}
