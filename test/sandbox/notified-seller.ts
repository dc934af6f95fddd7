import type { AxiosResponse } from 'axios';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Receiver, until } from './receiver';
import { Seller } from './seller';

/** A merchant that sells and has an address for notifications. */
export class NotifiedSeller extends Seller {
	constructor(
		readonly sandbox: Sandbox,
		readonly receiver: Receiver,
	) {
		super(sandbox);
	}

	/** With a sandbox and a receiver of its own. */
	static async open(): Promise<NotifiedSeller> {
		return new NotifiedSeller(await createSandbox({ port: 0 }), await Receiver.start());
	}

	async close(): Promise<void> {
		await this.sandbox.close();
		await this.receiver.close();
	}

	/** Everything as at the start, quick retries, and `COINSHOP07` has the receiver's address. */
	async freshWithAddress(): Promise<void> {
		await this.fresh();
		this.receiver.fresh();
		await this.set({ notificationRetryMs: 10 });
		await this.service('COINSHOP07', { notificationUrl: this.receiver.url });
	}

	service(serviceKey: string, change: Record<string, unknown>): Promise<AxiosResponse> {
		return this.http.patch(`/_sandbox/services/${serviceKey}`, change);
	}

	/** A payment that fails at once; answers the plain id of its transaction. */
	async fail(change: Record<string, unknown> = {}): Promise<string> {
		const { data } = await this.subscribe({ msisdn: '33639980901', ...change });
		const { transaction } = await this.payment(data.transactionId);
		return String(transaction.transactionId);
	}

	/** A payment that the customer pays by PIN. */
	async pay(change: Record<string, unknown> = {}): Promise<string> {
		const { transactionId, msisdn } = (await this.subscribe(change)).data;
		await this.pin(transactionId, await this.readPin(msisdn));
		return transactionId;
	}

	async notifications(params: Record<string, unknown> = {}) {
		return (await this.http.get('/_sandbox/notifications', { params })).data;
	}

	fire(body: Record<string, unknown>): Promise<AxiosResponse> {
		return this.http.post('/_sandbox/notifications/fire', body);
	}

	/** `merchantNotificationStatus` and `timeNotified` of a transaction. */
	async told(transactionId: string): Promise<unknown[]> {
		const { transaction } = await this.payment(transactionId);
		return [transaction.merchantNotificationStatus, transaction.timeNotified];
	}

	/** Waits until nothing is on its way any more. */
	async settled(): Promise<void> {
		await until(async () => (await this.notifications({ status: 'PENDING' })).total === 0);
	}
}
