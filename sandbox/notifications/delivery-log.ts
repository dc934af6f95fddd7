import { readId } from '../payments/transaction-ids';
import type { Delivery, DeliveryKind, DeliveryStatus } from './delivery';
import { parameter } from './message';

/** So that a long run fits into memory. What is forgotten is still sent. */
const KEPT = 10_000;

interface Filter {
	/** Either form. */
	transactionId?: string | undefined;
	serviceKey?: string | undefined;
	status?: DeliveryStatus | undefined;
	kind?: DeliveryKind | undefined;
}

/** The last deliveries with their tries. */
export class DeliveryLog {
	private readonly byId = new Map<number, Delivery>();
	/** How many there have been. */
	total = 0;

	add(details: Omit<Delivery, 'notificationId' | 'plainId' | 'status' | 'attempts' | 'answer'>) {
		this.total += 1;
		const delivery: Delivery = {
			...details,
			notificationId: this.total,
			plainId: readId(parameter(details.message, 'transactionid') ?? ''),
			status: 'PENDING',
			attempts: [],
			answer: '',
		};
		this.byId.set(delivery.notificationId, delivery);
		this.byId.delete(delivery.notificationId - KEPT);
		return delivery;
	}

	find(notificationId: number): Delivery | undefined {
		return this.byId.get(notificationId);
	}

	/** Oldest first. */
	matching({ transactionId, serviceKey, status, kind }: Filter = {}): Delivery[] {
		const id = transactionId === undefined ? undefined : readId(transactionId);
		return [...this.byId.values()].filter(
			(delivery) =>
				(status === undefined || delivery.status === status) &&
				(kind === undefined || delivery.kind === kind) &&
				(serviceKey === undefined || parameter(delivery.message, 'service') === serviceKey) &&
				(transactionId === undefined ||
					(id !== undefined && delivery.plainId === id) ||
					parameter(delivery.message, 'transactionid') === transactionId),
		);
	}
}
