import { setGlobalState, type IDataObject, type INodeParameters, type IRun } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { utcText } from '../../sandbox/clock';
import type { TransactionRecord } from '../../sandbox/payments/records';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller } from '../sandbox/seller';
import { CredentialsInMemory } from './credentialsHelper';
import { loggedInSeller } from './loggedInSeller';
import { accountAt } from './platform';
import { Recorder, type Sent } from './pollRecorder';
import { outputOf, runNode } from './runNode';

/** Who looks at what was sold: an account, the sandbox behind it, and a recorder between them. */
export class Office {
	credentials = new CredentialsInMemory({}, {});

	private constructor(
		readonly sandbox: Sandbox,
		readonly seller: Seller,
		readonly recorder: Recorder,
	) {}

	static async open(): Promise<Office> {
		const sandbox = await createSandbox({ port: 0 });
		return new Office(sandbox, await Seller.on(sandbox), await Recorder.before(sandbox.url));
	}

	async close(): Promise<void> {
		await this.recorder.close();
		await this.sandbox.close();
	}

	/** The sandbox as at the start, the account logged in, no service credential, nothing asked yet. */
	async fresh(change: IDataObject = {}): Promise<void> {
		await this.seller.fresh();
		const account = { ...accountAt(this.sandbox.url), baseUrl: this.recorder.url, ...change };
		this.credentials = await loggedInSeller(this.seller, account);
		this.recorder.instead = undefined;
		this.recorder.sent.length = 0;
	}

	/** Sets the service credential. */
	useService(serviceKey: string): void {
		this.credentials.stored.mobileBillingServiceApi = {
			serviceKey,
			signingSecret: '',
			signingAlgorithm: 'sha1',
			moreServices: {},
			panelUsername: '',
			panelPasswordHash: '',
		};
	}

	/** The searches that were sent. */
	get searches(): Sent[] {
		return this.recorder.sent.filter(({ path }) => path.startsWith('/v1/'));
	}

	/** The body of the only search that was sent. */
	get onlyBody(): Record<string, unknown> {
		const [search, ...more] = this.searches;
		if (!search || more.length > 0) throw new Error(`${this.searches.length} searches were sent`);
		return search.body;
	}

	/** Answers every search in the platform's place. */
	answerWith(body: unknown, status = 200): void {
		this.recorder.instead = () => ({ status, body });
	}

	/** Runs “Get Many” with the fields given; all of what it finds, in full, unless they say otherwise. */
	async getMany(
		resource: 'subscription' | 'transaction',
		fields: INodeParameters = {},
		timezone = 'UTC',
	): Promise<IRun> {
		setGlobalState({ defaultTimezone: timezone });
		const all = { returnAll: true, simplify: false };
		return await this.run({ resource, operation: 'getMany', ...all, ...fields });
	}

	/** Asks whether a user is subscribed to the game club: no search. */
	async checkStatus(userid: string): Promise<IRun> {
		const serviceKey = { __rl: true, mode: 'id', value: 'GAMECLUB04' };
		return await this.run({
			resource: 'subscription',
			operation: 'checkStatus',
			serviceKey,
			userid,
		});
	}

	/** A transaction that is final at `at`, Unix milliseconds; the change makes it another. */
	sell(at: number, change: Partial<TransactionRecord> = {}): TransactionRecord {
		const { payments, catalogue } = this.sandbox.world;
		const service = payments.services.find(change.serviceKey ?? 'COINSHOP07');
		const operator = catalogue.subscriber(change.msisdn ?? '33639980001')?.operator;
		if (!service || !operator) throw new Error('the sandbox has no such service or number');
		const { record } = payments.transactions.begin({
			action: 'CHARGE',
			service,
			operator,
			price: { priceId: 'COINS10', amount: 10, price: 0.99 },
			msisdn: change.msisdn ?? '33639980001',
			userId: null,
			at,
		});
		return Object.assign(record, {
			actionStatus: 'COMPLETED',
			transactionState: 'FINISHED',
			timeUpdated: utcText(at),
			...change,
		});
	}

	private async run(parameters: INodeParameters): Promise<IRun> {
		const { credentials } = this;
		return await runNode({ node: new MobileBilling(), parameters, items: [{}], credentials });
	}
}

/** The items of a run, which must have gone well. */
export function itemsOf(run: IRun): IDataObject[] {
	const { error } = run.data.resultData;
	if (error) throw error;
	return outputOf(run).map(({ json }) => json);
}
