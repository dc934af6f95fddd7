import { type Clock, utcText } from '../clock';
import type { Payment } from '../payments/payment';
import type { Settings } from '../settings';
import { type Delivery, type DeliveryKind, type DeliveryStatus, verdictOf } from './delivery';
import { DeliveryLog } from './delivery-log';
import { Dice } from './dice';
import { Dispatcher } from './dispatcher';
import { notificationFields } from './fields';
import { type Message, messageOf } from './message';
import { Sender } from './sender';
import { TAMPERINGS, tampered, type Tampering } from './tamper';

/** A notification to send: what it is, and what its delivery changes. */
export interface Outgoing {
	kind: DeliveryKind;
	message: Message;
	payment?: Payment;
	tampering?: Tampering | null;
	/** Standard: as often as the settings say. */
	retry?: boolean;
}

/** Delivers each final state to its service's address (contract, "Events" 1), and what tests ask for. */
export class Notifier {
	readonly log = new DeliveryLog();
	private readonly sender = new Sender();
	private events = 0;
	private stopped = false;
	private readonly dispatcher = new Dispatcher<Delivery>(
		() => this.settings.notificationConcurrency,
		(delivery) => this.attempt(delivery),
	);

	constructor(
		readonly settings: Settings,
		private readonly clock: Clock,
	) {}

	/** Sends the notification of a final state, with what the settings let go wrong on the way. */
	notify(payment: Payment): void {
		const message = this.messageFor(payment);
		if (payment.record.merchantNotificationStatus === 'EXCLUDED' || !message) return;
		const { settings } = this;
		const { signing } = payment.service;
		this.events += 1;
		// Of the event's own, all drawn always, so that one share does not move what another strikes.
		const dice = new Dice(settings.notificationSeed * 1_000_003 + this.events);
		const [again, late, forged] = [dice.next(), dice.next(), dice.next()];
		const tampering = dice.pick(TAMPERINGS);
		const wait =
			settings.notificationDelayMs +
			(late < settings.notificationReordered ? settings.notificationReorderMs : 0);
		this.dispatcher.add(this.open({ kind: 'event', message, payment }), wait);
		if (again < settings.notificationDuplicates) {
			this.dispatcher.add(this.open({ kind: 'duplicate', message }), wait);
		}
		if (signing && forged < settings.notificationTampered) {
			const forgery = tampered(message, tampering, signing);
			this.dispatcher.add(this.open({ kind: 'forged', message: forgery, tampering }), wait);
		}
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

	/** Nothing is sent any more, and nothing is written to a record. */
	stop(): void {
		this.stopped = true;
		this.dispatcher.stop();
		this.sender.stop();
	}

	private open({ kind, message, payment, tampering, retry = true }: Outgoing): Delivery {
		const delivery = this.log.add({
			kind,
			message,
			payment: payment ?? null,
			tampering: tampering ?? null,
			retry,
		});
		this.settle(delivery, 'PENDING');
		return delivery;
	}

	private async attempt(delivery: Delivery): Promise<void> {
		const { settings, clock } = this;
		const answer = await this.sender.send(delivery.message, {
			timeoutMs: settings.notificationTimeoutMs,
			keepAlive: settings.notificationKeepAlive,
		});
		if (this.stopped) return;
		const { httpStatus, error, ms } = answer;
		delivery.attempts.push({ time: utcText(clock.now()), httpStatus, error, ms });
		delivery.answer = answer.body;
		const verdict = verdictOf(answer);
		const tries = delivery.attempts.length;
		if (verdict !== 'AGAIN') this.settle(delivery, verdict);
		else if (!delivery.retry || tries >= settings.notificationAttempts) {
			this.settle(delivery, 'FAILED');
		} else {
			const { notificationRetryMs, notificationRetryFactor } = settings;
			const wait = notificationRetryMs * notificationRetryFactor ** (tries - 1);
			this.dispatcher.add(delivery, wait);
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
