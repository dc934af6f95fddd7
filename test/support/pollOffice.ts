import { utcText } from '../../sandbox/clock';
import type { TransactionRecord } from '../../sandbox/payments/records';
import { createSandbox } from '../../sandbox/sandbox';
import { accountAt, loggedInWith } from './platform';
import { Seller } from './sandbox/seller';

/** A merchant who sells and searches transactions: an account, and the sandbox behind it. */
export class Office {
	credentials = loggedInWith({}, '');

	private constructor(readonly seller: Seller) {}

	static async open(): Promise<Office> {
		const sandbox = await createSandbox({ port: 0, unknownFilters: 'refused' });
		return new Office(await Seller.on(sandbox));
	}

	get sandbox() {
		return this.seller.sandbox;
	}

	get url(): string {
		return this.sandbox.url;
	}

	close(): Promise<void> {
		return this.sandbox.close();
	}

	/** Resets the sandbox, with the account logged in and no service credential. */
	async fresh(): Promise<void> {
		await this.seller.fresh();
		const { access_token: token } = (await this.seller.login()).data as { access_token: string };
		this.credentials = loggedInWith(accountAt(this.url), token);
		this.answerItself();
	}

	useService(serviceKey: string, signingSecret: string): void {
		this.credentials.stored.mobileBillingServiceApi = { serviceKey, signingSecret };
	}

	/** Answers requests in place of the platform; `when` selects them. */
	answerWith(body: unknown, status = 200, when: { every?: number; times?: number } = {}): void {
		const fault = { kind: 'answer', status, body } as const;
		const answer = { ...fault, when: 'before', headers: {} } as const;
		this.sandbox.world.faults.replace([{ path: '*', seed: 1, ...when, fault: answer }]);
	}

	answerItself(): void {
		this.sandbox.world.faults.replace([]);
	}

	/** A transaction that is final at `at`, Unix milliseconds; the change makes it another. */
	sell(at: number, change: Partial<TransactionRecord> = {}): TransactionRecord {
		const final = { actionStatus: 'COMPLETED', transactionState: 'FINISHED' } as const;
		const price = { price: 0.99, endUserPrice: 0.99, servicePrice: 0.99, amount: 10 };
		const sold = { ...final, ...price, timeUpdated: utcText(at), ...change };
		return this.seller.transact('CHARGE', 'COINSHOP07', sold, at);
	}
}
