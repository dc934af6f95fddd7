import { fileUnder } from '../file-under';
import { numberOf } from './aliases';
import { DueQueue } from './due-queue';
import type { Payment } from './payment';
import { isValid, newSubscription, type Subscription } from './subscription';

const FIRST_ID = 5_000_001;

/** Every subscription, found by number, and by service with number or user. */
export class Subscriptions {
	/** Oldest first. */
	readonly all: Subscription[] = [];
	readonly queue = new DueQueue<Subscription>();
	private readonly byNumber = new Map<string, Subscription[]>();
	private readonly byService = new Map<string, Subscription[]>();
	private readonly byServiceAndUser = new Map<string, Subscription[]>();

	open(optIn: Payment, at: number): Subscription {
		const subscription = newSubscription(FIRST_ID + this.all.length, optIn, at);
		const { msisdn, serviceKey, userId } = subscription.record;
		this.all.push(subscription);
		fileUnder(this.byNumber, msisdn, subscription);
		fileUnder(this.byService, serviceKey, subscription);
		fileUnder(this.byServiceAndUser, `${serviceKey} ${numberOf(userId)}`, subscription);
		this.queue.add(subscription.dueAt, subscription);
		return subscription;
	}

	find(subscriptionId: number): Subscription | undefined {
		return this.all[subscriptionId - FIRST_ID];
	}

	ofNumber(msisdn: string): readonly Subscription[] {
		return this.byNumber.get(msisdn) ?? [];
	}

	ofService(serviceKey: string): readonly Subscription[] {
		return this.byService.get(serviceKey) ?? [];
	}

	active(serviceKey: string, msisdn: string): Subscription | undefined {
		return this.ofNumber(msisdn).find(
			({ record }) => record.active && record.serviceKey === serviceKey,
		);
	}

	/** A user's subscription to a service, also by the alias of a number: an active one if there is one, else a valid one. */
	ofUser(serviceKey: string, userId: string, at: number): Subscription | undefined {
		const candidates = this.byServiceAndUser.get(`${serviceKey} ${numberOf(userId)}`) ?? [];
		return (
			candidates.find(({ record }) => record.active) ?? candidates.find((one) => isValid(one, at))
		);
	}

	reschedule(subscription: Subscription, dueAt: number): void {
		subscription.dueAt = dueAt;
		this.queue.add(dueAt, subscription);
	}
}
